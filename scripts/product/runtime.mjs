import { readFileSync } from "node:fs";
import path from "node:path";
import { ROOT } from "./paths.mjs";

/** Throws if this Node.js is older than package.json requires. */
export function assertNodeVersion() {
  const { engines } = JSON.parse(readFileSync(path.join(ROOT, "package.json"), "utf8"));
  const wanted = engines.node.replace(/^\D+/, "");
  if (isOlder(process.versions.node, wanted)) {
    throw new Error(`Node.js ${wanted} or newer is needed, this is ${process.versions.node}`);
  }
}

/**
 * @param {string} version such as "20.9.0"
 * @param {string} wanted
 */
export function isOlder(version, wanted) {
  const [have, need] = [version, wanted].map((text) => text.split(".").map(Number));
  const differing = need.findIndex((part, index) => part !== have[index]);
  return differing >= 0 && have[differing] < need[differing];
}
