// The checks without a database: `npm run verify`, and the first part of `npm test`.
import path from "node:path";
import { ROOT } from "../product/paths.mjs";
import { NOTHING } from "./reports.mjs";

const bin = (name) => path.join(ROOT, "node_modules/.bin", name);
const script = (file) => ({ args: ["--import", "tsx", path.join(ROOT, "scripts", file)] });

/** @type {{ name: string, commands: { command?: string, args: string[] }[] }[]} */
const CHECKS = [
  { name: "format", commands: [{ command: bin("biome"), args: ["format", "."] }] },
  {
    name: "lint",
    commands: [{ command: bin("biome"), args: ["check", "--formatter-enabled=false", "--error-on-warnings", "."] }],
  },
  { name: "structure", commands: [script("check-structure.ts")] },
  { name: "messages", commands: [script("check-messages.ts")] },
  { name: "docs", commands: [script("check-docs.ts")] },
  {
    name: "types",
    commands: [
      { command: bin("next"), args: ["typegen"] },
      { command: bin("tsc"), args: ["--noEmit"] },
    ],
  },
];

/**
 * Runs all checks even if some fail; prints the output of those that fail.
 * @param {{ run: import("../product/supervisor.mjs").Run, say: (line: string) => void }} tools
 * @returns {Promise<import("./reports.mjs").Tally>}
 */
export async function runChecks({ run, say }) {
  const failed = [];
  for (const { name, commands } of CHECKS) {
    const start = Date.now();
    try {
      const lines = [];
      for (const command of commands) lines.push(...(await run({ name, ...command })));
      for (const line of lines.filter((text) => /^warn\b/.test(text))) say(line);
      say(`ok      ${name} (${((Date.now() - start) / 1000).toFixed(1)} s)`);
    } catch (error) {
      failed.push(name);
      for (const line of error.lines ?? [error.message]) say(line);
      say(`FAILED  ${name}`);
    }
  }
  return { ...NOTHING, passed: CHECKS.length - failed.length, failed };
}
