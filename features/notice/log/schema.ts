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

/** Newest first, always. `q` is a part of the contact's name or of the address. */
export const NoticeLogListQuery = listQuery({
  sort: ["at"],
  dir: "desc",
  pageSize: 20,
  filters: {
    customerId: recordId().optional(),
    from: instant().optional(),
    to: instant().optional(),
    channel: z.enum(NOTICE_CHANNELS).optional(),
    status: z.enum(NOTICE_STATUSES).optional(),
    type: z.enum(NOTICE_TYPES).optional(),
    /** A part of the name of the carrier, or of the device where no carrier is concerned. */
    carrier: lineText(100).optional(),
    carrierId: recordId().optional(),
    exceptionId: recordId().optional(),
  },
}).superRefine(checkSpan);
export type NoticeLogListQuery = z.output<typeof NoticeLogListQuery>;

/** One attempt to tell somebody. */
export type NoticeLogDto = {
  id: number;
  at: string;
  customerId: number;
  customerName: string;
  channel: NoticeChannel;
  type: NoticeType;
  status: NoticeStatus;
  /** Empty for a pop-up, and where a plan reached nobody. */
  contactName: string;
  recipient: string;
  /** Null where the message also tells of places that the reader may not see. */
  content: string | null;
  /** Why it failed; empty when sent. */
  reason: string;
  attempt: number;
  /** Of plans that notify who is on duty: how this recipient was found. */
  remark: NoticeRemark | null;
  /** What it tells of; none for a code to sign in with. */
  exceptionId: number | null;
  carrier: { id: number; name: string; type: CarrierType } | null;
  /** Of an exception that stands on no carrier. */
  deviceName: string | null;
};

/** The message that an attempt belongs to: when it was due, what has become of it. */
export type NoticeMessageDto = { dueAt: string; status: OutboxStatus };

export type NoticeLogDetailDto = NoticeLogDto & {
  exception: { severity: Severity; startedAt: string; endedAt: string | null } | null;
  message: NoticeMessageDto | null;
  /** All attempts of the same message for the same exception, the oldest first. */
  attempts: Pick<NoticeLogDto, "id" | "at" | "status" | "reason" | "attempt">[];
  /** The other exceptions that this very attempt told of, as far as the reader may see them. */
  together: { id: number; exceptionId: number; place: string }[];
};
