import "server-only";
import type { Measure } from "@/db/enums";
import { grouped } from "@/lib/grouped";
import type { Db } from "@/lib/operation/context";
import type { Marked, Stored } from "../correction/correction.data";
import type { NewValues } from "./ingest.rules";
import { findMembers, findProbeRules } from "./validation.data";
import {
  judgeJumps,
  type Member,
  type ProbeRules,
  rateOf,
  type Sample,
  spansAround,
  takenBy,
  type ValidationRule,
  type Verdict,
} from "./validation.rules";

/** New values after the rules. */
export type ValidatedReadings = {
  /** Values that become readings: new ones, and earlier jumps that these confirm. */
  kept: NewValues;
  /** New values to store as invalid. */
  taken: Marked[];
  /** Those of `kept` that were stored as jumps. */
  returned: Stored[];
  /** Readings that have become jumps by values that arrived between them. */
  withdrawn: Marked[];
};

/** An invalid reading with the current name of the rule as its reason. */
export const markedBy = (rule: ValidationRule, probeId: number, { at, value }: Sample): Marked => ({
  probeId,
  at,
  value,
  reason: rule.name,
  kind: rule.kind,
  ruleId: rule.id,
  markedBy: null,
});

/**
 * Applies the rules to new values, none of which is stored yet, under the lock of their probes: rules for single values
 * first, then jumps by neighbours. Part of the ingest, not an operation.
 */
export async function validateReadings(
  tx: Db,
  values: NewValues,
  guarded: ReadonlySet<number>,
): Promise<ValidatedReadings> {
  const validated: ValidatedReadings = {
    kept: { probeId: [], at: [], value: [], measure: [] },
    taken: [],
    returned: [],
    withdrawn: [],
  };
  if (guarded.size === 0) return { ...validated, kept: values };
  const probeIds = [...new Set(values.probeId)].filter((probeId) => guarded.has(probeId));
  const rules = probeIds.length > 0 ? await findProbeRules(tx, probeIds) : new Map<number, ProbeRules>();
  if (rules.size === 0) return { ...validated, kept: values };
  const measures = new Map<number, Measure>();
  const fresh: (Sample & { probeId: number })[] = [];
  for (let index = 0; index < values.probeId.length; index += 1) {
    const probeId = values.probeId[index] as number;
    const sample = { at: values.at[index] as number, value: values.value[index] as number };
    measures.set(probeId, values.measure[index] as Measure);
    const own = rules.get(probeId);
    const rule = own && takenBy(sample.value, own);
    if (rule) validated.taken.push(markedBy(rule, probeId, sample));
    else if (own?.jump) fresh.push({ probeId, ...sample });
    else keep(validated.kept, probeId, measures, sample);
  }
  await validateJumps(tx, fresh, rules, (probeId, one, jump) => {
    place(validated, one, markedBy(jump, probeId, one));
    if (!one.isJump) keep(validated.kept, probeId, measures, one);
  });
  return validated;
}

/** Evaluates new values of probes with a jump rule by their neighbours, and these neighbours by them. */
async function validateJumps(
  tx: Db,
  fresh: readonly (Sample & { probeId: number })[],
  rules: ReadonlyMap<number, ProbeRules>,
  settled: (probeId: number, one: Verdict, jump: ValidationRule) => void,
): Promise<void> {
  const series = grouped(fresh, ({ probeId }) => probeId);
  for (const some of series.values()) some.sort((a, b) => a.at - b.at);
  const spans = [...series].flatMap(([probeId, some]) =>
    spansAround(some.map(({ at }) => at)).map((span) => ({ probeId, ...span })),
  );
  const members = spans.length > 0 ? await findMembers(tx, spans) : new Map<number, Member[]>();
  for (const [probeId, some] of series) {
    const jump = rules.get(probeId)?.jump as ValidationRule;
    const all = merged(members.get(probeId) ?? [], some);
    const touched = some.map(({ at }) => at);
    for (const one of judgeJumps(rateOf(jump), all, touched)) {
      settled(probeId, one, jump);
    }
  }
}

const merged = (stored: readonly Member[], fresh: readonly Sample[]): Member[] =>
  [...stored, ...fresh.map(({ at, value }): Member => ({ at, value, is: "new" }))].sort((a, b) => a.at - b.at);

function place({ taken, returned, withdrawn }: ValidatedReadings, { is, isJump }: Verdict, marked: Marked) {
  if (isJump) (is === "new" ? taken : withdrawn).push(marked);
  else if (is === "held") returned.push(marked);
}

function keep(kept: NewValues, probeId: number, measures: ReadonlyMap<number, Measure>, { at, value }: Sample) {
  kept.probeId.push(probeId);
  kept.at.push(at);
  kept.value.push(value);
  kept.measure.push(measures.get(probeId) as Measure);
}
