// `npm run verify`: format, lint, structure, messages, docs and types in seconds, without a database.
import { ensureDependencies } from "./product/dependencies.mjs";
import { assertNodeVersion } from "./product/runtime.mjs";
import { runChecks } from "./testing/checks.mjs";
import { runSupervised } from "./testing/session.mjs";

await runSupervised(async ({ run, say }) => {
  assertNodeVersion();
  await ensureDependencies({ run, say });
  const { passed, failed } = await runChecks({ run, say });
  say(`${passed} passed, ${failed.length} failed`);
  return failed.length > 0 ? 1 : 0;
});
