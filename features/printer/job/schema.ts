import { z } from "zod";
import {
  PRINT_CONTENTS,
  PRINT_STATES,
  type PrintContent,
  type PrinterKind,
  type PrintProblem,
  type PrintState,
} from "@/db/print-enums";
import type { PreviewDto } from "@/features/print/content.schema";
import { listQuery } from "@/lib/resource/list-query";
import { recordId } from "@/lib/validation/fields";
import { instant } from "@/lib/validation/instant";
import type { JobAct } from "./rules";

/** Sends a job to its printer; up to about four hours after it was asked for. */
export const DELIVER_PRINT = { name: "print.deliver", maximumAttempts: 10, lanes: ["print"] } as const;
/** Asks a printer to give up a job that was cancelled here. */
export const WITHDRAW_PRINT = { name: "print.withdraw", maximumAttempts: 5, lanes: ["print"] } as const;
export const DeliverPayload = z.object({ printJobId: z.number().int().positive() });

export const JobListQuery = listQuery({
  sort: ["createdAt", "printer", "endedAt"],
  dir: "desc",
  filters: {
    state: z.enum(PRINT_STATES).optional(),
    content: z.enum(PRINT_CONTENTS).optional(),
    printerId: recordId().optional(),
    groupId: recordId().optional(),
    customerId: recordId().optional(),
    from: instant().optional(),
    to: instant().optional(),
  },
});
export type JobListQuery = z.output<typeof JobListQuery>;

/** Instants in epoch ms. */
export type JobDto = {
  id: number;
  customerId: number;
  customerName: string;
  /** Null: the printer was removed; its name stays. */
  printerId: number | null;
  printerName: string;
  printerKind: PrinterKind | null;
  groupName: string | null;
  content: PrintContent;
  title: string;
  pages: number;
  copies: number;
  state: PrintState;
  problem: PrintProblem | null;
  problemDetail: string;
  attempts: number;
  nextTryAt: number | null;
  isConfirmed: boolean | null;
  /** Empty: a print group at its time. */
  userName: string;
  dueAt: number | null;
  createdAt: number;
  sentAt: number | null;
  endedAt: number | null;
  acts: JobAct[];
};
/** With what is printed; `columns` are those of a ticket printer. */
export type JobDetailDto = JobDto & { preview: PreviewDto; columns: number | null };

/** `data` of the live event `print`. */
export type PrintEvent = { jobId: number; state: PrintState };
