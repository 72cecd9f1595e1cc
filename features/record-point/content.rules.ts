import { grouped } from "@/lib/grouped";
import { columnsOf, MOST_COLUMNS } from "./sheet.rules";
import type { SheetValueDto } from "./sheet.schema";

/** What a record says; whether a late reading was found is no part of it. */
const said = ({ id: _, day: __, newerAt: ___, isExtra, ...value }: SheetValueDto) =>
  // Left out of planned ones, as in sheets that were signed before there were others.
  Object.fromEntries(
    Object.entries({ ...value, ...(isExtra && { isExtra }) }).filter(
      ([name, field]) => name !== "sheetId" && field !== null,
    ),
  );

/**
 * What is signed of a sheet: carrier, month, version and all values by day, in the order of the form. A sheet at short
 * intervals contains its days by `hash`, the SHA-256 of their values.
 */
export function contentOf(
  { carrierId, month, version }: { carrierId: number; month: string; version: number },
  values: readonly SheetValueDto[],
  hash: (values: unknown) => string,
): Record<string, unknown> {
  const isLong = columnsOf(values).length > MOST_COLUMNS;
  const days = [...grouped(values, ({ day }) => day)].map(([day, own]): [string, unknown] => {
    const all = own.map(said);
    return [day, isLong ? hash(all) : all];
  });
  return { carrierId, month, version, days: Object.fromEntries(days) };
}
