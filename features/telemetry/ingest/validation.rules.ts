import type { InvalidRuleKind } from "@/db/enums";
import { probeIdsOf } from "./channel.rules";
import type { ProbeIds } from "./ingest.schema";

/** A rule as applied to readings of one probe; values in canonical units. */
export type ValidationRule = {
  id: number;
  name: string;
  kind: InvalidRuleKind;
  faultValues: readonly number[] | null;
  minimum: number | null;
  maximum: number | null;
  ratePerMinute: number | null;
};

/** The rules of a probe: those for single values, and the strictest jump rule. */
export type ProbeRules = { values: readonly ValidationRule[]; jump: ValidationRule | null };

export const NO_RULES: ProbeRules = { values: [], jump: null };

export type Sample = { at: number; value: number };

/** Span of a roll-up. */
export const HOUR_MS = 3_600_000;
/** Tolerance for fault values after a conversion of units. */
export const SAME = 1e-6;

/** The rules of one probe, in the order of their ids. */
export function rulesOf(rules: readonly ValidationRule[]): ProbeRules {
  const jumps = rules.filter(({ kind }) => kind === "jump");
  const jump = jumps.reduce<ValidationRule | null>(
    (least, rule) => (least === null || rateOf(rule) < rateOf(least) ? rule : least),
    null,
  );
  return { values: rules.filter(({ kind }) => kind !== "jump"), jump };
}

/** The rate of change per minute that a rule allows; infinite for rules of other kinds. */
export const rateOf = ({ ratePerMinute }: Pick<ValidationRule, "ratePerMinute">): number =>
  ratePerMinute ?? Number.POSITIVE_INFINITY;

/** The first rule that matches a single value, regardless of its neighbours; null if none does. */
export function takenBy(value: number, { values }: ProbeRules): ValidationRule | null {
  return values.find((rule) => takes(rule, value)) ?? null;
}

/** Whether a rule matches a single value; a jump rule never does. */
export function takes({ kind, faultValues, minimum, maximum }: ValidationRule, value: number): boolean {
  if (kind === "fault-value") return (faultValues ?? []).some((fault) => Math.abs(value - fault) <= SAME);
  return (minimum !== null && value < minimum) || (maximum !== null && value > maximum);
}

/**
 * Whether two readings differ by more than a rate (per minute) allows. Readings within a minute may differ by the rate
 * of one minute, so that the last digit of a sensor read every second is no jump.
 */
export function isJump(ratePerMinute: number, a: Sample, b: Sample): boolean {
  const minutes = Math.max(1, Math.abs(b.at - a.at) / 60_000);
  return Math.abs(b.value - a.value) > ratePerMinute * minutes + 1e-9;
}

/**
 * A reading that counts in the jump evaluation: valid, stored as a jump, accepted because none followed, restored by a
 * user (no rule matches it again), or new. Values that are no readings at all (fault value, implausible, marked by
 * hand) do not count.
 */
export type Member = Sample & { is: "valid" | "held" | "accepted" | "restored" | "new" };

/** The result for a reading, by its neighbours. */
export type Verdict = Member & { isJump: boolean };

/** Whether the next value continues in the same direction: a failing freezer, not a spike. */
const goesOn = (before: Sample, { value }: Sample, behind: Sample) =>
  (value - before.value) * (behind.value - value) > 0;

/**
 * Evaluates jumps around touched instants. Returns the verdicts that differ from the current classification, and those
 * of new readings. A reading is a jump if it is too far from the previous one and, if there is a next one, too far from
 * that as well, with a change of direction: a continued change is real, however fast. The verdict depends only on the
 * two neighbours, not on the order of arrival. An accepted reading waits for the next one. `members` are sorted by time
 * and include two readings on either side of the touched ones.
 */
export function judgeJumps(ratePerMinute: number, members: readonly Member[], touched: readonly number[]): Verdict[] {
  const changed: Verdict[] = [];
  let next = 0;
  for (const [index, member] of members.entries()) {
    const [before, behind] = [members[index - 1], members[index + 1]];
    const from = before?.at ?? Number.NEGATIVE_INFINITY;
    while (next < touched.length && (touched[next] as number) < from) next += 1;
    const nearest = touched[next];
    if (nearest === undefined || nearest > (behind?.at ?? Number.POSITIVE_INFINITY)) continue;
    if (member.is === "restored" || (member.is === "accepted" && behind === undefined)) continue;
    const verdict =
      before !== undefined &&
      isJump(ratePerMinute, before, member) &&
      (behind === undefined || (isJump(ratePerMinute, member, behind) && !goesOn(before, member, behind)));
    if (member.is === "new" || verdict !== (member.is === "held")) changed.push({ ...member, isJump: verdict });
  }
  return changed;
}

/** Instants further apart than this are evaluated separately; what lies between is not read. */
const APART_MS = HOUR_MS;

/** Instants of a probe from the first to the last, both included. */
export type MemberSpan = { probeId: number; first: number; last: number };

/** Spans that contain these instants (sorted), split where nothing is new for long. */
export function spansAround(ats: readonly number[]): Omit<MemberSpan, "probeId">[] {
  const spans: Omit<MemberSpan, "probeId">[] = [];
  for (const at of ats) {
    const span = spans.at(-1);
    if (span && at - span.last <= APART_MS) span.last = at;
    else spans.push({ first: at, last: at });
  }
  return spans;
}

type Owner = { id: number; isSifted: boolean; probes: ProbeIds };

/** The probes of customers with rules. */
export function validatedProbes(located: readonly { device: Owner }[]): Set<number> {
  const validated = new Set<number>();
  for (const { device } of located) {
    if (device.isSifted) for (const probeId of probeIdsOf(device.probes)) validated.add(probeId);
  }
  return validated;
}

/** Number of readings with a value that a rule has matched: a reading is one record, whatever it measures. */
export function invalidAmong(
  taken: readonly { probeId: number; at: number }[],
  located: readonly { device: Owner }[],
): number {
  if (taken.length === 0) return 0;
  const owners = new Map<number, number>();
  for (const { device } of located) for (const probeId of probeIdsOf(device.probes)) owners.set(probeId, device.id);
  return new Set(taken.map(({ probeId, at }) => `${owners.get(probeId)}:${at}`)).size;
}
