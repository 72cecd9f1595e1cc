import "server-only";
import { z } from "zod";
import type { PrintProblem, PrintState } from "@/db/print-enums";
import { grouped } from "@/lib/grouped";
import { DEFAULT_LOCALE, toLocale } from "@/lib/i18n/routing";
import { cancelJob } from "@/lib/ipp/client";
import { liveBus } from "@/lib/live/live";
import { log } from "@/lib/log/log";
import { OutboundError } from "@/lib/outbound/outbound-error";
import { defineJob, type JobContext } from "@/lib/queue/define-job";
import { sheetsPdf } from "../content/content.print";
import { noteContact } from "../printer.data";
import { problemOf } from "../printer.rules";
import {
  beginSending,
  changeJob,
  countAttempt,
  type Deliverable,
  findAtPrinters,
  findDeliverable,
  findStuck,
  isActive,
  type JobRow,
  type NewJob,
  type PrinterRow,
  queueDelivery,
  removeOldJobs,
} from "./data";
import { checkPrinter, findSent, followJob, ippTarget, type Outcome, sendSheets, sendTickets } from "./deliver.service";
import { jobName, nextTry } from "./rules";
import { DELIVER_PRINT, DeliverPayload, WITHDRAW_PRINT } from "./schema";
import { eventOf } from "./service";

/** How long a printer may have a job before a person is asked. */
const AT_PRINTER_MS = 24 * 3_600_000;
/** Longer than any attempt. */
const STUCK_MS = 15 * 60_000;
const KEPT_MS = 90 * 86_400_000;

type Change = Partial<NewJob> & { state: PrintState };

/** Saves how an attempt ended and tells open screens; nothing if the job was changed meanwhile. */
async function conclude(ctx: JobContext, job: JobRow, from: readonly PrintState[], change: Change): Promise<void> {
  const { id, customerId } = job;
  if (!(await changeJob(ctx.db, id, from, change))) return;
  await liveBus().publish([eventOf(customerId, { jobId: id, state: change.state })]);
}

/** The fields of an outcome. What failed before anything was sent waits for the next attempt, if there is one. */
function changeOf(outcome: Outcome, { now, attempt, maximumAttempts }: JobContext): Change {
  const clear = { problem: null, problemDetail: "", nextTryAt: null };
  switch (outcome.result) {
    case "printed": {
      const { isConfirmed, printerJobId } = outcome;
      return { state: "printed", ...clear, isConfirmed, endedAt: now, ...(printerJobId && { printerJobId }) };
    }
    case "cancelled":
      return { state: "cancelled", ...clear, problem: "aborted", endedAt: now };
    case "atPrinter": {
      const { printerJobId, problem, detail } = outcome;
      return { state: "atPrinter", ...clear, printerJobId, problem, problemDetail: detail };
    }
  }
  const said = { problem: outcome.problem, problemDetail: outcome.detail.slice(0, 200), nextTryAt: null };
  if (outcome.result === "again" && attempt < maximumAttempts)
    return { state: "waiting", ...said, nextTryAt: nextTry(now, attempt) };
  return { state: outcome.result === "unclear" ? "unclear" : "failed", ...said, endedAt: now };
}

/** Prints a job. It is retried while the printer is away or cannot print; one that may be on paper is never sent again. */
export const deliverPrint = defineJob({
  ...DELIVER_PRINT,
  payload: DeliverPayload,
  async run({ printJobId }, ctx) {
    const found = await findDeliverable(ctx.db, printJobId);
    if (!found || (found.job.state !== "waiting" && found.job.state !== "sending")) return;
    const { job, printer } = found;
    await countAttempt(ctx.db, job.id);
    if (!(await isActive(ctx.db, job.customerId)))
      return conclude(ctx, job, [job.state], { state: "cancelled", nextTryAt: null, endedAt: ctx.now });
    const outcome = printer ? await attempt(ctx, job, printer) : removed;
    if (!outcome) return;
    if (printer) await noteOutcome(ctx, printer, outcome);
    // An IPP printer knows its jobs by name, so the next attempt finds out.
    const mayAsk = outcome.result === "unclear" && printer?.kind === "ipp" && ctx.attempt < ctx.maximumAttempts;
    if (mayAsk) {
      const { problem, detail } = outcome;
      const nextTryAt = nextTry(ctx.now, ctx.attempt);
      await conclude(ctx, job, ["sending"], { state: "sending", problem, problemDetail: detail, nextTryAt });
    } else await conclude(ctx, job, ["waiting", "sending"], changeOf(outcome, ctx));
    if (mayAsk || (outcome.result === "again" && ctx.attempt < ctx.maximumAttempts))
      throw new Error(`print job ${job.id}: ${outcome.problem}`);
  },
});

const removed: Outcome = { result: "failed", problem: "removed", detail: "" };

