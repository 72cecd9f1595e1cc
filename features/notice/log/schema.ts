import { z } from "zod";
import {
  type CarrierType,
  NOTICE_CHANNELS,
  NOTICE_STATUSES,
  NOTICE_TYPES,
  type NoticeChannel,
  type NoticeRemark,
  type NoticeStatus,
  type NoticeType,
  type OutboxStatus,
  type Severity,
} from "@/db/enums";
import { listQuery } from "@/lib/resource/list-query";
import { checkSpan, lineText, recordId } from "@/lib/validation/fields";
import { instant } from "@/lib/validation/instant";

/** Always sorted newest first. `q` matches part of the contact's name or of the address. */
export const NoticeLogListQuery = listQuery({
  sort: ["at"],
  dir: "desc",
  filters: {
    customerId: recordId().optional(),
    from: instant().optional(),
    to: instant().optional(),
    channel: z.enum(NOTICE_CHANNELS).optional(),
    status: z.enum(NOTICE_STATUSES).optional(),
    type: z.enum(NOTICE_TYPES).optional(),
    /** Part of the name of the carrier, or of the device if there is no carrier. */
    carrier: lineText(100).optional(),
    carrierId: recordId().optional(),
    exceptionId: recordId().optional(),
  },
}).superRefine(checkSpan);
export type NoticeLogListQuery = z.output<typeof NoticeLogListQuery>;

/** One attempt to notify somebody. */
export type NoticeLogDto = {
  id: number;
  at: string;
  customerId: number;
  customerName: string;
  channel: NoticeChannel;
  type: NoticeType;
  status: NoticeStatus;
  /** Empty for a pop-up, and if a plan reached nobody. */
  contactName: string;
  recipient: string;
  /** Null if the message also reports places that are not visible to the reader. */
  content: string | null;
  /** Why it failed; empty if sent. */
  reason: string;
  attempt: number;
  /** For plans that notify who is on duty: how this recipient was determined. */
  remark: NoticeRemark | null;
  /** The reported exception; null for a login code. */
  exceptionId: number | null;
  carrier: { id: number; name: string; type: CarrierType } | null;
  /** For an exception without a carrier. */
  deviceName: string | null;
};

/** The message of an attempt: when it was due, and its status. */
export type NoticeMessageDto = { dueAt: string; status: OutboxStatus };

export type NoticeLogDetailDto = NoticeLogDto & {
  exception: { severity: Severity; startedAt: string; endedAt: string | null } | null;
  message: NoticeMessageDto | null;
  /** All attempts of the same message for the same exception, oldest first. */
  attempts: Pick<NoticeLogDto, "id" | "at" | "status" | "reason" | "attempt">[];
  /** The other exceptions that this attempt reported, as far as they are visible to the reader. */
  together: { id: number; exceptionId: number; place: string }[];
};
