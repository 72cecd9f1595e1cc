import { describe, expect, it } from "vitest";
import type { Excursion } from "../condition/range.rules";
import { wasHeldBack } from "./record.rules";

const excursion = (values: Partial<Excursion>) => ({ startedAt: 100, endedAt: null, ...values }) as Excursion;

describe("what is recorded only now", () => {
  it.each([
    ["is news where nothing was open", {}, null, false],
    ["was held back where it was open before", {}, 100, true],
    ["was held back where a late reading has it begin earlier", { startedAt: 50 }, 100, true],
    ["is news where another one was open", { startedAt: 200 }, 100, false],
    ["is no matter of holding back where it is over", { endedAt: 300 }, 100, false],
  ])("%s", (_name, values, openBefore, expected) => expect(wasHeldBack(excursion(values), openBefore)).toBe(expected));
});
