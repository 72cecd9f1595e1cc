import { expect, it } from "vitest";
import { longestStepMs } from "@/features/observation/observation.rules";
import { type ConditionRow, ruleOf } from "./evaluation.rules";

const row: ConditionRow = {
  kind: "cumulative",
  measure: "temperature",
  minimum: null,
  maximum: 8,
  deadBand: 0,
  delaySeconds: 0,
  delayMode: "normal-delay",
  doorDelaySeconds: 0,
  outsideMinutes: 600,
  windowMinutes: 1440,
  horizonMinutes: null,
  reportIntervalSeconds: 300,
};

it.each(["temperature", "door"] as const)("a cumulative condition observes %s as statistics do", (measure) => {
  expect(ruleOf({ ...row, measure })).toMatchObject({
    maximumStepMs: longestStepMs({ measure, reportIntervalSeconds: 300 }),
  });
});
