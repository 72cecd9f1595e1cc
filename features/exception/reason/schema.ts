import { z } from "zod";
import { listQuery } from "@/lib/resource/list-query";
import { recordId, requiredText } from "@/lib/validation/fields";
import { REASON_LENGTH } from "./rules";

/** A reason of a customer. `customerId` is for accounts with several customers; it defaults to the own customer. */
export const ReasonInput = z.strictObject({ customerId: recordId().optional(), name: requiredText(REASON_LENGTH) });
export type ReasonInput = z.output<typeof ReasonInput>;

export const ReasonListQuery = listQuery({
  sort: ["name", "createdAt"],
  filters: {
    origin: z.enum(["shipped", "own"]).optional(),
    /** The reasons available for exceptions of this customer, including shipped ones. */
    customerId: recordId().optional(),
  },
});
export type ReasonListQuery = z.output<typeof ReasonListQuery>;

export type ExceptionReasonDto = {
  id: number;
  /** Null for a shipped reason. */
  customerId: number | null;
  /** In the reader's language for a shipped reason. */
  name: string;
  isShipped: boolean;
  createdAt: string;
  version: number;
};

/** A row of the reason list. */
export type ReasonRowDto = ExceptionReasonDto & {
  customerName: string;
  /** The number of visible exceptions that use it. */
  exceptionCount: number;
};
