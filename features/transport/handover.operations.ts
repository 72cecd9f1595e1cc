import "server-only";
import { z } from "zod";
import type { TemperatureUnit } from "@/db/enums";
import { signAsReceiver } from "@/features/signature/signature.service";
import { unitOfCustomer } from "@/lib/auth/customer-units";
import { openLinkToken } from "@/lib/auth/link-token";
import { customerScope } from "@/lib/auth/scope";
import { visibilityOf } from "@/lib/auth/visibility";
import { AppError, notFound } from "@/lib/errors";
import { limitAddress } from "@/lib/http/rate-limit";
import type { RawReply } from "@/lib/http/reply";
import { liveBus } from "@/lib/live/live";
import type { OperationContext } from "@/lib/operation/context";
import { defineOperation, PUBLIC } from "@/lib/operation/define-operation";
import { ById } from "@/lib/resource/by-id";
import { fileReply, readFile } from "@/lib/stored-file/stored-file";
import { lineText } from "@/lib/validation/fields";
import { fileOf, findCurve, findHandovers, type HandoverRow, insertHandover } from "./handover.data";
import {
  CodeInput,
  HANDOVER_BYTES,
  type HandedOverDto,
  HandoverInput,
  type HandoverViewDto,
  type LinkedTransportDto,
} from "./handover.schema";
import { handoversOf, recordOf, signedContentOf, storePicture } from "./handover.service";
import { journeyOf } from "./journey.service";
import { end, openTransport } from "./movement.service";
import { tellOfAnswer } from "./tell.service";
import { findByCode, findCarrierType, getTransport } from "./transport.data";
import { answerTimeOf, isAnswerable } from "./transport.rules";
import type { JourneyDto, TransportDto } from "./transport.schema";
import { auditedOf } from "./transport.service";

/** Calls of one network in a minute; a receiving bay with many boxes shares an address. */
const RATE = { address: 120, seconds: 60 } as const;
const CURVE_POINTS = 240;

/** The same error for every code that opens nothing, whatever the cause. */
const dead = () => new AppError("NOT_FOUND", "the code is not valid");

/** The transport of a code, and the context in which its customer's data is read. Throws NOT_FOUND. */
async function open(ctx: OperationContext, key: string): Promise<{ reader: OperationContext; dto: TransportDto }> {
  // Counted before any lookup, to limit guessing.
  await limitAddress("transportCode", ctx.address, RATE.address, RATE.seconds);
  const codeId = openLinkToken("transport code", key);
  const found = codeId === null ? undefined : await findByCode(ctx.db, codeId);
  if (!found) throw dead();
  const reader: OperationContext = {
    ...ctx,
    actor: { type: "system", job: "transport code" },
    scope: customerScope(found.customerId),
  };
  return { reader, dto: await getTransport(ctx.db, visibilityOf(reader), found.id) };
}

const givenOf = ({ id, answer, receiverName, remark, answeredAt }: HandoverRow): HandedOverDto => ({
  ...{ id, answer, receiverName, remark },
  answeredAt: answeredAt.getTime(),
});

function shown(dto: TransportDto, journey: JourneyDto, temperatureUnit: TemperatureUnit) {
  return {
    ...{
      number: dto.number,
      customerName: dto.customerName,
      timeZone: dto.timeZone,
      temperatureUnit,
      state: dto.state,
    },
    ...{ consignor: dto.consignor, consignee: dto.consignee, carrierName: dto.carrier.name ?? "" },
    stops: dto.stops.map(({ name, plannedArriveAt, arrivedAt, departedAt }) => ({
      ...{ name, plannedArriveAt, arrivedAt, departedAt },
    })),
    lots: journey.lots.map(({ number, productName, verdict }) => ({ number, productName, verdict })),
    ...{ precooling: dto.precooling, loadedAt: dto.loadedAt, to: journey.to, verdict: journey.verdict },
    probes: journey.probes.map(({ probeId: _, ...probe }) => probe),
    excursions: journey.excursions.map(({ measure, side, startedAt, endedAt, peak, minimum, maximum }) => ({
      ...{ measure, side, startedAt, endedAt, peak, minimum, maximum },
    })),
  };
}