/** One attempt; null if somebody else has the job. */
async function attempt(ctx: JobContext, job: JobRow, printer: PrinterRow): Promise<Outcome | null> {
  const name = jobName({ ...job, title: job.document.title });
  if (!printer.isEnabled && job.state === "waiting") return { result: "again", problem: "disabled", detail: "" };
  if (job.sentAt !== null) {
    const sent = await sentBefore(job, printer, name);
    if (sent) return sent;
    if (job.state === "sending") await changeJob(ctx.db, job.id, ["sending"], { state: "waiting" });
  }
  if (printer.kind === "escpos") {
    if (!(await beginSending(ctx.db, job.id, ctx.now))) return null;
    return sendTickets(printer, job.document, job.copies);
  }
  const { problem, detail, model } = await checkPrinter(printer);
  await noteContact(ctx.db, printer.id, { at: ctx.now, problem, detail, model });
  if (problem) return { result: problem === "format" ? "failed" : "again", problem, detail };
  const locale = toLocale(job.locale) ?? DEFAULT_LOCALE;
  const pdf = await sheetsPdf({ content: job.content, document: job.document, locale, madeAt: job.createdAt });
  if (!(await beginSending(ctx.db, job.id, ctx.now))) return null;
  return sendSheets(printer, { name, pdf, copies: job.copies });
}

/** What became of an earlier attempt; null if it left nothing, and the job can be sent. */
async function sentBefore(job: JobRow, printer: PrinterRow, name: string): Promise<Outcome | null> {
  if (printer.kind === "escpos")
    return job.state === "sending" ? { result: "unclear", problem: "interrupted", detail: "" } : null;
  try {
    return await findSent(printer, name);
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error;
    const problem = problemOf(error.failure);
    return { result: job.state === "sending" ? "unclear" : "again", problem, detail: error.detail };
  }
}

async function noteOutcome(ctx: JobContext, printer: PrinterRow, outcome: Outcome): Promise<void> {
  const { at, ...none } = { at: ctx.now, problem: null, detail: "" };
  if (outcome.result === "printed") return noteContact(ctx.db, printer.id, { at, ...none });
  if (!("problem" in outcome) || OF_JOB.has(outcome.problem)) return;
  await noteContact(ctx.db, printer.id, { at, problem: outcome.problem, detail: outcome.detail });
}

/** Problems that say nothing of the printer. */
const OF_JOB: ReadonlySet<PrintProblem | null> = new Set([
  "unconfirmed",
  "interrupted",
  "disabled",
  "removed",
  "aborted",
  "internal",
]);

async function followOne(ctx: JobContext, { job, printer }: Deliverable): Promise<void> {
  const from = ["atPrinter"] as const;
  const asked = job.sentAt ?? job.createdAt;
  const isOver = ctx.now.getTime() - asked.getTime() > AT_PRINTER_MS;
  const unclear = { state: "unclear", problem: "unconfirmed", nextTryAt: null, endedAt: ctx.now } as const;
  if (!printer || job.printerJobId === null || isOver) return conclude(ctx, job, from, unclear);
  try {
    const outcome = await followJob(printer, job.printerJobId);
    const change = changeOf(outcome, { ...ctx, attempt: 1, maximumAttempts: 1 });
    const isNews = change.state !== job.state || change.problem !== job.problem;
    if (isNews) await noteOutcome(ctx, printer, outcome);
    if (isNews) await conclude(ctx, job, from, change);
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error;
    const problem = problemOf(error.failure);
    if (problem === job.problem) return;
    await conclude(ctx, job, from, { state: "atPrinter", problem, problemDetail: error.detail });
    await noteContact(ctx.db, printer.id, { at: ctx.now, problem, detail: error.detail });
  }
}

/** Follows the jobs that printers have, resumes attempts that were interrupted, and removes old jobs. */
export const followPrints = defineJob({
  name: "print.follow",
  payload: z.strictObject({}),
  everySeconds: 5,
  async run(_payload, ctx) {
    const atPrinters = grouped(await findAtPrinters(ctx.db), ({ printer }) => printer?.id ?? 0);
    const followAll = async (jobs: readonly Deliverable[]) => {
      for (const one of jobs) if (!ctx.signal.aborted) await followOne(ctx, one);
    };
    await Promise.all([...atPrinters.values()].map(followAll));
    for (const { id, printerId } of await findStuck(ctx.db, new Date(ctx.now.getTime() - STUCK_MS))) {
      log.warn({ printJobId: id }, "an attempt to print was interrupted");
      await queueDelivery(ctx.db, id, printerId ?? 0);
    }
    await removeOldJobs(ctx.db, new Date(ctx.now.getTime() - KEPT_MS));
  },
});

/** Asks an IPP printer to give up a job that was cancelled here. */
export const withdrawPrint = defineJob({
  ...WITHDRAW_PRINT,
  payload: DeliverPayload,
  async run({ printJobId }, ctx) {
    const found = await findDeliverable(ctx.db, printJobId);
    if (!found?.printer || found.job.printerJobId === null) return;
    const { job, printer } = found;
    if (job.state === "cancelled" && printer.kind === "ipp")
      await cancelJob(ippTarget(printer), job.printerJobId as number);
  },
});
