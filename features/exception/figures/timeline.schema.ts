import type { NoticeChannel, NoticeRemark, NoticeStatus, NoticeType } from "@/db/enums";

/** One attempt to send a notice. */
export type NoticeDto = {
  at: string;
  channel: NoticeChannel;
  type: NoticeType;
  status: NoticeStatus;
  contactName: string;
  recipient: string;
  attempt: number;
  /** Whether it was a line in a digest of exceptions already over. */
  isDigest: boolean;
  /** The number of other exceptions in the same message. */
  others: number;
  /** Why it failed. */
  reason: string;
  /** For plans that notify who is on duty: how this recipient was chosen. */
  remark: NoticeRemark | null;
};

/** One audited action: actor (null for the worker), operation, values before and after, and reason. */
export type TrailDto = {
  at: string;
  actor: string;
  operation: string;
  reason: string | null;
  oldValues: Record<string, unknown> | null;
  newValues: Record<string, unknown> | null;
};
