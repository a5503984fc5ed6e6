/** A reporter that lists what failed, for `python -m tests.retry`: the file, the test (none for a hook or the file itself), and why. */
import { writeFileSync } from "node:fs";
import type { SerializedError } from "vitest";
import type { Reporter, TestModule } from "vitest/node";

interface Failure {
  readonly file: string;
  readonly test: string;
  readonly why: string;
}

const reason = (errors: readonly SerializedError[] | undefined): string => (errors?.[0]?.message ?? "").split("\n", 1)[0] ?? "";

function* failures(module: TestModule): Generator<Failure> {
  const file = module.moduleId;
  const hooks = [module, ...module.children.allSuites()].flatMap((suite) => suite.errors());
  if (hooks.length > 0) yield { file, test: "", why: reason(hooks) };
  for (const test of module.children.allTests("failed")) yield { file, test: test.fullName, why: reason(test.result().errors) };
}

export default class Failures implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly SerializedError[]): void {
    const thrown = unhandled.map((error) => {
      const file: unknown = error["VITEST_TEST_PATH"];
      return { file: typeof file === "string" ? file : "", test: "", why: reason([error]) };
    });
    writeFileSync(process.env["FAILURES"] ?? "failures.json", JSON.stringify([...modules.flatMap((module) => [...failures(module)]), ...thrown]));
  }
}
