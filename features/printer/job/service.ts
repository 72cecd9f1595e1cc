import "server-only";
import type { PrintContent, PrintDocument } from "@/db/print-enums";
import { conflict } from "@/lib/errors";
import type { LiveEvent } from "@/lib/live/bus";
import { liveBus } from "@/lib/live/live";
import type { OperationContext } from "@/lib/operation/context";
import type { MutationContext } from "@/lib/operation/define-operation";
import type { PrinterDto } from "../printer.schema";
import { findByKeys, getJob, insertJob, viewerOf, type WholeJob } from "./data";
import { requestedKey } from "./rules";
import type { JobDto, PrintEvent } from "./schema";

/** Tells open screens of a job. */
export const eventOf = (customerId: number, data: PrintEvent): LiveEvent => ({
  type: "print",
  ...{ customerId, carrierId: null, data },
});

const nameOf = ({ actor }: OperationContext): string => {
  if (actor.type === "user") return actor.principal.user.name;
  return actor.type === "key" ? actor.name : "";
};

/** Throws CONFLICT for a printer that is switched off. */
export function assertEnabled({ isEnabled }: Pick<PrinterDto, "isEnabled">): void {
  if (!isEnabled) throw conflict("printerId", "printerDisabled", "the printer is switched off");
}

type Printing = {
  content: PrintContent;
  document: PrintDocument;
  copies: number;
  requestKey: string;
  groupId?: number;
};

/** The job that the same request made before; undefined if there is none. */
export async function findRequested(
  ctx: OperationContext,
  customerId: number,
  requestKey: string,
): Promise<JobDto | undefined> {
  const [id] = await findByKeys(ctx.db, customerId, [requestedKey(requestKey)]);
  return id === undefined ? undefined : shown(await getJob(ctx.db, viewerOf(ctx), id));
}

/** Has a document printed for the caller. A request that is sent again gives the same job. */
export async function requestPrint(
  ctx: MutationContext,
  printer: PrinterDto,
  { requestKey, ...values }: Printing,
): Promise<JobDto> {
  assertEnabled(printer);
  const { id: printerId, customerId, name: printerName } = printer;
  const key = requestedKey(requestKey);
  const made = await insertJob(ctx.tx, {
    ...{ customerId, printerId, printerName, key, locale: ctx.locale, ...values },
    ...{ userId: viewerOf(ctx).userId, userName: nameOf(ctx), createdAt: ctx.now },
  });
  const [id] = made === undefined ? await findByKeys(ctx.tx, customerId, [key]) : [made];
  const job = await getJob(ctx.tx, viewerOf(ctx), id as number);
  if (made !== undefined)
    ctx.afterCommit(() => liveBus().publish([eventOf(customerId, { jobId: made, state: job.state })]));
  return shown(job);
}

/** Without the document, which the caller has seen. */
export const shown = ({ document: _, columns: __, ...job }: WholeJob): JobDto => job;

/** What the audit trail says of a job. */
export const auditedJob = ({ printerName, content, title, pages, copies, state }: JobDto) => ({
  printer: printerName,
  ...{ content, title, pages, copies, state },
});
