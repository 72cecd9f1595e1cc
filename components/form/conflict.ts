import type { FieldChange } from "@/lib/errors";
import type { RecordChange } from "@/lib/http/call-service";

export type Values = Readonly<Record<string, unknown>>;

/**
 * How a form writes its values for people, by field, where they are not plain texts, numbers or choices of its controls:
 * a temperature in the unit of its field, a list as sentences. `values` has the other fields of the same side.
 */
export type Written<T> = { readonly [F in keyof T]?: (value: T[F], values: T) => string };

/** A save that was refused because somebody else changed the record: what they changed, and which of it is taken. */
export type Conflict = {
  /** The version that the next save is made from. */
  version: number;
  changes: readonly FieldChange[];
  /** The values of this form. */
  mine: Values;
  /** The present values of the record, as far as they are known: those of the opened record, and what was changed. */
  theirs: Values;
  /** The fields whose present value is taken instead of the form's. */
  taken: ReadonlySet<string>;
};

const isSame = (a: unknown, b: unknown) => JSON.stringify(a ?? "") === JSON.stringify(b ?? "");

/** The parts of a value that the other one has, too: an answer says more of a list's rows than a call does. */
function like(value: unknown, model: unknown): unknown {
  if (Array.isArray(value) && Array.isArray(model))
    return value.map((one, index) => like(one, index < model.length ? model[index] : model[0]));
  if (!value || !model || typeof value !== "object" || typeof model !== "object") return value;
  return Object.fromEntries(Object.keys(model).map((key) => [key, (value as Values)[key]]));
}

/** The value of a field when the form was opened; a record may have `group` for `groupId`. */
function openedValue(record: Values, field: string): unknown {
  if (field in record || !field.endsWith("Id")) return record[field];
  return (record[field.slice(0, -2)] as { id?: number } | null)?.id ?? null;
}

/**
 * The conflict after a refused save of `mine`, of the fields that the form sends. What the user left as it was is taken
 * from the others, what they changed stays theirs to decide; earlier decisions stand.
 */
export function conflictOf(
  { version, changes }: RecordChange,
  mine: Values,
  record: Values,
  earlier: Conflict | null,
): Conflict {
  const fresh = changes.filter(({ field, value }) => field in mine && !isSame(mine[field], value));
  const decided = earlier?.changes.filter(({ field }) => !fresh.some((change) => change.field === field)) ?? [];
  const untouched = fresh.filter(({ field }) => isSame(mine[field], like(openedValue(record, field), mine[field])));
  const taken = [...decided.filter(({ field }) => earlier?.taken.has(field)), ...untouched];
  const present = Object.fromEntries(changes.map(({ field, value }) => [field, value]));
  return {
    version,
    changes: [...decided, ...fresh],
    mine,
    theirs: { ...record, ...earlier?.theirs, ...present },
    taken: new Set(taken.map(({ field }) => field)),
  };
}

/** The decisions that stand after the form was edited again: what the user has retyped since `before` is the user's. */
export function standing(conflict: Conflict, values: unknown, before: unknown): Conflict {
  const [now, then] = [values as Values, before as Values];
  return { ...conflict, taken: new Set([...conflict.taken].filter((field) => isSame(now[field], then[field]))) };
}

/** The values to save: those of the form, and those that were taken. */
export const resolved = (values: unknown, { changes, taken }: Conflict): object => ({
  ...(values as object),
  ...Object.fromEntries(changes.flatMap(({ field, value }) => (taken.has(field) ? [[field, value]] : []))),
});
