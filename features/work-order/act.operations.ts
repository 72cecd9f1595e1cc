import "server-only";
import { createHash } from "node:crypto";
import type { WorkOrderEventKind } from "@/db/work-order-enums";
import { visibilityOf } from "@/lib/auth/visibility";
import { AppError, conflict, notFound } from "@/lib/errors";
import type { RawReply } from "@/lib/http/reply";
import { defineOperation, type MutationContext } from "@/lib/operation/define-operation";
import { ById } from "@/lib/resource/by-id";
import { inspectPicture } from "@/lib/storage/picture";
import { fileReply, readFile, storeFile } from "@/lib/stored-file/stored-file";
import { type Act, AFTER, assertAct, isOpen, mayAdd } from "./act.rules";
import { findPhotos, insertPhoto } from "./event.data";
import { changeOrder, getOrder } from "./order.data";
import {
  CommentInput,
  MOST_PHOTOS,
  PHOTO_BYTES,
  PhotoInput,
  PhotoQuery,
  ProcessInput,
  RateInput,
  Reasoned,
  type WorkOrderDto,
} from "./order.schema";
import { byOf, holdersOf, type OpenedOrder, openOrder, recordChange, shownTo, tell, userIdOf } from "./order.service";

const EVENT: Record<Act, WorkOrderEventKind> = {
  accept: "accepted",
  process: "processed",
  confirm: "confirmed",
  return: "returned",
  rate: "rated",
  release: "released",
  cancel: "cancelled",
};
const audit = { entity: "workOrder", id: ({ id }: WorkOrderDto) => id };

type Change = Parameters<typeof changeOrder>[2];

/** Opens an order for an act of the caller. Two at once are served one after the other: the second finds the new state. */
async function openFor(ctx: MutationContext, act: Act, id: number): Promise<OpenedOrder> {
  const opened = await openOrder(ctx, id);
  assertAct(act, opened.locked, opened.viewer);
  return opened;
}

async function take(
  ctx: MutationContext,
  opened: OpenedOrder,
  act: Act,
  change: Change,
  text = "",
): Promise<WorkOrderDto> {
  await changeOrder(ctx.tx, opened.locked.id, { ...change, state: AFTER[act] });
  return recordChange(ctx, opened, { kind: EVENT[act], text });
}

/** Accepts an order. If somebody was faster, CONFLICT says who. */
export const acceptWorkOrder = defineOperation({
  name: "workOrder.accept",
  kind: "mutation",
  permission: "handleWorkOrder",
  input: ById,
  async run(ctx, { id }): Promise<WorkOrderDto> {
    const opened = await openFor(ctx, "accept", id);
    return take(ctx, opened, "accept", { acceptedBy: userIdOf(ctx), acceptedAt: ctx.now });
  },
  audit,
});

/** Gives an accepted order back, with the reason. */
export const releaseWorkOrder = defineOperation({
  name: "workOrder.release",
  kind: "mutation",
  permission: "handleWorkOrder",
  input: Reasoned,
  async run(ctx, { id, reason }): Promise<WorkOrderDto> {
    const opened = await openFor(ctx, "release", id);
    return take(ctx, opened, "release", { acceptedBy: null, acceptedAt: null }, reason);
  },
  audit,
});

/** Reports that the work is done, with the result. Whoever ordered it is told. */
export const processWorkOrder = defineOperation({
  name: "workOrder.process",
  kind: "mutation",
  permission: "handleWorkOrder",
  input: ProcessInput,
  async run(ctx, { id, result }): Promise<WorkOrderDto> {
    const opened = await openFor(ctx, "process", id);
    const dto = await take(ctx, opened, "process", { result, processedAt: ctx.now }, result);
    await tell(ctx, dto, "finished", { userIds: [dto.orderer?.id ?? null], text: result });
    return dto;
  },
  audit,
});

/** Confirms the result of the work, which ends the order. */
export const confirmWorkOrder = defineOperation({
  name: "workOrder.confirm",
  kind: "mutation",
  permission: "viewWorkOrder",
  input: ById,
  async run(ctx, { id }): Promise<WorkOrderDto> {
    const opened = await openFor(ctx, "confirm", id);
    return take(ctx, opened, "confirm", { confirmedBy: userIdOf(ctx), confirmedAt: ctx.now, closedAt: ctx.now });
  },
  audit,
});

