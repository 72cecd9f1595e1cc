// `npm test`: the checks that every change must pass, in minutes: `@core` journeys in the browser, the others and what
// is slow by nature are in `npm run test:long`. Runs all even if some fail, and ends with one line of counts.
import { ensureBuild } from "./product/build.mjs";
import { runChecks } from "./testing/checks.mjs";
import { NOTHING } from "./testing/reports.mjs";
import { runTests } from "./testing/session.mjs";
import { sideBySide } from "./testing/side-by-side.mjs";

await runTests(async ({ run, say, vitest, playwright }) => {
  let isBuilt = false;
  const tallies = (
    await sideBySide(say, [
      // Sequential, because the route types are in the folder that the build clears.
      async (say) => [await runChecks({ run, say }), await tryBuild(say)],
      async (say) => [await vitest("unit tests", ["--project", "unit"], {}, say)],
    ])
  ).flat();
  tallies.push(await vitest("integration tests", ["--project", "integration"]));
  if (isBuilt) tallies.push(await playwright("browser tests", {}, ["--grep=@core"]));
  return tallies;

  async function tryBuild(say) {
    try {
      await ensureBuild({ run, say });
      isBuilt = true;
      return NOTHING;
    } catch (error) {
      say(error.message);
      return { ...NOTHING, failed: ["build, and with it the tests in the browser"] };
    }
  }
});
