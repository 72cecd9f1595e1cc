import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { ROOT } from "./paths.mjs";

/**
 * Installs the locked dependencies unless exactly these are installed.
 * @param {{ say: (line: string) => void, run: import("./supervisor.mjs").Run }} tools
 */
export async function ensureDependencies({ say, run }) {
  if (areInstalled(readPackages("package-lock.json"), readPackages("node_modules/.package-lock.json"))) return;
  say("Installing dependencies (about a minute the first time)");
  // Builds need the development dependencies, which NODE_ENV=production would omit.
  const ci = ["ci", "--include=dev", "--no-audit", "--no-fund", "--loglevel=error"];
  const npm = process.env.npm_execpath;
  const [command, args] = npm?.endsWith(".js") ? [process.execPath, [npm, ...ci]] : ["npm", ci];
  await run({ name: "npm ci", command, args, env: { ...process.env, NODE_ENV: "" } });
}

function readPackages(file) {
  const target = path.join(ROOT, file);
  return existsSync(target) ? JSON.parse(readFileSync(target, "utf8")).packages : undefined;
}

/**
 * Compares the lock file with npm's record of what it installed. Optional packages may be absent, because they are for
 * other platforms.
 * @param {Record<string, { version?: string, optional?: boolean }>} locked
 * @param {Record<string, { version?: string }> | undefined} installed
 */
export function areInstalled(locked, installed) {
  if (!installed) return false;
  return Object.entries(locked).every(([location, { version, optional }]) => {
    if (location === "") return true;
    const present = installed[location];
    return present ? present.version === version : Boolean(optional);
  });
}
