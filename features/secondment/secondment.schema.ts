import { z } from "zod";
import type { DeviceKind } from "@/db/enums";
import { DEVICE_KINDS } from "@/db/enums";
import { SECONDMENT_STATES, type SecondmentState } from "@/db/secondment-enums";
import { ById } from "@/lib/resource/by-id";
import { listQuery } from "@/lib/resource/list-query";
import {
  checkSpan,
  lineText,
  optionalMultilineText,
  recordId,
  requiredMultilineText,
  requiredText,
} from "@/lib/validation/fields";
import { instant } from "@/lib/validation/instant";
import { CODE_LENGTH, DIRECTIONS, REMARK_LENGTH, type SecondmentAct } from "./secondment.rules";

/**
 * A device for another customer, named by its exact code. Without `startsAt` from now on, without `endsAt` until revoked.
 * A transfer has neither: it begins with its confirmation and does not end.
 */
export const SecondmentCreate = z
  .strictObject({
    deviceId: recordId(),
    borrowerCode: requiredText(CODE_LENGTH),
    isTransfer: z.boolean().default(false),
    startsAt: instant().nullable().default(null),
    endsAt: instant().nullable().default(null),
    remark: optionalMultilineText(REMARK_LENGTH),
  })
  .superRefine(({ isTransfer, startsAt, endsAt }, context) => {
    const refuse = (path: string, rule: string, message: string) =>
      context.addIssue({ code: "custom", path: [path], params: { rule }, message });
    if (isTransfer && startsAt !== null) refuse("startsAt", "transferSpan", "a transfer begins when it is confirmed");
    if (isTransfer && endsAt !== null) refuse("endsAt", "transferSpan", "a transfer has no end");
    if (startsAt !== null && endsAt !== null && endsAt <= startsAt)
      refuse("endsAt", "endBeforeStart", "must lie after the start");
  });
export type SecondmentCreate = z.output<typeof SecondmentCreate>;

export const Reasoned = z.strictObject({ ...ById.shape, reason: requiredMultilineText(REMARK_LENGTH) });

/** `from` and `to` are those of its submission; `direction` needs a scope of one customer to mean something. */
export const SecondmentListQuery = listQuery({
  sort: ["createdAt", "startsAt", "serialNumber"],
  dir: "desc",
  filters: {
    state: z.enum(SECONDMENT_STATES).optional(),
    direction: z.enum(DIRECTIONS).optional(),
    kind: z.enum(DEVICE_KINDS).optional(),
    deviceId: recordId().optional(),
    customer: lineText(100).optional(),
    from: instant().optional(),
    to: instant().optional(),
  },
}).superRefine(checkSpan);
export type SecondmentListQuery = z.output<typeof SecondmentListQuery>;

/** A customer of a secondment; `id` is null if the reader may not see it, or it was removed. */
type Party = { id: number | null; name: string };

/** Instants in epoch ms. */
export type SecondmentDto = {
  id: number;
  kind: DeviceKind;
  serialNumber: string;
  /** The device as the reader's side has it; null if the reader may not view it, or it was removed. */
  device: { id: number; name: string } | null;
  lender: Party;
  borrower: Party;
  isTransfer: boolean;
  state: SecondmentState;
  startsAt: number | null;
  endsAt: number | null;
  endedAt: number | null;
  remark: string;
  endReason: string;
  createdAt: number;
  /** What the reader can do now. */
  acts: SecondmentAct[];
};

/** `data` of the live event `secondment`: a change, or, with `userId`, a pop-up for one account. */
export type SecondmentEvent =
  | { secondmentId: number; change: string }
  | { secondmentId: number; userId: number; news: string; serialNumber: string; other: string };
