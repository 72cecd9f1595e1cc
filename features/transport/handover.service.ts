import "server-only";
import { createHash } from "node:crypto";
import { type SignedRecord, signingsOf } from "@/features/signature/signature.service";
import { AppError } from "@/lib/errors";
import type { OperationContext } from "@/lib/operation/context";
import type { MutationContext } from "@/lib/operation/define-operation";
import { inspectPicture } from "@/lib/storage/picture";
import { storeFile } from "@/lib/stored-file/stored-file";
import { findHandovers, findHandoversById, type HandoverRow } from "./handover.data";
import type { HandoverViewDto } from "./handover.schema";
import type { JourneyDto, TransportDto } from "./transport.schema";

/** Stores a picture of a receiver, checked by its content. Throws INVALID with the field. */
export async function storePicture(ctx: MutationContext, customerId: number, base64: string, path: string) {
  const content = Buffer.from(base64, "base64");
  const picture = inspectPicture(content);
  if (!picture)
    throw new AppError("INVALID", `${path}: is no picture`, {
      issues: [{ path, rule: "picture", message: "a PNG or JPEG picture" }],
    });
  const id = await storeFile(ctx.tx, { customerId, kind: "handover", contentType: picture.contentType, content });
  return { id, sha256: createHash("sha256").update(content).digest("hex") };
}

/** What the receiver signs besides the answer: the journey and the load as they were shown. */
export const signedContentOf = (dto: TransportDto, journey: JourneyDto): Record<string, unknown> => ({
  number: dto.number,
  consignor: dto.consignor,
  consignee: dto.consignee,
  stops: dto.stops.map(({ name, arrivedAt, departedAt }) => ({ name, arrivedAt, departedAt })),
  precooling: dto.precooling,
  journey: {
    ...{ from: journey.from, to: journey.to, verdict: journey.verdict },
    lots: journey.lots.map(({ number, productName, verdict }) => ({ number, productName, verdict })),
    probes: journey.probes,
    excursions: journey.excursions.map(({ id, startedAt, endedAt, peak }) => ({ id, startedAt, endedAt, peak })),
  },
});

/** An answer as a record that its receiver signed. */
export const recordOf = (row: HandoverRow): SignedRecord => ({
  kind: "transport",
  id: row.id,
  version: 1,
  customerId: row.customerId,
  content: {
    ...{ answer: row.answer, remark: row.remark, receiverName: row.receiverName },
    answeredAt: row.answeredAt.toISOString(),
    ...{ drawing: row.drawing.sha256, photos: row.photos.map(({ sha256 }) => sha256), shown: row.content },
  },
});

/** The answers as records to verify, as the system. */
export const readSignedHandovers = async (ctx: OperationContext, ids: readonly number[]): Promise<SignedRecord[]> =>
  (await findHandoversById(ctx.db, ids)).map(recordOf);

/** The answers to a transport that the caller has opened, each with its signature, verified now. */
export async function handoversOf(ctx: OperationContext, transportId: number): Promise<HandoverViewDto[]> {
  const rows = await findHandovers(ctx.db, transportId);
  const signings = await signingsOf(ctx, rows.map(recordOf));
  return rows.map((row) => {
    const [signature] = signings.get(row.id)?.signatures ?? [];
    return {
      ...{ id: row.id, answer: row.answer, remark: row.remark, receiverName: row.receiverName },
      answeredAt: row.answeredAt.getTime(),
      receivedAt: row.receivedAt.getTime(),
      isClockRight: row.isClockRight,
      photos: [row.drawing.id, ...row.photos.map(({ id }) => id)],
      signature: signature ?? null,
    };
  });
}
