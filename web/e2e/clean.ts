/** After every test: nothing in any console, no request lost, nothing that the content policy forbids. */
import { afterEach, expect } from "vitest";
import { complained } from "./support/browsers";

afterEach(async () => {
  expect(await complained()).toEqual([]);
});
