import { describe, expect, test } from "vitest";
import { readCode, shownCode } from "./inviteCode";

describe("an invite code", () => {
  test.each(["k7mwq3n", "K7MW-Q3N", " k7mw q3n ", "K7-MW-Q3-N", "http://barn.example/j/k7mwq3n"])("is read from %j", (typed) => {
    expect(readCode(typed)).toEqual({ code: "k7mwq3n" });
  });

  test("can also be the link of a table", () => {
    expect(readCode("https://barn.example/t/abcdefghjkmnpqrstuvwxyz234")).toEqual({ table: "abcdefghjkmnpqrstuvwxyz234" });
  });

  test("has seven letters, or one more for the cell", () => {
    expect(readCode("AK7M-WQ3N")).toEqual({ code: "ak7mwq3n" });
    expect(readCode("https://barn.example/t/aabcdefghjkmnpqrstuvwxyz234")).toEqual({ table: "aabcdefghjkmnpqrstuvwxyz234" });
    expect(readCode("k7mw")).toBeNull();
    expect(readCode("ak7mwq3nn")).toBeNull();
    expect(readCode("")).toBeNull();
  });

  test("is shown as it is read out", () => {
    expect(shownCode("k7mwq3n")).toBe("K7MW-Q3N");
  });
});
