import { fromLocalInput } from "@/lib/datetime/zone";
import type { CheckedRow, FieldIssue } from "@/lib/spreadsheet/import-sheet";
import type { SheetRecord } from "@/lib/spreadsheet/read-records";
import { issuesOf } from "@/lib/validation/issues";
import { LotCreate } from "./lot.schema";

export const IMPORT_ROWS = 1000;

/** The columns of the sheet, with their widths in characters. */
export const IMPORT_COLUMNS = [
  { key: "product", isRequired: true, width: 20 },
  { key: "number", isRequired: true, width: 20 },
  { key: "expiresOn", isRequired: false, width: 16 },
  { key: "quantity", isRequired: false, width: 12 },
  { key: "unit", isRequired: false, width: 12 },
  { key: "carrier", isRequired: false, width: 28 },
  { key: "placedAt", isRequired: false, width: 20 },
  { key: "note", isRequired: false, width: 32 },
] as const;
export type ImportField = (typeof IMPORT_COLUMNS)[number]["key"];

/** What the texts of a file refer to, by lower-case text. */
export type References = {
  products: ReadonlyMap<string, number>;
  carriers: ReadonlyMap<string, number>;
  /** Numbers that exist already, as `productId number`. */
  taken: ReadonlySet<string>;
  /** Accounts of a sub-tree have to name the carrier. */
  needsCarrier: boolean;
};

type Checked = CheckedRow<LotCreate, ImportField>;

export const lotKey = (productId: number, number: string): string => `${productId} ${number.toLowerCase()}`;

/** The fields of the schema by those of the sheet. */
const FIELD_OF: Record<string, ImportField> = { productId: "product", carrierId: "carrier" };

/**
 * Reads one row: all its faults, and the lot if it has none. Times without a zone are in the customer's; the clock is
 * `now`, epoch ms.
 */
export function checkRow({ values }: SheetRecord, references: References, timeZone: string, now: number): Checked {
  const issues: FieldIssue<ImportField>[] = [];
  const refuse = (field: ImportField, rule: string, message: string) => issues.push({ field, rule, message });
  const text = (field: ImportField) => (values[field] ?? "").trim();
  const productId = references.products.get(text("product").toLowerCase());
  if (text("product") === "") refuse("product", "required", "required");
  else if (productId === undefined) refuse("product", "unknown", "no such product");
  const carrierId = text("carrier") === "" ? null : references.carriers.get(text("carrier").toLowerCase());
  if (carrierId === undefined) refuse("carrier", "unknown", "no such carrier");
  if (carrierId === null && references.needsCarrier) refuse("carrier", "required", "required");
  const placedAt = text("placedAt") === "" ? null : fromLocalInput(text("placedAt").replace(" ", "T"), timeZone);
  if (text("placedAt") !== "" && placedAt === null) refuse("placedAt", "localTime", "yyyy-mm-dd hh:mm");
  if (placedAt && placedAt.getTime() > now) refuse("placedAt", "notFuture", "lies in the future");
  const quantity = text("quantity") === "" ? null : Number(text("quantity").replace(",", "."));
  if (text("number") === "") refuse("number", "required", "required");
  else if (productId !== undefined && references.taken.has(lotKey(productId, text("number"))))
    refuse("number", "unique", "already exists");
  const parsed = LotCreate.safeParse({
    ...{ productId: productId ?? 1, number: text("number") || "-", unit: text("unit"), note: text("note"), quantity },
    ...{ expiresOn: text("expiresOn").slice(0, 10) || null, carrierId: carrierId ?? null },
    placedAt: placedAt?.toISOString() ?? null,
  });
  for (const { path, ...issue } of parsed.error ? issuesOf(parsed.error) : [])
    issues.push({ ...issue, field: FIELD_OF[path] ?? (path as ImportField) });
  return { value: parsed.success && issues.length === 0 ? parsed.data : null, issues };
}

/** What two rows of one lot have in common; null if the row names none. */
export function rowKey({ product, number }: SheetRecord["values"]): string | null {
  const [code, text] = [product, number].map((one) => (one ?? "").trim().toLowerCase());
  return code && text ? `${code} ${text}` : null;
}
