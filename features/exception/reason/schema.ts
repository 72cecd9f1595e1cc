import { z } from "zod";
import { listQuery } from "@/lib/resource/list-query";
import { recordId, requiredText } from "@/lib/validation/fields";
import { REASON_LENGTH } from "./rules";

/** A reason of a customer's own. `customerId` is for those who work for several customers; otherwise it is the own one. */
export const ReasonInput = z.strictObject({ customerId: recordId().optional(), name: requiredText(REASON_LENGTH) });
export type ReasonInput = z.output<typeof ReasonInput>;

export const ReasonListQuery = listQuery({
  sort: ["name", "createdAt"],
  filters: {
    origin: z.enum(["shipped", "own"]).optional(),
    /** The reasons that may be given for exceptions of this customer: those that ship are among them. */
    customerId: recordId().optional(),
  },
});
export type ReasonListQuery = z.output<typeof ReasonListQuery>;

export type ExceptionReasonDto = {
  id: number;
  /** Null for what ships with the product. */
  customerId: number | null;
  /** Of a shipped one in the reader's language. */
  name: string;
  isShipped: boolean;
  createdAt: string;
};

/** A reason as its list shows it. */
export type ReasonRowDto = ExceptionReasonDto & {
  customerName: string;
  /** Of the exceptions that the reader sees, those it was given for. */
  exceptionCount: number;
};