/** The journey of a transport, for whoever holds its code. */
export const getLinkedTransport = defineOperation({
  name: "transportCode.get",
  kind: "query",
  permission: PUBLIC,
  input: CodeInput,
  async run(ctx, { key }): Promise<LinkedTransportDto> {
    const { reader, dto } = await open(ctx, key);
    const journey = await journeyOf(reader, dto);
    const worst = journey.probes
      .filter(({ measure }) => measure === "temperature")
      .toSorted((a, b) => b.outsideMinutes - a.outsideMinutes)[0];
    const span = { from: journey.from ?? 0, to: journey.to };
    const given = (await findHandovers(ctx.db, dto.id)).at(-1);
    return {
      ...shown(dto, journey, await unitOfCustomer(ctx.db, dto.customerId)),
      carrierType: await findCarrierType(ctx.db, dto.carrier.id),
      chart: worst && journey.from !== null ? await findCurve(ctx.db, worst.probeId, span, CURVE_POINTS) : null,
      limits: { minimum: worst?.minimum ?? null, maximum: worst?.maximum ?? null },
      given: given ? givenOf(given) : null,
      isAnswerable: isAnswerable(dto.state),
    };
  },
});

/**
 * Takes a receiver's answer with name, drawing and photos, and ends the transport. An answer that is sent again changes
 * nothing; one of another phone gets CONFLICT, with who answered.
 */
export const handOver = defineOperation({
  name: "transport.handOver",
  kind: "mutation",
  permission: PUBLIC,
  input: HandoverInput,
  body: { maximumBytes: HANDOVER_BYTES },
  async run(ctx, { key, drawing, photos, answeredAt, ...given }): Promise<HandedOverDto> {
    const { reader, dto: found } = await open(ctx, key);
    const system = { ...ctx, actor: reader.actor, scope: reader.scope };
    const opened = await openTransport(system, found.id);
    const { customerId } = opened.locked;
    const earlier = await findHandovers(ctx.tx, found.id);
    const same = earlier.find(({ clientKey }) => clientKey === given.clientKey);
    if (same) {
      ctx.audit({ customerId, reason: "sent again" });
      return givenOf(same);
    }
    const last = earlier.at(-1);
    if (last) {
      const names = last.receiverName;
      throw new AppError("CONFLICT", `answer: ${names} has answered`, {
        issues: [{ path: "answer", rule: "answeredBy", message: `${names} has answered`, names }],
      });
    }
    const journey = await journeyOf(system, opened.dto);
    const time = answerTimeOf(answeredAt, { loadedAt: opened.dto.loadedAt, receivedAt: ctx.now.getTime() });
    const row = {
      ...given,
      ...{ customerId, transportId: found.id, receivedAt: ctx.now },
      ...{ answeredAt: new Date(time.answeredAt), isClockRight: time.isClockRight },
      drawing: await storePicture(system, customerId, drawing, "drawing"),
      photos: [] as { id: string; sha256: string }[],
      content: signedContentOf(opened.dto, journey),
    };
    for (const [index, photo] of photos.entries())
      row.photos.push(await storePicture(system, customerId, photo, `photos.${index}`));
    const id = await insertHandover(ctx.tx, row);
    await end(system, opened, given.answer === "refused" ? "refused" : "delivered", ctx.now);
    const stored = (await findHandovers(ctx.tx, found.id)).find((one) => one.id === id) as HandoverRow;
    await signAsReceiver(system, recordOf(stored), {
      name: stored.receiverName,
      reason: stored.remark,
      drawing: stored.drawing,
    });
    await tellOfAnswer(system, stored, opened.dto);
    const { receiverName, answer, remark } = given;
    ctx.audit({
      customerId,
      old: auditedOf(opened.dto),
      new: { answer, remark, receiverName, state: answer === "refused" ? "refused" : "delivered" },
    });
    ctx.afterCommit(() =>
      liveBus().publish([
        {
          type: "transport",
          customerId,
          carrierId: opened.locked.carrierId,
          data: { transportId: found.id, number: found.number, answer, receiverName },
        },
      ]),
    );
    return givenOf(stored);
  },
  audit: { entity: "transport", id: ({ id }) => id },
});

/** The answers to a transport, each with its signature, verified now. */
export const listHandovers = defineOperation({
  name: "transport.handovers",
  kind: "query",
  permission: "viewTransport",
  input: ById,
  async run(ctx, { id }): Promise<HandoverViewDto[]> {
    return handoversOf(ctx, (await getTransport(ctx.db, visibilityOf(ctx), id)).id);
  },
});

/** The drawing or a photo of an answer. */
export const getHandoverFile = defineOperation({
  name: "transport.handoverFile",
  kind: "query",
  permission: "viewTransport",
  input: z.object({ ...ById.shape, file: lineText(60) }),
  async run(ctx, { id, file }): Promise<RawReply> {
    const { number } = await getTransport(ctx.db, visibilityOf(ctx), id);
    const found = fileOf(await findHandovers(ctx.db, id), file);
    if (!found) throw notFound("file", file);
    return fileReply(await readFile(ctx.db, found), number);
  },
});
