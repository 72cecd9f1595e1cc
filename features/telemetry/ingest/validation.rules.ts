import type { InvalidRuleKind } from "@/db/enums";
import { probeIdsOf } from "./channel.rules";
import type { ProbeIds } from "./ingest.schema";

/** A rule as it judges readings of one probe; values in canonical units. */
export type ValidationRule = {
  id: number;
  name: string;
  kind: InvalidRuleKind;
  faultValues: readonly number[] | null;
  minimum: number | null;
  maximum: number | null;
  ratePerMinute: number | null;
};

/** What judges the readings of a probe: value by value, and by how fast they change. Of several jump rules the strictest. */
export type ProbeRules = { values: readonly ValidationRule[]; jump: ValidationRule | null };

export const NO_RULES: ProbeRules = { values: [], jump: null };

export type Sample = { at: number; value: number };

/** What roll-ups span. */
export const HOUR_MS = 3_600_000;
/** A fault value that went through a conversion of units may be off by the last bits. */
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

/** How fast a value may change by a rule, a minute; a rule of another kind lets it change as it likes. */
export const rateOf = ({ ratePerMinute }: Pick<ValidationRule, "ratePerMinute">): number =>
  ratePerMinute ?? Number.POSITIVE_INFINITY;

/** The first rule that takes a value by itself, whatever comes before and after; null: none does. */
export function takenBy(value: number, { values }: ProbeRules): ValidationRule | null {
  return values.find((rule) => takes(rule, value)) ?? null;
}

/** Whether a rule takes a value by itself; one that judges by neighbours never does. */
export function takes({ kind, faultValues, minimum, maximum }: ValidationRule, value: number): boolean {
  if (kind === "fault-value") return (faultValues ?? []).some((fault) => Math.abs(value - fault) <= SAME);
  return (minimum !== null && value < minimum) || (maximum !== null && value > maximum);
}

/**
 * Whether two readings lie further apart than a rate (a minute) lets a value go between them. Readings within a minute
 * may differ by the rate of one minute: the last digit of a sensor that is read every second is no jump.
 */
export function isJump(ratePerMinute: number, a: Sample, b: Sample): boolean {
  const minutes = Math.max(1, Math.abs(b.at - a.at) / 60_000);
  return Math.abs(b.value - a.value) > ratePerMinute * minutes + 1e-9;
}

/**
 * A reading that counts for jumps: valid, held as a jump, accepted because none followed, restored by somebody, which no
 * rule takes again, or new. What is no reading at all (a fault value, implausible, marked by somebody) is none of these.
 */
export type Member = Sample & { is: "valid" | "held" | "accepted" | "restored" | "new" };

/** What a reading is by its neighbours. */
export type Verdict = Member & { isJump: boolean };

/** Whether what follows goes on the same way: a freezer that fails, not a spike. */
const goesOn = (before: Sample, { value }: Sample, behind: Sample) =>
  (value - before.value) * (behind.value - value) > 0;

/**
 * The verdicts that touched instants may have changed, where they differ from what the readings are, and those of new
 * ones. A reading is a jump if it lies too far from the one before it and the one behind it, if there is one already,
 * lies too far from it as well, and back: what goes on the same way is a real change, however fast. So it follows from
 * its two neighbours alone, and not from the order of arrival. One that was accepted waits for the one behind it.
 * `members` are sorted by time and hold two readings on either side of what is touched.
 */
export function settle(ratePerMinute: number, members: readonly Member[], touched: readonly number[]): Verdict[] {
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

/** Instants further apart than this are looked at by themselves: what lies between them is not read. */
const APART_MS = HOUR_MS;

/** Instants of a probe from the first to the last, both of them within. */
export type MemberSpan = { probeId: number; first: number; last: number };

/** Spans that hold these instants (sorted), none with a long stretch of nothing new in it. */
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

/** The probes whose values the rules of their customer may take. */
export function validatedProbes(located: readonly { device: Owner }[]): Set<number> {
  const validated = new Set<number>();
  for (const { device } of located) {
    if (device.isSifted) for (const probeId of probeIdsOf(device.probes)) validated.add(probeId);
  }
  return validated;
}

/** How many readings have a value that a rule has taken: a reading is one record, whatever it measures. */
export function invalidAmong(
  taken: readonly { probeId: number; at: number }[],
  located: readonly { device: Owner }[],
): number {
  if (taken.length === 0) return 0;
  const owners = new Map<number, number>();
  for (const { device } of located) for (const probeId of probeIdsOf(device.probes)) owners.set(probeId, device.id);
  return new Set(taken.map(({ probeId, at }) => `${owners.get(probeId)}:${at}`)).size;
}
