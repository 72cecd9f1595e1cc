import type { LotVerdict } from "@/db/enums";
import type { DecisionFact, Outcome } from "./lot.schema";
import { type AddBack, UNOBSERVED_KEY, type Verdict } from "./verdict.rules";

/** What a release covers: the figures of the verdict that the person saw. */
export type Figures = {
  used: Record<string, number>;
  outsideMs: Record<string, number>;
  longMs: number;
  freezes: number;
};

/** The figures of a verdict that only grow; part of what is signed. */
export const figuresOf = ({ budget, outside, unobserved, freezing }: Verdict): Figures => ({
  used: Object.fromEntries(budget.map(({ key, usedMs }) => [key, Math.round(usedMs)])),
  outsideMs: Object.fromEntries(outside.map(({ side, limit, ms }) => [`${side}:${limit}`, Math.round(ms)])),
  longMs: Math.round(unobserved.longMs),
  freezes: freezing.events.length,
});

/** Late readings may shift an end by seconds; that is no new excursion. */
const SLACK_MS = 60_000;

/** Whether anything was added since; what a person has released stays released until then. */
export function isWorse(then: Figures, now: Figures): boolean {
  const grew = (a: Record<string, number>, b: Record<string, number>) =>
    Object.entries(b).some(([key, ms]) => ms > (a[key] ?? 0) + SLACK_MS);
  return (
    now.freezes > then.freezes ||
    now.longMs > then.longMs + SLACK_MS ||
    grew(then.used, now.used) ||
    grew(then.outsideMs, now.outsideMs)
  );
}

/** The minutes given back by decisions. */
export const addBacksOf = (decisions: readonly DecisionFact[]): AddBack[] =>
  decisions.flatMap(({ decision, target, minutes }) =>
    decision === "addBack" && target !== null && minutes !== null ? [{ target, minutes }] : [],
  );

const figuresIn = ({ content }: Pick<DecisionFact, "content">): Figures | null =>
  (content.figures as Figures | undefined) ?? null;

type Said = Pick<DecisionFact, "decision"> & { reason: string };

/**
 * Whether a decision says what the last one said, for the same reason and with nothing added since. Minutes are given
 * back as often as some are used up.
 */
export function isRepeated(
  { decision, reason }: Said,
  last: (Said & Pick<DecisionFact, "content">) | undefined,
  now: Figures,
): boolean {
  if (!last || decision === "addBack" || decision !== last.decision || reason !== last.reason) return false;
  const then = figuresIn(last);
  return then !== null && !isWorse(then, now);
}

/**
 * The verdict with the last decision of a person, which stands above the arithmetic: what is discarded stays so, what is
 * released may be used until a new excursion, time unobserved or freezing is added, and what the maker was asked about
 * waits. An expired lot cannot be released.
 */
export function outcomeOf(verdict: Verdict, decisions: readonly DecisionFact[]): Outcome {
  const last = decisions.filter(({ decision }) => decision !== "addBack").toSorted((a, b) => b.at - a.at)[0];
  const computed: Outcome = { state: verdict.state, by: "arithmetic", reasons: [...verdict.reasons] };
  const person = (state: LotVerdict, reasons: Outcome["reasons"]): Outcome => ({ state, by: "person", reasons });
  switch (last?.decision) {
    case undefined:
    case "addBack":
      return computed;
    case "discard":
      return person("notUsable", ["discarded", ...verdict.reasons]);
    case "askMaker":
      if (verdict.state === "notUsable") return computed;
      return person("quarantine", ["waitingForMaker", ...verdict.reasons]);
    case "release": {
      if (verdict.reasons.includes("expired")) return computed;
      const then = figuresIn(last);
      const isStill = then !== null && !isWorse(then, figuresOf(verdict)) && !verdict.reasons.includes("running");
      if (isStill) return person("usable", ["released"]);
      return { ...computed, reasons: verdict.state === "usable" ? [] : ["worseSinceRelease", ...verdict.reasons] };
    }
  }
}

/** The rows of the arithmetic to which minutes can be given back, with the most that each can take, in whole minutes. */
export const givableOf = ({ budget, unobserved }: Verdict): { key: string; minutes: number }[] =>
  [
    ...budget.map(({ key, usedMs, addedBackMs }) => ({ key, ms: usedMs - addedBackMs })),
    { key: UNOBSERVED_KEY, ms: unobserved.longMs - unobserved.addedBackMs },
  ]
    .filter(({ ms }) => ms > 0)
    .map(({ key, ms }) => ({ key, minutes: Math.ceil(ms / 60_000) }));
