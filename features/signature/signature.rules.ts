import type { SignatureMeaning, SignedKind } from "@/db/enums";

/** How long signatures of one session ask for the password alone (21 CFR 11.200(a)(1)(i): one continuous sitting). */
export const SITTING_MS = 15 * 60_000;
/** Longest reason, in characters. */
export const REASON_LENGTH = 250;

/**
 * `document`: made → reviewed, if wanted → approved or rejected; then only the next version is signed. `statement`: one
 * signature for each version, with any meaning.
 */
const FLOW: Record<SignedKind, "document" | "statement"> = {
  exception: "statement",
  lot: "statement",
  recordSheet: "document",
  report: "document",
  transport: "statement",
};

const NEXT: Record<"none" | SignatureMeaning, readonly SignatureMeaning[]> = {
  none: ["made"],
  made: ["reviewed", "approved", "rejected"],
  reviewed: ["approved", "rejected"],
  approved: [],
  rejected: [],
  released: [],
  received: [],
};

type Given = { meaning: SignatureMeaning; userId: number | null };

/**
 * The meanings that may follow the signatures of a version, which are in order of time. Where a review is `wanted`, it
 * comes before the approval.
 */
export function nextMeanings(
  kind: SignedKind,
  given: readonly Given[],
  wanted: readonly SignatureMeaning[] = [],
): readonly SignatureMeaning[] {
  const last = given.at(-1)?.meaning ?? "none";
  if (FLOW[kind] === "document")
    return NEXT[last].filter((one) => !(last === "made" && one === "approved" && wanted.includes("reviewed")));
  return last === "none" ? ["made", "reviewed", "approved", "rejected", "released"] : [];
}

/** Whether this signature would be the signer's judgement of their own work: what one made, another reviews. */
export const isOwnWork = (meaning: SignatureMeaning, given: readonly Given[], userId: number): boolean =>
  (meaning === "reviewed" || meaning === "approved") &&
  given.some((one) => one.meaning === "made" && one.userId === userId);

/** Whether a rejection needs a reason: the maker has to know what to correct. */
export const needsReason = (meaning: SignatureMeaning): boolean => meaning === "rejected";

type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

const isObject = (value: Json | undefined): value is { [key: string]: Json } =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Fields listed at most; a record that was replaced as a whole would list thousands. */
const MAXIMUM_FIELDS = 20;

/**
 * The paths at which two JSON values differ, such as `values.3.reason`; at most 20. A list of another length differs as
 * a whole.
 */
export function changedFields(before: Json | undefined, after: Json | undefined, path = ""): string[] {
  if (JSON.stringify(before) === JSON.stringify(after)) return [];
  const under = (key: string) => (path === "" ? key : `${path}.${key}`);
  const found: string[] = [];
  if (isObject(before) && isObject(after))
    for (const key of new Set([...Object.keys(before), ...Object.keys(after)]))
      found.push(...changedFields(before[key], after[key], under(key)));
  else if (Array.isArray(before) && Array.isArray(after) && before.length === after.length)
    for (const [index, part] of before.entries())
      found.push(...changedFields(part, after[index], under(String(index))));
  else found.push(path);
  return found.slice(0, MAXIMUM_FIELDS);
}

type Sealed = { at: Date; reason?: string | null; imageId?: string | null; imageHash?: string | null };

/** The columns of a signature that its seal covers, with instants as text. */
export const sealedColumns = <Row extends Sealed>({ at, ...row }: Row) => ({
  ...row,
  reason: row.reason ?? null,
  imageId: row.imageId ?? null,
  imageHash: row.imageHash ?? null,
  at: at.toISOString(),
});
