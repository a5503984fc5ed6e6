import { expect, it } from "vitest";
import { soleAsked } from "./asked";

it("names the one seat that the table waits for", () => {
  expect(soleAsked({ asked: [2], sealed: false })).toBe(2);
  expect(soleAsked({ asked: [0, 2], sealed: false })).toBeNull();
  expect(soleAsked({ asked: [], sealed: false })).toBeNull();
});

it("names nobody where answers are sealed, or where an older server does not say", () => {
  expect(soleAsked({ asked: [2], sealed: true })).toBeNull();
  expect(soleAsked({})).toBeNull();
  expect(soleAsked(null)).toBeNull();
});
