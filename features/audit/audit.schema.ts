import { z } from "zod";
import type { Measure, SessionEndReason } from "@/db/enums";
import { listQuery } from "@/lib/resource/list-query";
import { checkSpan, lineText, recordId } from "@/lib/validation/fields";
import { instant } from "@/lib/validation/instant";

const Text = lineText(100).optional();

/** Always sorted newest first. Without `from` the list reaches back as many days as the log is set to show. */
export const SysLogListQuery = listQuery({
  sort: ["at"],
  dir: "desc",
  filters: {
    customerId: recordId().optional(),
    from: instant().optional(),
    to: instant().optional(),
    /** Part of the operator's name. */
    operator: Text,
    /** The module: the kind of record. */
    entity: Text,
    entityId: Text,
    /** All changes of one carrier or device, in any module. */
    carrierId: recordId().optional(),
    deviceId: recordId().optional(),
    /** The full name of the operation, `zone.update`. */
    operation: Text,
    address: Text,
  },
}).superRefine(checkSpan);
export type SysLogListQuery = z.output<typeof SysLogListQuery>;

export const LoginLogListQuery = listQuery({
  sort: ["at"],
  dir: "desc",
  filters: {
    customerId: recordId().optional(),
    from: instant().optional(),
    to: instant().optional(),
    kind: z.enum(["login", "refused"]).optional(),
    address: Text,
  },
}).superRefine(checkSpan);
export type LoginLogListQuery = z.output<typeof LoginLogListQuery>;

/** `after`: the last row of the previous part. */
export const VerifyQuery = z.strictObject({
  customerId: recordId().optional(),
  after: z.coerce.number().int().min(0).default(0),
});

export const LogSettingInput = z.strictObject({ days: z.coerce.number() });

export type ActorType = "user" | "key" | "system" | "device" | "contact" | "anonymous";
type Values = Record<string, unknown> | null;

/** One row of the log: time, operator, module, method, record, result. */
export type SysLogDto = {
  id: number;
  customerId: number;
  customerName: string;
  /** Position in the customer's chain. */
  sequence: number;
  at: string;
  actorType: ActorType;
  actorName: string;
  address: string;
  operation: string;
  entity: string;
  entityId: string;
  /** The name of the record, if the row or its account contains it. */
  entityName: string | null;
  result: "succeeded" | "refused";
  /** The names of the changed fields. */
  fields: string[];
  reason: string | null;
};

export type SysLogDetailDto = SysLogDto & {
  requestId: string;
  oldValues: Values;
  newValues: Values;
  previousHash: string;
  hash: string;
};

/** `measure`: what the record measured at that time, as the row has only what changed; null if it has none. */
export type SysLogRowDto = SysLogDetailDto & { measure: Measure | null };

/** The progress of a verification; `next` requests the next part, `isWhole` says that the end was reached. */
export type VerifyDto = {
  ok: boolean;
  /** The number of verified rows. */
  rows: number;
  total: number;
  isWhole: boolean;
  next: number | null;
  firstBroken: { sequence: number; id: number | null; at: string | null } | null;
};

export type LogSettingDto = { days: number };

/** `code`: 1 set, 0 not set because the days are out of bounds. `days` is the present value. */
export type LogSettingResultDto = LogSettingDto & { code: 0 | 1 };

/** A login with its end, or a refused attempt. */
export type LoginLogDto = {
  key: string;
  kind: "login" | "refused";
  at: string;
  customerId: number;
  customerName: string;
  /** The account; the entered name if there is no such account. */
  username: string;
  name: string;
  address: string;
  /** The user agent; empty if unknown. */
  device: string;
  endedAt: string | null;
  endReason: SessionEndReason | "expired" | null;
  /** Why it was refused, if known. */
  reason: string | null;
};
