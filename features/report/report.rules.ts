import type { ReportApproval, ReportSignature, ReportState } from "@/db/enums";
import { conflict } from "@/lib/errors";

type Standing = { state: ReportState; approval: ReportApproval };

/** Whether it can be made anew, as the next version: it failed, was rejected, or nobody has signed it yet. */
export const mayRemake = ({ state, approval }: Standing): boolean =>
  state !== "generating" && (approval === "unsigned" || approval === "rejected");

/** Only what is finished can be deleted (specification, section 4), and nothing that a person signed. */
export const mayRemove = ({ state, approval }: Standing): boolean => state !== "generating" && approval === "unsigned";

export const mayCancel = ({ state }: Standing): boolean => state === "generating";

/** Throws CONFLICT unless the action is allowed. */
export function assertMay(action: "remake" | "remove" | "cancel" | "sign", standing: Standing): void {
  const allowed = {
    remake: mayRemake(standing),
    remove: mayRemove(standing),
    cancel: mayCancel(standing),
    sign: standing.state === "generated",
  }[action];
  if (allowed) return;
  if (standing.state === "generating") throw conflict("id", "reportGenerating", "is still being generated");
  if (action === "cancel") throw conflict("id", "reportFinished", "is finished");
  if (action === "sign") throw conflict("id", "reportFailed", "was not generated");
  throw conflict("id", "reportSigned", "is signed");
}

/** The wanted signatures that are still to be given, in their order; of a rejected version none. */
export function outstandingOf(wanted: readonly ReportSignature[], approval: ReportApproval): ReportSignature[] {
  if (approval === "rejected") return [];
  const order = ["made", "reviewed", "approved"];
  return wanted.filter((one) => order.indexOf(one) > order.indexOf(approval));
}
