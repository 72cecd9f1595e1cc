import { z } from "zod";
import { VERIFICATION_OBJECTS, type VerificationObject, type VerificationVerdict } from "@/db/verification-enums";
import type { VisibleRef } from "@/lib/auth/visible-name";
import { listQuery } from "@/lib/resource/list-query";
import { recordId } from "@/lib/validation/fields";
import { DUE_STATES, type DueState } from "./due.rules";

export const DueListQuery = listQuery({
  sort: ["dueAt", "name"],
  filters: {
    state: z.enum(DUE_STATES).optional(),
    object: z.enum(VERIFICATION_OBJECTS).optional(),
    customerId: recordId().optional(),
  },
});
export type DueListQuery = z.output<typeof DueListQuery>;

/** A carrier with its last verification that was confirmed, and when the next one is due. Instants in epoch ms. */
export type DueDto = {
  carrier: VisibleRef;
  path: string[];
  customerName: string;
  object: VerificationObject;
  state: DueState;
  last: { id: number; number: string; verdict: VerificationVerdict | null; terminatedAt: number } | null;
  next: { id: number; number: string } | null;
  dueAt: number | null;
  /** The number of the open work order about it. */
  order: { id: number; number: string } | null;
};
