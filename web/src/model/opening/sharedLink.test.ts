import { expect, test } from "vitest";
import { readCode } from "./inviteCode";
import { sharedLink } from "./sharedLink";

test("a link names the game and the language, before the moment", () => {
  expect(sharedLink("https://barn.example/j/k7mwq3n", "kuhhandel", "de")).toBe("https://barn.example/j/k7mwq3n?kuhhandel.de");
  expect(sharedLink("https://barn.example/t/x/replay#e=7&as=1", "master", "ru")).toBe("https://barn.example/t/x/replay?master.ru#e=7&as=1");
});

test("a table whose game is not known yet has a plain link", () => {
  expect(sharedLink("https://barn.example/j/k7mwq3n", undefined, "en")).toBe("https://barn.example/j/k7mwq3n");
});

test("whoever pastes such a link instead of a code finds the table", () => {
  expect(readCode(sharedLink("https://barn.example/j/k7mwq3n", "kuhhandel", "de"))).toEqual({ code: "k7mwq3n" });
});
