import "server-only";
import type { ExportFormat } from "@/db/file-enums";
import { exportOf } from "@/features/download/exports.service";
import { MAXIMUM_PDF_ROWS } from "@/features/file/download.schema";
import { isTaskKind, queryOf, type Range, type TaskKind, templateIdOf } from "@/features/file/task-kind.rules";
import { getTemplate } from "@/features/report/template/template.service";
import type { Permission } from "@/lib/auth/permissions";
import { narrowedTo } from "@/lib/auth/scope";
import { AppError, conflict } from "@/lib/errors";
import type { OpenedExport } from "@/lib/export/define-export";
import { holds, type OperationContext } from "@/lib/operation/context";
import { periodRange } from "./schedule.rules";
import type { TaskInput } from "./task.schema";

/**
 * The caller for a task of this customer. Staff of the platform, who see several customers, are restricted to it, so that
 * its recipients get no data of another. Null if the customer is not in scope.
 */
export function forCustomer(ctx: OperationContext, customerId: number): OperationContext | null {
  if (ctx.actor.type === "user" && ctx.actor.principal.ownCustomerId === customerId) return ctx;
  const scope = narrowedTo(ctx.scope, customerId);
  return scope && { ...ctx, scope };
}

/** What the account needs to make a kind. */
export const permissionOf = (kind: TaskKind): Permission =>
  kind === "report" ? "newReport" : exportOf(kind).permission;

/** Throws FORBIDDEN without the permission, NOT_FOUND if the template of a report is not in scope. */
export async function assertTemplate(ctx: OperationContext, query: Record<string, unknown>): Promise<number> {
  if (!holds(ctx, permissionOf("report"))) throw new AppError("FORBIDDEN", `missing ${permissionOf("report")}`);
  return (await getTemplate(ctx, templateIdOf(query) ?? 0)).id;
}

export type Prepared = { opened: OpenedExport; query: Record<string, unknown>; range: Range | null };

type Asked = Pick<TaskInput, "period" | "periodDays"> & {
  kind: string;
  format: ExportFormat;
  query: Record<string, unknown>;
};

/**
 * Opens the export of a task as it is due at `due`, with the permissions and the scope of the caller. Throws FORBIDDEN,
 * INVALID for criteria that the export does not accept, NOT_FOUND for carriers outside the scope, and CONFLICT for a
 * PDF of too many rows.
 */
export async function prepare(ctx: OperationContext, task: Asked, due: Date, timeZone: string): Promise<Prepared> {
  const found = exportOf(task.kind);
  if (!isTaskKind(task.kind)) throw new AppError("INVALID", `${task.kind} has no schedule`);
  if (!holds(ctx, found.permission)) throw new AppError("FORBIDDEN", `missing ${found.permission}`);
  const range = periodRange(task.period, task.periodDays, due, timeZone);
  const query = queryOf(task.kind, task.query, range, timeZone);
  const opened = await found.open(ctx, found.input.parse(query));
  if (task.format === "pdf" && opened.total > MAXIMUM_PDF_ROWS)
    throw conflict("format", "pdfRows", `${opened.total} rows, at most ${MAXIMUM_PDF_ROWS}`, MAXIMUM_PDF_ROWS);
  return { opened, query, range };
}
