import "server-only";
import { createHash } from "node:crypto";
import type { DateOrder } from "@/features/telemetry/logger/clock.rules";
import type { ReadingOptions } from "@/features/telemetry/logger/content.rules";
import { TableLayout } from "@/features/telemetry/logger/layout.schema";
import type { LoggerContent } from "@/features/telemetry/logger/logger.schema";
import { readLoggerFile } from "@/features/telemetry/logger/logger.service";
import { notFound } from "@/lib/errors";
import type { Db, OperationContext } from "@/lib/operation/context";
import { defineOperation, type MutationContext } from "@/lib/operation/define-operation";
import { permit } from "../access.service";
import { lockOne } from "../carrier.data";
import { deleteKept, findKept, type KeptReading, saveKept } from "./layout.data";
import { columnsText } from "./layout.rules";
import { ForgetInput, type ForgottenDto, type KeptDto } from "./layout.schema";
import type { CheckInput } from "./logger.schema";

const shapeHash = (shape: string): string => createHash("sha256").update(shape).digest("hex");

/** The columns of a saved layout with its titles; null if none were chosen, or the format is of an older version. */
function columnsOf({ layout: { titles, ...layout } }: Pick<KeptReading, "layout">) {
  const { data } = TableLayout.safeParse(layout);
  const known = Array.isArray(titles) ? titles.map(String) : null;
  return data ? { ...data, isKept: true, titles: known } : null;
}

export type ReadFile = { content: LoggerContent; dateOrder: DateOrder | null; kept: KeptDto | null };
type Asked = Pick<CheckInput, "file" | "layout" | "timeZone" | "dateOrder">;

/**
 * Reads a file with the chosen options. Options that were not chosen come from the customer's saved reading of the same
 * shape, otherwise from the file itself, with the customer's time zone.
 */
export async function readAsKept(
  { now }: Pick<OperationContext, "now">,
  db: Db,
  { file, layout, ...asked }: Asked,
  place: { customerId: number; timeZone: string },
): Promise<ReadFile> {
  const zone = asked.timeZone || null;
  const order = asked.dateOrder ?? null;
  const read = (options: Omit<ReadingOptions, "now">) => readLoggerFile(file, { now: now.getTime(), ...options });
  const first = await read({
    timeZone: zone ?? place.timeZone,
    isZoneChosen: zone !== null,
    dateOrder: order,
    layout: layout ?? null,
  });
  const plain = { content: first, dateOrder: order, kept: null };
  if (!first.table) return plain;
  const shape = shapeHash(first.table.shape);
  const row = await findKept(db, place.customerId, shape);
  const columns = row && !layout ? columnsOf(row) : null;
  if (!row || (!columns && zone !== null && (order ?? row.dateOrder) === order)) return plain;
  const dateOrder = order ?? row.dateOrder;
  const timeZone = zone ?? row.timeZone;
  const content = await read({ timeZone, isZoneChosen: true, dateOrder, layout: layout ?? columns });
  if (columns && content.table?.source !== "kept") return plain;
  const { userName, savedAt } = row;
  const kept = { shape, userName, savedAt: savedAt.getTime(), hasColumns: columns !== null, timeZone, dateOrder };
  return { content, dateOrder, kept };
}

/** Saves the options chosen for a table, for the next file of its shape. Does nothing if none were chosen. */
export async function saveReadingOptions(
  { tx, actor, now }: MutationContext,
  customerId: number,
  asked: Omit<Asked, "file">,
  { content: { table, timeZone }, dateOrder }: ReadFile,
): Promise<void> {
  const { layout } = asked;
  if (!table || !(layout || asked.timeZone || asked.dateOrder)) return;
  await saveKept(tx, {
    ...{ customerId, shape: shapeHash(table.shape), timeZone, dateOrder },
    layout: layout ? { ...layout, titles: table.titles } : null,
    savedBy: actor.type === "user" ? actor.principal.user.id : null,
    savedAt: now,
  });
}

/** Deletes the saved reading of a shape; the next file is read by its own titles. */
export const forgetLayout = defineOperation({
  name: "loggerLayout.remove",
  kind: "mutation",
  permission: "editCarrier",
  input: ForgetInput,
  async run(ctx, { id, shape }): Promise<ForgottenDto> {
    const { customerId, type } = await lockOne(ctx.tx, ctx.scope, id);
    permit(ctx, "edit", type);
    const row = await deleteKept(ctx.tx, customerId, shape);
    if (!row) throw notFound("loggerLayout", shape);
    const { timeZone, dateOrder } = row;
    const columns = columnsOf(row);
    ctx.audit({ customerId, old: { timeZone, dateOrder, ...(columns && { columns: columnsText(columns) }) } });
    return { carrierId: id };
  },
  // The layout belongs to the customer but is deleted from a carrier's page, so it is audited under that carrier.
  audit: { entity: "carrier", id: ({ carrierId }) => carrierId },
});
