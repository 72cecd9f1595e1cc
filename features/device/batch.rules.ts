import type { DeviceKind, Measure } from "@/db/enums";
import type { AppError } from "@/lib/errors";
import { refusal } from "./device.rules";

/** A device in a batch, with the path of the input field that names it. */
export type BatchRow = {
  path: string;
  customerId: number;
  kind: DeviceKind;
  typeCode: string;
  measures: readonly Measure[];
};

const stranger = (
  rows: readonly BatchRow[],
  isAlike: (row: BatchRow, first: BatchRow) => boolean,
): BatchRow | undefined => {
  const [first] = rows;
  return first && rows.find((row) => !isAlike(row, first));
};

/**
 * The error for the first row of another customer than the first row's (specification, section 5: "Same-customer
 * selection").
 */
export function customerRefusal(rows: readonly BatchRow[]): AppError | null {
  const other = stranger(rows, (row, first) => row.customerId === first.customerId);
  return other ? refusal(other.path, "sameCustomer", "choose devices of one customer") : null;
}

const isCarbonDioxide = ({ measures }: BatchRow): boolean => measures.includes("co2");

/**
 * The error for the first row that cannot be changed together with the first one: of another customer or kind, a sensor
 * of another type, or carbon dioxide beside another gas (specification, section 5, "Cross-field"). Null if all are
 * compatible.
 */
export function batchRefusal(rows: readonly BatchRow[]): AppError | null {
  const kind = stranger(rows, (row, first) => row.kind === first.kind);
  const type = stranger(
    rows,
    (row, first) => row.kind !== "sensor" || row.typeCode.toLowerCase() === first.typeCode.toLowerCase(),
  );
  const gas = stranger(rows, (row, first) => row.kind !== "gas" || isCarbonDioxide(row) === isCarbonDioxide(first));
  return (
    customerRefusal(rows) ??
    (kind ? refusal(kind.path, "sameKind", "choose devices of one kind") : null) ??
    (type ? refusal(type.path, "sameType", "choose sensors of one type") : null) ??
    (gas ? refusal(gas.path, "carbonDioxide", "carbon dioxide is not changed together with other gases") : null)
  );
}
