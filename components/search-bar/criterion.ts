import type { ReactNode } from "react";
import type { RangePreset } from "@/lib/datetime/range";

/** One criterion of a search bar; `name` is its parameter in the address. */
export type Criterion = { name: string; label: string } & (
  | { kind: "text"; placeholder?: string }
  | { kind: "select"; options: readonly { value: string; label: string }[]; anyLabel?: string }
  | { kind: "date" | "time" | "datetime" }
  | { kind: "timerange" }
  /** Two parameters, `from` and `to`, as ISO-8601 instants. */
  | { kind: "datetimerange"; presets?: readonly RangePreset[]; from?: string; to?: string }
  /** A control of the screen's own (a tree): it writes its value into inputs named after the criterion. */
  | { kind: "custom"; control: ReactNode }
);

/** The parameters that a criterion writes. */
export function namesOf(criterion: Criterion): readonly string[] {
  if (criterion.kind === "datetimerange") return [criterion.from ?? "from", criterion.to ?? "to"];
  if (criterion.kind === "timerange") return [`${criterion.name}From`, `${criterion.name}To`];
  return [criterion.name];
}

/** A choice among values, each with the text that `labelOf` gives it. */
export const selectOf = <const Value extends string>(
  name: string,
  label: string,
  values: readonly Value[],
  labelOf: (value: Value) => string,
): Criterion => ({
  kind: "select",
  name,
  label,
  options: values.map((value) => ({ value, label: labelOf(value) })),
});

/** A choice among records, by their names. */
export const recordOf = (name: string, label: string, records: readonly { id: number; name: string }[]): Criterion => ({
  kind: "select",
  name,
  label,
  options: records.map(({ id, name }) => ({ value: String(id), label: name })),
});
