import { z } from "zod";
import type { DeviceKind } from "@/db/enums";
import {
  WORK_ORDER_STATES,
  WORK_ORDER_TYPES,
  type WorkOrderCause,
  type WorkOrderEventKind,
  type WorkOrderState,
  type WorkOrderType,
} from "@/db/work-order-enums";
import type { VisibleRef } from "@/lib/auth/visible-name";
import { ById, VersionedId } from "@/lib/resource/by-id";
import { listQuery } from "@/lib/resource/list-query";
import {
  checkSpan,
  lineText,
  multilineText,
  optionalMultilineText,
  recordId,
  requiredMultilineText,
  requiredText,
} from "@/lib/validation/fields";
import { instant } from "@/lib/validation/instant";
import { type Act, PHASES } from "./act.rules";
import { ORDER_SOURCES } from "./order.rules";

export const TITLE_LENGTH = 100;
export const DESCRIPTION_LENGTH = 1000;
export const REASON_LENGTH = 250;
export const RESULT_LENGTH = 1000;
/** The warning before an order is due, in minutes. */
export const REMIND_MINUTES = { default: 60, maximum: 43_200 } as const;
export const STARS = { minimum: 1, maximum: 5 } as const;
export const MOST_PHOTOS = 20;
/** A photo in base64 that the browser has made smaller. */
export const PHOTO_CHARACTERS = 700_000;
export const PHOTO_BYTES = 1024 * 1024;

export const remindMinutes = () => z.number().int().min(0).max(REMIND_MINUTES.maximum).default(REMIND_MINUTES.default);

/** A person or a group, not both. */
export function checkAssignment(
  { assigneeId, groupId }: { assigneeId: number | null; groupId: number | null },
  context: z.RefinementCtx,
): void {
  if (assigneeId === null || groupId === null) return;
  const message = "a person or a group, not both";
  context.addIssue({ code: "custom", path: ["groupId"], params: { rule: "personOrGroup" }, message });
}

const assignment = { assigneeId: recordId().nullable().default(null), groupId: recordId().nullable().default(null) };
const fields = {
  type: z.enum(WORK_ORDER_TYPES),
  title: requiredText(TITLE_LENGTH),
  description: optionalMultilineText(DESCRIPTION_LENGTH),
  dueAt: instant().nullable().default(null),
  remindMinutes: remindMinutes(),
  ...assignment,
};

/**
 * A new order. What it is about is an exception, which says where, or a device, a carrier or a node, in this order; with
 * none of them it concerns the customer as a whole.
 */
export const WorkOrderCreate = z
  .strictObject({
    ...fields,
    customerId: recordId().optional(),
    exceptionId: recordId().nullable().default(null),
    deviceId: recordId().nullable().default(null),
    carrierId: recordId().nullable().default(null),
    sceneId: recordId().nullable().default(null),
  })
  .superRefine(checkAssignment);
export type WorkOrderCreate = z.output<typeof WorkOrderCreate>;

export const WorkOrderUpdate = z.strictObject({ ...VersionedId.shape, ...fields }).superRefine(checkAssignment);
export type WorkOrderUpdate = z.output<typeof WorkOrderUpdate>;

/** The filters that list and statistics share; `from` and `to` are those of the submission. */
export const orderFilters = {
  phase: z.enum(PHASES).optional(),
  state: z.enum(WORK_ORDER_STATES).optional(),
  type: z.enum(WORK_ORDER_TYPES).optional(),
  source: z.enum(ORDER_SOURCES).optional(),
  /** Submitted by this monitor task. */
  taskId: recordId().optional(),
  /** Assigned to the reader or a group of theirs, or accepted by the reader. */
  mine: z.enum(["true"]).optional(),
  /** Who accepted it. */
  acceptorId: recordId().optional(),
  /** Nobody accepted it: `none`. */
  acceptor: z.enum(["none"]).optional(),
  customerId: recordId().optional(),
  carrierId: recordId().optional(),
  deviceId: recordId().optional(),
  exceptionId: recordId().optional(),
  from: instant().optional(),
  to: instant().optional(),
};

export const WorkOrderListQuery = listQuery({
  sort: ["createdAt", "number", "dueAt", "place"],
  dir: "desc",
  filters: orderFilters,
}).superRefine(checkSpan);
export type WorkOrderListQuery = z.output<typeof WorkOrderListQuery>;

export const Reasoned = z.strictObject({ ...ById.shape, reason: requiredText(REASON_LENGTH) });
export const ProcessInput = z.strictObject({ ...ById.shape, result: requiredMultilineText(RESULT_LENGTH) });
export const RateInput = z.strictObject({
  ...ById.shape,
  stars: z.number().int().min(STARS.minimum).max(STARS.maximum),
  comment: multilineText(REASON_LENGTH).default(""),
});
export const CommentInput = z.strictObject({ ...ById.shape, comment: requiredMultilineText(DESCRIPTION_LENGTH) });
/** `clientKey` is made by the browser once for each photo, so that one that is sent again is the same. */
export const PhotoInput = z.strictObject({
  ...ById.shape,
  clientKey: z.uuid(),
  photo: z.base64().min(1).max(PHOTO_CHARACTERS),
});
export const PhotoQuery = z.strictObject({ ...ById.shape, file: lineText(60) });

/** Who can be given orders of a customer, at a node if one is named. */
export const PeopleQuery = z.strictObject({
  customerId: recordId().optional(),
  q: lineText(100).optional(),
});
/** People and groups shown at once. */
export const MOST_PEOPLE = 100;

type Named = { id: number; name: string };
/** `people`: how many accounts of the group can accept orders. */
export type PeopleDto = { users: Named[]; groups: (Named & { people: number })[] };

/** Instants in epoch ms. */
export type WorkOrderDto = {
  id: number;
  customerId: number;
  customerName: string;
  timeZone: string;
  number: string;
  type: WorkOrderType;
  title: string;
  description: string;
  state: WorkOrderState;
  isByRule: boolean;
  ruleName: string | null;
  /** The monitor task that submitted it; null: none, or it was deleted. */
  task: Named | null;
  cause: WorkOrderCause | null;
  exceptionId: number | null;
  carrier: VisibleRef | null;
  device: (VisibleRef & { kind: DeviceKind }) | null;
  sceneId: number | null;
  /** The nodes from the site down to where it is, as far as the reader sees them. */
  path: string[];
  orderer: Named | null;
  assignee: Named | null;
  group: Named | null;
  acceptor: Named | null;
  confirmer: Named | null;
  dueAt: number | null;
  remindMinutes: number;
  isOverdue: boolean;
  acceptedAt: number | null;
  processedAt: number | null;
  result: string;
  confirmedAt: number | null;
  closedAt: number | null;
  cancelReason: string;
  stars: number | null;
  ratingComment: string;
  photoCount: number;
  createdAt: number;
  version: number;
  /** What the reader can do with it now. */
  acts: Act[];
  mayChange: boolean;
  mayAdd: boolean;
};

export type WorkOrderEventDto = { id: number; kind: WorkOrderEventKind; actor: string; text: string; at: number };
export type WorkOrderPhotoDto = { file: string; actor: string; at: number };
export type WorkOrderDetailDto = WorkOrderDto & { events: WorkOrderEventDto[]; photos: WorkOrderPhotoDto[] };

/** `data` of the live event `workOrder`: a change, or, with `userId`, a pop-up for one account. */
export type WorkOrderEvent = { orderId: number; sceneId: number | null } & (
  | { change: string }
  | { userId: number; news: string; number: string; title: string }
);
