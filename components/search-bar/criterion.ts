import type { ReactNode } from "react";
import type { RangePreset } from "@/lib/datetime/range";

/** One criterion of a search bar; `name` is its query parameter. A pinned one is shown even if it is not in use. */
export type Criterion = { name: string; label: string; isPinned?: boolean } & (
  | { kind: "text"; placeholder?: string }
  | { kind: "select"; options: readonly { value: string; label: string }[]; anyLabel?: string }
  | { kind: "date" | "time" | "datetime" }
  | { kind: "timerange" }
  /** Two parameters, `from` and `to`, as ISO-8601 instants. */
  | { kind: "datetimerange"; presets?: readonly RangePreset[]; from?: string; to?: string }
  /** A control of the screen itself (such as a tree), which writes its value into inputs named after the criterion. */
  | { kind: "custom"; control: ReactNode }
);

/** So few criteria are all shown; of more, those in use, pinned ones and time ranges. */
export const FEW = 3;

/** The query parameters of a criterion. */
export function namesOf(criterion: Criterion): readonly string[] {
  if (criterion.kind === "datetimerange") return [criterion.from ?? "from", criterion.to ?? "to"];
  if (criterion.kind === "timerange") return [`${criterion.name}From`, `${criterion.name}To`];
  return [criterion.name];
}

/** A select criterion over values, labelled by `labelOf`. */
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

/** A select criterion over records, labelled by their names. */
export const recordOf = (name: string, label: string, records: readonly { id: number; name: string }[]): Criterion => ({
  kind: "select",
  name,
  label,
  options: records.map(({ id, name }) => ({ value: String(id), label: name })),
});
