import "server-only";
import { setImmediate as nextTurn } from "node:timers/promises";
import type { DeviceKind } from "@/db/enums";
import { readParameters } from "@/features/parameter/parameter.operations";
import type { OperationContext } from "@/lib/operation/context";
import type { Records } from "@/lib/spreadsheet/read-records";
import { countDevices, findNames, findTaken } from "../device.data";
import { quotaRefusal } from "../registration.rules";
import { wholeFile } from "./import.rules";
import type { ImportIssueDto } from "./import.schema";
import { findGatewayIds, findNodes, findTypesOf } from "./validation.data";
import { checkRow, comparable, duplicates, gatewayKeys, type References, uniqueFields } from "./validation.rules";

/** Rows checked before yielding to the event loop. */
const BREATH = 200;

type Whose = { kind: DeviceKind; customerId: number };
type Checked = { inputs: Record<string, unknown>[]; issues: ImportIssueDto[] };

/** Converts and checks a file's rows. Returns the inputs and every bad cell; `report` receives the progress. */
export async function checkDevices(
  ctx: OperationContext,
  { kind, customerId }: Whose,
  { records, issues: unread, letters }: Records,
  report: (values: { total: number; done: number }) => Promise<void>,
): Promise<Checked> {
  const references = await referencesOf(ctx, { kind, customerId }, records);
  const issues: ImportIssueDto[] = [...unread];
  const bad = new Set(unread.map(({ cell }) => cell));
  const inputs: Record<string, unknown>[] = [];
  const values = new Map(records.map((record) => [record.row, record.values]));
  const cellOf = (field: string, row: number) => `${letters[field] ?? "A"}${row}`;
  const note = (row: number, { field, ...issue }: Omit<ImportIssueDto, "cell">) => {
    const cell = cellOf(field, row);
    // A cell that could not be read gets only the issue that says why.
    if (bad.has(cell) && letters[field] !== undefined) return;
    bad.add(cell);
    issues.push({ cell, field, ...issue, value: values.get(row)?.[field] ?? "" });
  };
  for (const [index, record] of records.entries()) {
    const checked = checkRow(kind, record, references);
    inputs.push(checked.input);
    for (const issue of checked.issues) note(record.row, issue);
    if (index % BREATH !== 0) continue;
    await report({ total: records.length, done: index });
    await nextTurn();
  }
  for (const { row, first, field } of duplicates(kind, records))
    note(row, {
      field,
      rule: "fileDuplicate",
      message: `the same as ${cellOf(field, first)}`,
      other: cellOf(field, first),
    });
  for (const { row, field } of await takenBy(ctx, { kind, customerId }, records))
    note(row, { field, rule: "unique", message: "already exists" });
  const quota = records.length > 0 && (await overQuota(ctx, customerId, records.length));
  if (quota) issues.push(quota);
  return { inputs, issues };
}

/** Loads the records to which the file's texts may refer, within the actor's scope; in three queries. */
async function referencesOf(
  { db, scope }: OperationContext,
  { kind, customerId }: Whose,
  records: Records["records"],
): Promise<References> {
  const texts = new Set(records.flatMap(({ values }) => (values.gateway ? gatewayKeys(values.gateway) : [])));
  const [scenes, gateways, types] = await Promise.all([
    findNodes(db, scope, customerId),
    findGatewayIds(db, scope, customerId, [...texts]),
    findTypesOf(db, kind),
  ]);
  return {
    scenes,
    gateways,
    types: new Map(types.map((type) => [type.code.toLowerCase(), type])),
    mayLieInStore: scope.sceneIds === "all",
  };
}

/** Rows with a serial number, MAC or name that an existing device has. */
async function takenBy({ db, scope }: OperationContext, { kind, customerId }: Whose, records: Records["records"]) {
  const fields = uniqueFields(kind);
  const texts = (field: string) => records.flatMap(({ values }) => values[field] ?? []);
  const [taken, names] = await Promise.all([
    findTaken(
      db,
      texts("serialNumber"),
      texts("mac").map((mac) => comparable("mac", mac)),
    ),
    fields.includes("name") ? findNames(db, scope, { customerId, kind, names: texts("name") }) : new Set<string>(),
  ]);
  const known = {
    serialNumber: taken.serialNumbers,
    mac: taken.macs,
    name: new Set([...names].map((name) => comparable("name", name))),
  };
  return fields.flatMap((field) =>
    records.flatMap(({ row, values }) =>
      values[field] && known[field].has(comparable(field, values[field])) ? [{ row, field }] : [],
    ),
  );
}

async function overQuota(
  { db, scope }: OperationContext,
  customerId: number,
  added: number,
): Promise<ImportIssueDto | null> {
  const [used, parameters] = await Promise.all([countDevices(db, scope, customerId), readParameters(db, customerId)]);
  const refused = quotaRefusal(used, added, Number(parameters["customer.deviceQuota"]));
  const issue = refused?.details.issues?.[0];
  return issue ? wholeFile(issue.rule, issue.message, issue.limit) : null;
}
