import { describe, it } from "vitest";

/** Whether this is `npm run test:long`. Tests that need other programs, recorded data or a long time run only there. */
export const isLong = process.env.TEST_LONG === "1";

/** How often a property is tried: `few` times with every change, `all` times in the long run. */
export const longRuns = (few: number, all: number): number => (isLong ? all : few);

type Suite = (name: string, suite: () => void) => void;
type Test = (name: string, test: () => Promise<void>, timeoutMs?: number) => void;

/** `describe` for suites of the long run; if `lacks` names something missing, they fail with it. */
export function longSuite(lacks: string | null): Suite {
  if (!isLong) return () => {};
  return lacks === null ? describe : (name) => it(name, () => fail(lacks));
}

/** The same for `it`. */
export function longTest(lacks: string | null): Test {
  if (!isLong) return () => {};
  return lacks === null ? it : (name) => it(name, () => fail(lacks));
}

function fail(lacks: string): never {
  throw new Error(`cannot run here: ${lacks}`);
}
