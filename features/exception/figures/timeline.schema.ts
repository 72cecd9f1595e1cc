import type { NoticeChannel, NoticeRemark, NoticeStatus, NoticeType } from "@/db/enums";

/** One attempt to tell somebody. */
export type NoticeDto = {
  at: string;
  channel: NoticeChannel;
  type: NoticeType;
  status: NoticeStatus;
  contactName: string;
  recipient: string;
  attempt: number;
  /** Whether it was a line in a digest of what was over already. */
  isDigest: boolean;
  /** How many other exceptions the same message told of. */
  others: number;
  /** Why it failed. */
  reason: string;
  /** Of plans that notify who is on duty: how this recipient was found. */
  remark: NoticeRemark | null;
};

/** One audited action: who (nobody where the worker did it), what, the values before and after, and why. */
export type TrailDto = {
  at: string;
  actor: string;
  operation: string;
  reason: string | null;
  oldValues: Record<string, unknown> | null;
  newValues: Record<string, unknown> | null;
};
