import type { PrinterKind, PrintProblem } from "@/db/print-enums";
import { isHost, isIpv4 } from "@/features/forward/forward.rules";
import { conflict } from "@/lib/errors";
import { OUTBOUND_FAILURES, type OutboundFailure } from "@/lib/outbound/outbound-error";

export const NAME_LENGTH = 30;
/** Ports of IPP (RFC 8011) and of raw printing. */
export const USUAL_PORT: Record<PrinterKind, number> = { ipp: 631, escpos: 9100 };
/** The path of most IPP printers ("IPP Everywhere"). */
export const USUAL_PATH = "/ipp/print";
/** Characters in a line of the usual papers: 58 mm, and 80 mm in two fonts. */
export const COLUMNS = [32, 42, 48] as const;

type Address = { kind: PrinterKind; host: string; port: number; isTls: boolean; path: string };
export type PrinterIssue = { path: string; rule: string; message: string };

const PATH = /^\/[!-"$-~]*$/;

/** Issues of a printer's settings; fields that its kind does not use are ignored. */
export function printerIssues({ kind, host, path }: Pick<Address, "kind" | "host" | "path">): PrinterIssue[] {
  const issues: PrinterIssue[] = [];
  if (host !== "" && !isHost(host))
    issues.push({ path: "host", rule: "host", message: "must be a host name or an IPv4 address" });
  if (kind === "ipp" && !PATH.test(path))
    issues.push({ path: "path", rule: "urlPath", message: "must begin with / and have no blanks or #" });
  return issues;
}

export { isIpv4 };

/** Whether two settings lead to different endpoints. */
export const isElsewhere = (old: Address, next: Address): boolean =>
  old.kind !== next.kind ||
  old.host.toLowerCase() !== next.host.toLowerCase() ||
  old.port !== next.port ||
  old.isTls !== next.isTls ||
  old.path !== next.path;

const isProblem = (failure: OutboundFailure): failure is OutboundFailure & PrintProblem =>
  OUTBOUND_FAILURES.includes(failure) && failure !== "settings" && failure !== "internal";

/** The problem of a failed connection. */
export const problemOf = (failure: OutboundFailure): PrintProblem => (isProblem(failure) ? failure : "internal");

/** Keywords of `printer-state-reasons` and `job-state-reasons` (RFC 8011, sections 5.4.12 and 5.3.8), the worst first. */
const REASONS: readonly (readonly [RegExp, PrintProblem])[] = [
  [/^media-(empty|needed)|^input-tray-missing/, "paper"],
  [/^media-jam/, "jam"],
  [/^(cover|door|interlock)-open/, "cover"],
  [/^(toner|marker-supply|ink)-empty/, "ink"],
  [/^(shutdown|offline|connecting-to-device|timed-out)/, "offline"],
  [/^(paused|stopped|stopped-partly|moving-to-paused|printer-stopped)/, "stopped"],
];

/** The problem that a printer's reasons name; null if they name none that keeps it from printing. */
export function problemOfReasons(reasons: readonly string[]): PrintProblem | null {
  // Warnings and reports do not stop a printer.
  const serious = reasons.filter((reason) => !/-(report|warning)$/.test(reason));
  for (const [pattern, problem] of REASONS) if (serious.some((reason) => pattern.test(reason))) return problem;
  return null;
}

/** The error for removing a printer that print groups use. */
export const inUse = () => conflict("id", "printerInUse", "print groups use it");
/** The error for removing a printer that has something to print. */
export const hasJobs = () => conflict("id", "printerBusy", "it has jobs that are not over");
