// `npm run bench [name …]`: runs tests/bench/*.ts against a separate built product; each prints its ratios.
import { existsSync, readdirSync } from "node:fs";
import path from "node:path";
import { ROOT, typescript } from "./product/paths.mjs";
import { assertNodeVersion } from "./product/runtime.mjs";
import { withDemoProduct } from "./testing/demo-product.mjs";
import { runSupervised } from "./testing/session.mjs";

const FOLDER = path.join(ROOT, "tests/bench");
/** Runs only when named, because it needs much time and disk space. */
const BY_NAME_ALONE = ["volume.bench.ts"];

await runSupervised(async (tools) => {
  process.chdir(ROOT);
  assertNodeVersion();
  const benches = findBenches(process.argv.slice(2));
  const failed = [];
  await withDemoProduct(tools, {}, async ({ env }) => {
    for (const bench of benches) {
      if (tools.supervisor.isStopping) break;
      tools.say(`\n${bench}`);
      // A failed bench does not stop the others.
      await tools
        .run({ name: bench, args: typescript(`tests/bench/${bench}`), env, onLine: tools.say })
        .catch((error) => failed.push(error.message));
    }
  });
  for (const message of failed) tools.say(message);
  return failed.length > 0 ? 1 : 0;
});

function findBenches(names) {
  const files = existsSync(FOLDER) ? readdirSync(FOLDER).filter((file) => file.endsWith(".bench.ts")) : [];
  const isChosen = (file) =>
    names.length === 0 ? !BY_NAME_ALONE.includes(file) : names.some((name) => file.startsWith(name));
  const chosen = files.filter(isChosen).sort();
  if (chosen.length === 0) throw new Error(`no bench named ${names.join(" or ") || "tests/bench/*.bench.ts"}`);
  return chosen;
}
