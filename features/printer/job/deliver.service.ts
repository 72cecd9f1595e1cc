import "server-only";
import type { PrintDocument, PrintProblem } from "@/db/print-enums";
import { ticketLines } from "@/features/print/ticket.rules";
import { env } from "@/lib/env/env";
import { ticketBytes } from "@/lib/escpos/ticket";
import {
  checkTicketPrinter,
  printTicket,
  type TicketTarget,
  TicketTroubleError,
  TicketUnclearError,
} from "@/lib/escpos/ticket-printer";
import {
  findJob,
  findJobByName,
  getPrinter,
  type IppJob,
  IppRefusal,
  type IppTarget,
  JOB_STATE,
  PRINTER_STATE,
  printDocument,
} from "@/lib/ipp/client";
import { OutboundError } from "@/lib/outbound/outbound-error";
import { problemOf, problemOfReasons } from "../printer.rules";
import type { PrinterRow } from "./data";

/** For a connection, and for the whole of an IPP answer. */
const TIMEOUT_MS = 10_000;
/** A PDF may be large, and some printers answer only when they have read it. */
const SEND_MS = 60_000;
/** A long ticket takes its time. */
const PRINT_MS = 45_000;

/** How an attempt ended. `again`: nothing was sent. `unclear`: it was sent, and nothing says what became of it. */
export type Outcome =
  | { result: "printed"; isConfirmed: boolean; printerJobId?: number }
  | { result: "atPrinter"; printerJobId: number; problem: PrintProblem | null; detail: string }
  | { result: "cancelled" }
  | { result: "again" | "failed" | "unclear"; problem: PrintProblem; detail: string };

type Check = { problem: PrintProblem | null; detail: string; model: string };

const endpointOf = ({ host, port, mayReachPrivate }: PrinterRow) => ({
  ...{ host, port },
  mayReachPrivate: mayReachPrivate || env().PRINT_PRIVATE,
});
export const ippTarget = (printer: PrinterRow, timeoutMs = TIMEOUT_MS): IppTarget => ({
  ...{ ...endpointOf(printer), isTls: printer.isTls, path: printer.path, timeoutMs },
});
const ticketTarget = (printer: PrinterRow): TicketTarget => ({
  ...{ ...endpointOf(printer), isTls: false, timeoutMs: TIMEOUT_MS, printMs: PRINT_MS },
});

/** The problem behind an error of a printer; an error of another kind is thrown on. */
function problemIn(error: unknown): { problem: PrintProblem; detail: string } {
  if (error instanceof TicketTroubleError) return { problem: error.trouble, detail: "" };
  if (!(error instanceof OutboundError)) throw error;
  if (error instanceof IppRefusal) {
    if (error.isFormat) return { problem: "format", detail: error.detail };
    if (error.isBusy) return { problem: "busy", detail: error.detail };
  }
  return { problem: problemOf(error.failure), detail: error.detail };
}

/** Asks a printer how it is. */
export async function checkPrinter(printer: PrinterRow): Promise<Check> {
  try {
    if (printer.kind === "escpos") {
      await checkTicketPrinter(ticketTarget(printer));
      return { problem: null, detail: "", model: "" };
    }
    return await checkIpp(ippTarget(printer));
  } catch (error) {
    return { ...problemIn(error), model: "" };
  }
}

async function checkIpp(target: IppTarget): Promise<Check> {
  const { state, reasons, isAccepting, takesPdf, model } = await getPrinter(target);
  const named = problemOfReasons(reasons);
  const problem = named ?? (state === PRINTER_STATE.stopped ? "stopped" : isAccepting ? null : "busy");
  return { problem: takesPdf === false ? "format" : problem, detail: problem ? reasons.join(", ") : "", model };
}

/** What the state of a job at the printer means here. `otherwise` is said of one that waits. */
export function outcomeOf({ id, state, reasons }: IppJob, otherwise: PrintProblem | null = null): Outcome {
  const detail = reasons
    .filter((reason) => !/^(job-(printing|queued|incoming|transforming)|none$)/.test(reason))
    .join(", ");
  if (state === JOB_STATE.completed) return { result: "printed", isConfirmed: true, printerJobId: id };
  if (state === JOB_STATE.cancelled) return { result: "cancelled" };
  if (state === JOB_STATE.aborted) return { result: "failed", problem: "aborted", detail };
  const isStopped = state === JOB_STATE.stopped || state === JOB_STATE.held;
  const problem = problemOfReasons(reasons) ?? otherwise ?? (isStopped ? "stopped" : null);
  return { result: "atPrinter", printerJobId: id, problem, detail };
}

/** What became of a job that a printer has. Throws OutboundError if the printer cannot be asked. */
export async function followJob(printer: PrinterRow, printerJobId: number): Promise<Outcome> {
  const target = ippTarget(printer);
  const job = await findJob(target, printerJobId);
  if (!job) return { result: "unclear", problem: "unconfirmed", detail: "" };
  const outcome = outcomeOf(job);
  // The job itself often says only that it waits.
  if (outcome.result !== "atPrinter" || outcome.problem !== null) return outcome;
  const { problem, detail } = await checkIpp(target);
  return { ...outcome, problem, detail: outcome.detail || detail };
}

/** The job that an earlier attempt left at the printer; null if there is none. Throws OutboundError. */
export async function findSent(printer: PrinterRow, name: string): Promise<Outcome | null> {
  const job = await findJobByName(ippTarget(printer), name);
  return job ? outcomeOf(job) : null;
}

/** Sends a PDF to a printer that is ready. */
export async function sendSheets(
  printer: PrinterRow,
  { name, pdf, copies }: { name: string; pdf: Buffer; copies: number },
): Promise<Outcome> {
  try {
    return outcomeOf(await printDocument(ippTarget(printer, SEND_MS), { name, pdf, copies }));
  } catch (error) {
    const found = problemIn(error);
    if (error instanceof IppRefusal) return { result: found.problem === "format" ? "failed" : "again", ...found };
    // It may have been accepted: the next attempt asks the printer.
    return { result: "unclear", ...found };
  }
}

/** Prints a document as tickets. */
export async function sendTickets(printer: PrinterRow, document: PrintDocument, copies: number): Promise<Outcome> {
  const { charset, hasCutter, columns } = printer;
  const ticket = ticketBytes(ticketLines(document, columns), { charset, hasCutter });
  const bytes = Buffer.concat(Array.from({ length: copies }, () => ticket));
  try {
    const { isConfirmed } = await printTicket(ticketTarget(printer), bytes);
    return { result: "printed", isConfirmed };
  } catch (error) {
    if (error instanceof TicketUnclearError)
      return { result: "unclear", problem: error.trouble ?? "unconfirmed", detail: "" };
    return { result: "again", ...problemIn(error) };
  }
}
