/** Starts one of the scripts beside it, which are in TypeScript: `node offline/run.mjs pack`. */
import { runnerImport } from "vite";

const [name] = process.argv.slice(2);
const { module } = await runnerImport(new URL(`${name}.ts`, import.meta.url).pathname, { configFile: false, logLevel: "error" });
try {
  await module.main();
} catch (error) {
  // Node would show the line of it, and one line of Pyodide is a megabyte.
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
