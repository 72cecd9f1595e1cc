import { describe, it } from "vitest";

/** Whether this is `npm run test:long`. What needs other programs, recorded data or a long time runs there alone. */
export const isLong = process.env.TEST_LONG === "1";

type Suite = (name: string, suite: () => void) => void;
type Test = (name: string, test: () => Promise<void>) => void;

/** `describe` for suites of the long run; where `lacks` names something, they fail and say so. */
export function longSuite(lacks: string | null): Suite {
  if (!isLong) return () => {};
  return lacks === null ? describe : (name) => it(name, () => fail(lacks));
}

/** `it` likewise. */
export function longTest(lacks: string | null): Test {
  if (!isLong) return () => {};
  return lacks === null ? it : (name) => it(name, () => fail(lacks));
}

function fail(lacks: string): never {
  throw new Error(`cannot run here: ${lacks}`);
}
