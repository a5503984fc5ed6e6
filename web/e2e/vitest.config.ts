import { BaseSequencer, type TestSpecification } from "vitest/node";
import { defineConfig } from "vitest/config";
import { patience } from "./machine.ts";

const file = (name: string): string => `/${name}.e2e.ts`;

/** What is timed has the machine to itself, after all others. */
const ALONE = ["latency", "speed"].map((name) => `e2e/**${file(name)}`);

/** What takes long and is short to read begins first, or it would go on alone at the end. The others go by their size. */
const LONG = ["notifications", "home", "offline", "game", "access", "keyboard", "screen"].map(file);

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const first = ({ moduleId }: TestSpecification): number => (LONG.some((name) => moduleId.endsWith(name)) ? 0 : 1);
    const group = ({ project }: TestSpecification): number => project.config.sequence.groupOrder;
    return (await super.sort(files)).toSorted((one, other) => group(one) - group(other) || first(one) - first(other));
  }
}

// Whole games in real browsers, as long as they take. They mostly wait for each other, so three go on at once.
export default defineConfig({
  test: {
    testTimeout: patience(420_000),
    hookTimeout: patience(60_000),
    globalSetup: ["e2e/built.ts"],
    setupFiles: ["e2e/clean.ts"],
    sequence: { sequencer: LongestFirst },
    // What a page shall come to show, it may show late on a busy machine.
    expect: { poll: { timeout: patience(20_000) } },
    projects: [
      {
        extends: true,
        test: { name: "games", include: ["e2e/**/*.e2e.ts"], exclude: ALONE, maxWorkers: 3, sequence: { groupOrder: 1 } },
      },
      { extends: true, test: { name: "alone", include: ALONE, maxWorkers: 1, sequence: { groupOrder: 2 } } },
    ],
  },
});