/** Sends an order back to whoever accepted it, because the work is not done. */
export const returnWorkOrder = defineOperation({
  name: "workOrder.return",
  kind: "mutation",
  permission: "viewWorkOrder",
  input: Reasoned,
  async run(ctx, { id, reason }): Promise<WorkOrderDto> {
    const opened = await openFor(ctx, "return", id);
    const dto = await take(ctx, opened, "return", { processedAt: null }, reason);
    await tell(ctx, dto, "returned", { userIds: [dto.acceptor?.id ?? null], text: reason });
    return dto;
  },
  audit,
});

/** Rates a confirmed order with one to five stars. */
export const rateWorkOrder = defineOperation({
  name: "workOrder.rate",
  kind: "mutation",
  permission: "viewWorkOrder",
  input: RateInput,
  async run(ctx, { id, stars, comment }): Promise<WorkOrderDto> {
    const opened = await openFor(ctx, "rate", id);
    return take(ctx, opened, "rate", { stars, ratingComment: comment }, comment);
  },
  audit,
});

/** Cancels an order that is not done, with the reason. Whoever has it is told. */
export const cancelWorkOrder = defineOperation({
  name: "workOrder.cancel",
  kind: "mutation",
  permission: "viewWorkOrder",
  input: Reasoned,
  async run(ctx, { id, reason }): Promise<WorkOrderDto> {
    const opened = await openFor(ctx, "cancel", id);
    const dto = await take(ctx, opened, "cancel", { cancelReason: reason, closedAt: ctx.now }, reason);
    await tell(ctx, dto, "cancelled", { ...holdersOf(dto), text: reason });
    return dto;
  },
  audit,
});

/** Opens an order to which the caller adds something. */
async function openToAdd(ctx: MutationContext, id: number): Promise<OpenedOrder> {
  const opened = await openOrder(ctx, id);
  if (!isOpen(opened.locked.state)) throw conflict("state", "workOrderState", "it has ended");
  if (!mayAdd(opened.locked, opened.viewer)) throw new AppError("FORBIDDEN", "this order does not concern you");
  return opened;
}

/** Writes a comment into the timeline. */
export const commentWorkOrder = defineOperation({
  name: "workOrder.comment",
  kind: "mutation",
  permission: "viewWorkOrder",
  input: CommentInput,
  async run(ctx, { id, comment }): Promise<WorkOrderDto> {
    return recordChange(ctx, await openToAdd(ctx, id), { kind: "comment", text: comment });
  },
  audit,
});

/** Adds a photo, checked by its content. One that is sent again changes nothing. */
export const addPhoto = defineOperation({
  name: "workOrder.addPhoto",
  kind: "mutation",
  permission: "viewWorkOrder",
  input: PhotoInput,
  body: { maximumBytes: PHOTO_BYTES },
  async run(ctx, { id, clientKey, photo }): Promise<WorkOrderDto> {
    const opened = await openToAdd(ctx, id);
    const { customerId } = opened.locked;
    const known = await findPhotos(ctx.tx, id);
    if (known.some((one) => one.clientKey === clientKey)) {
      ctx.audit({ customerId, reason: "sent again" });
      return shownTo(opened.viewer, opened.row);
    }
    if (known.length >= MOST_PHOTOS) throw conflict("photo", "tooMany", "there are too many photos", MOST_PHOTOS);
    const content = Buffer.from(photo, "base64");
    const picture = inspectPicture(content);
    if (!picture)
      throw new AppError("INVALID", "photo: is no picture", {
        issues: [{ path: "photo", rule: "image", message: "a PNG or JPEG picture" }],
      });
    const { contentType } = picture;
    const fileId = await storeFile(ctx.tx, { customerId, kind: "workOrder", contentType, content });
    const sha256 = createHash("sha256").update(content).digest("hex");
    const by = byOf(ctx);
    await insertPhoto(ctx.tx, {
      ...{ workOrderId: id, fileId, sha256, clientKey, actorId: by.id, actorName: by.name, at: ctx.now },
    });
    return recordChange(ctx, opened, { kind: "photo" });
  },
  audit,
});

/** A photo of an order. */
export const getPhoto = defineOperation({
  name: "workOrder.photo",
  kind: "query",
  permission: "viewWorkOrder",
  input: PhotoQuery,
  async run(ctx, { id, file }): Promise<RawReply> {
    const { number } = await getOrder(ctx.db, visibilityOf(ctx), id, ctx.now);
    const found = (await findPhotos(ctx.db, id)).find((photo) => photo.file === file);
    if (!found) throw notFound("file", file);
    return fileReply(await readFile(ctx.db, found.file), number);
  },
});
