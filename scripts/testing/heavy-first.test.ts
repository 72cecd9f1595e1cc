import { statSync } from "node:fs";
import { join, relative } from "node:path";
import { expect, it } from "vitest";
import type { TestSpecification, Vitest } from "vitest/node";
import { ROOT } from "../product/paths.mjs";
import { HeavyFirst } from "./heavy-first.mjs";

const LIGHT = ["tests/integration/customer.test.ts", "tests/integration/zone.test.ts"];
const HEAVY = ["tests/contract/access-matrix.test.ts", "tests/integration/seed.test.ts"];

/** The order of these files for given durations of the last run; without durations, as in a fresh checkout. */
async function orderOf(files: string[], durations: Record<string, number> = {}): Promise<string[]> {
  const cache = {
    getFileTestResults: (key: string) => {
      const duration = durations[key.replace("integration:", "")];
      return duration === undefined ? undefined : { failed: false, duration };
    },
    getFileStats: (key: string) => statSync(join(ROOT, key.replace("integration:", ""))),
  };
  const config = { root: ROOT, isolate: true, sequence: { groupOrder: 0 } };
  const project = { name: "integration", config };
  const specifications = files.map((file) => ({ moduleId: join(ROOT, file), project }) as unknown as TestSpecification);
  const sorted = await new HeavyFirst({ config, cache } as unknown as Vitest).sort(specifications);
  return sorted.map(({ moduleId }) => relative(ROOT, moduleId));
}

it("begins with the files that start processes or make the demo world, however short they are", async () => {
  const order = await orderOf([...LIGHT, ...HEAVY]);
  expect(order.slice(0, 2).sort()).toEqual(HEAVY);
  expect(order.slice(2).sort()).toEqual(LIGHT);
});

it("goes by the last durations among the heavy and among the others", async () => {
  for (const [slow, quick] of [
    [0, 1],
    [1, 0],
  ] as const) {
    const durations = Object.fromEntries(
      [LIGHT, HEAVY].flatMap((files) => [
        [files[slow], 9000],
        [files[quick], 10],
      ]),
    );
    expect(await orderOf([...LIGHT, ...HEAVY], durations)).toEqual([
      HEAVY[slow],
      HEAVY[quick],
      LIGHT[slow],
      LIGHT[quick],
    ]);
  }
});
