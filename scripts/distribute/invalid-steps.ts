import { correctReadings } from "@/features/telemetry/correction/correction.service";
import { findMarkable } from "@/features/telemetry/correction/mark.data";
import { countMatching, findSuspectHours } from "@/features/telemetry/correction/preview.data";
import { findChunkEnd, findMatching, type RunningRule } from "@/features/telemetry/correction/run.data";
import { findOverdueJumps } from "@/features/telemetry/ingest/validation.data";
import { HOUR, type Step, TRIAL, type TrialPlace, take } from "./trial-place";

/** The statements about invalid readings: by rules on arrival, by rules on stored readings, by hand. */
export function invalidSteps(place: TrialPlace): Step[] {
  const { customerId, probeId, deviceId, now } = place;
  const reach = { from: now - 3 * HOUR, to: now, limit: 100 };
  const rule: RunningRule = {
    ...{ id: 0, name: TRIAL, customerId, measure: "temperature", deviceTypeId: null, isEnabled: true },
    ...{ kind: "implausible", faultValues: null, minimum: -40, maximum: 60, ratePerMinute: 2 },
  };
  const at = now - 50_000;
  const marked = { probeId, at: now - 60_000, value: 12, reason: TRIAL, kind: null, ruleId: null, markedBy: null };
  return [
    [
      "ingest of values that a rule takes, and of jumps",
      async (tx) => {
        await tx.$client`
          insert into invalid_rule (customer_id, name, measure, kind, fault_values, rate_per_minute)
          values (${customerId}, 'trial fault', 'temperature', 'fault-value', '{85}', null),
                 (${customerId}, 'trial jump', 'temperature', 'jump', null, 2)`;
        await take(tx, place, [[at, 85]]);
        await take(tx, place, [[at + 1000, 40]]);
        await take(tx, place, [
          [at + 2000, 12],
          [at + 3000, 12.1],
        ]);
      },
    ],
    ["invalid readings: jumps that none followed", (tx) => findOverdueJumps(tx, now)],
    ["invalid readings: what can be marked", (tx) => findMarkable(tx, [{ probeId, from: reach.from, to: now }], 100)],
    [
      "invalid readings: marking by hand",
      (tx) =>
        correctReadings(tx, { id: probeId, deviceId, measure: "temperature" }, now, async () => ({
          marked: [marked],
          back: [],
        })),
    ],
    ["invalid readings: what a rule would take of a probe", (tx) => findMatching(tx, rule, probeId, reach)],
    ["invalid readings: what a rule would take of all", (tx) => countMatching(tx, rule, [probeId], reach)],
    ["invalid readings: the next part of a probe", (tx) => findChunkEnd(tx, rule.id, probeId, reach)],
    ["invalid readings: hours with jumps", (tx) => findSuspectHours(tx, { ...rule, kind: "jump" }, [probeId], reach)],
  ];
}
