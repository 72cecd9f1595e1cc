import { z } from "zod";
import {
  EXPORT_FORMATS,
  EXPORT_FREQUENCIES,
  EXPORT_PERIODS,
  type ExportDeliveryState,
  type ExportFormat,
  type ExportRunFailure,
  type ExportRunState,
  type ExportTrigger,
} from "@/db/file-enums";
import { DownloadInput } from "@/features/file/download.schema";
import { hasSubject, kindOf, TASK_KIND_NAMES, type TaskKind } from "@/features/file/task-kind.rules";
import type { VisibleRef } from "@/lib/auth/visible-name";
import { LOCALES } from "@/lib/i18n/routing";
import { listQuery } from "@/lib/resource/list-query";
import { lineText, recordIds, requiredEmail, requiredText } from "@/lib/validation/fields";

export const NAME_LENGTH = 50;
export const MAXIMUM_RECIPIENTS = 20;
/** Tasks of a customer. */
export const MAXIMUM_TASKS = 100;
export const MAXIMUM_PERIOD_DAYS = 366;
/** Runs that are shown of a task. */
export const SHOWN_RUNS = 50;

const refuse = (context: z.RefinementCtx, path: string, rule: string, message: string) =>
  context.addIssue({ code: "custom", path: [path], params: { rule }, message });

const Recipients = z
  .array(requiredEmail())
  .max(MAXIMUM_RECIPIENTS)
  .superRefine((all, context) => {
    const lower = all.map((one) => one.toLowerCase());
    lower.forEach((one, index) => {
      if (lower.indexOf(one) < index)
        context.addIssue({ code: "custom", path: [index], params: { rule: "repeated" }, message: "named twice" });
    });
  });

/** A scheduled export: what is exported, when, of which period, and to whom it is sent. */
export const TaskInput = z
  .strictObject({
    name: requiredText(NAME_LENGTH),
    kind: z.enum(TASK_KIND_NAMES),
    format: z.enum(EXPORT_FORMATS),
    /** The criteria of its list, without the period. */
    query: DownloadInput.shape.query,
    locale: z.enum(LOCALES),
    frequency: z.enum(EXPORT_FREQUENCIES),
    weekdays: z
      .array(z.number().int().min(1).max(7))
      .max(7)
      .default([])
      .transform((days) => [...new Set(days)].sort()),
    dayOfMonth: z.number().int().min(1).max(31).nullable().default(null),
    time: z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/),
    period: z.enum(EXPORT_PERIODS),
    periodDays: z.number().int().min(1).max(MAXIMUM_PERIOD_DAYS).nullable().default(null),
    recipients: Recipients,
  })
  .superRefine(({ kind, format, query, frequency, weekdays, dayOfMonth, period, periodDays }, context) => {
    if (frequency === "weekly" && weekdays.length === 0) refuse(context, "weekdays", "required", "at least one day");
    if (frequency === "monthly" && dayOfMonth === null) refuse(context, "dayOfMonth", "required", "a day");
    if (!kindOf(kind).periods.includes(period))
      refuse(context, "period", "taskPeriod", `${kind} is not exported for this period`);
    if (period === "lastDays" && periodDays === null) refuse(context, "periodDays", "required", "a number of days");
    const subject = kindOf(kind).subject === "template" ? "templateId" : "carrierIds";
    if (!hasSubject(kind, query)) refuse(context, subject, "required", "what it is about");
    if (kind === "report" && format !== "pdf") refuse(context, "format", "taskFormat", "a report is a PDF");
  });
export type TaskInput = z.output<typeof TaskInput>;

export const TaskListQuery = listQuery({
  sort: ["name", "nextAt", "createdAt"],
  filters: { kind: z.enum(TASK_KIND_NAMES).optional(), status: z.enum(["active", "paused", "failed"]).optional() },
});
export type TaskListQuery = z.output<typeof TaskListQuery>;

/** By name, or those of these ids. */
export const TaskChoiceInput = z.object({ q: lineText(100).optional(), ids: recordIds(100).optional() });

/** What a run came to. Instants are ISO-8601 in UTC. */
export type LastRunDto = {
  state: ExportRunState;
  failure: ExportRunFailure | null;
  dueAt: string;
  rows: number | null;
};

export type TaskDto = Omit<TaskInput, "kind"> & {
  id: number;
  customerId: number;
  customerName: string;
  kind: TaskKind;
  isPaused: boolean;
  nextAt: string | null;
  owner: string;
  isOwn: boolean;
  timeZone: string;
  /** The carriers that it is about; null names are not visible to the caller. */
  carriers: VisibleRef[];
  lastRun: LastRunDto | null;
  createdAt: string;
  version: number;
};

/** A mail of a run; `isLinked`: the file was too large to be attached. */
export type DeliveryDto = {
  recipient: string;
  state: ExportDeliveryState;
  reason: string;
  isLinked: boolean;
  takenCount: number;
};

export type RunDto = LastRunDto & {
  id: number;
  trigger: ExportTrigger;
  startedBy: string | null;
  from: string | null;
  to: string | null;
  fileName: string | null;
  size: number | null;
  endedAt: string | null;
  /** The download, if it is the caller's own and still kept. */
  fileKey: string | null;
  reportId: number | null;
  deliveries: DeliveryDto[];
};

export type TaskRunsDto = { runs: RunDto[] };

/** A carrier to choose. */
export type CarrierChoiceDto = { id: number; name: string; place: string };

/** What the page of a signed link shows. */
export type LinkedExportDto = {
  name: string;
  customerName: string;
  fileName: string;
  format: ExportFormat;
  size: number;
  /** Null of a report. */
  rows: number | null;
  madeAt: string;
  expiresAt: string;
  timeZone: string;
};

export const START_RUN = { name: "exportTask.start", maximumAttempts: 6, lanes: ["export"] } as const;
/** As other mails: twelve attempts span about sixteen hours. */
export const DELIVER_EXPORT = { name: "exportTask.deliver", maximumAttempts: 12, lanes: ["email"] } as const;
export const RunPayload = z.object({ runId: z.number().int() });
export const DeliverPayload = z.object({ outboxId: z.number().int() });
