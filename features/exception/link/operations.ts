import "server-only";
import { linkToken, openLinkToken } from "@/lib/auth/link-token";
import { customerScope } from "@/lib/auth/scope";
import { AppError } from "@/lib/errors";
import { limitRate } from "@/lib/http/rate-limit";
import type { Db, OperationContext } from "@/lib/operation/context";
import { defineOperation, PUBLIC } from "@/lib/operation/define-operation";
import { findException } from "../data";
import { lockExceptions } from "../handling/data";
import { acknowledge } from "../handling/operations";
import { KINDS } from "../kind/rules";
import { chartSpan } from "../rules";
import type { ExceptionDetailDto } from "../schema";
import { findLink, findSeries, holdLink, keepLinks, removeLinks } from "./data";
import { bucketSecondsOf, linkExpiry, RATE, standOf, TOLD_LENGTH } from "./rules";
import { LinkAcknowledgeInput, type LinkedExceptionDto, LinkInput } from "./schema";

const PURPOSE = "exception link";

/** One answer for every link that opens nothing, whatever the cause. */
const dead = () => new AppError("NOT_FOUND", "the link is not valid, or is too old");

type Recipient = { customerId: number; contactId: number };

/** The keys by which a contact opens these exceptions, by exception; a message that brings them makes them last longer. */
export async function issueLinks(
  db: Db,
  recipient: Recipient,
  exceptionIds: readonly number[],
  now: Date,
): Promise<Map<number, string>> {
  const links = await keepLinks(db, recipient, exceptionIds, linkExpiry(now));
  return new Map([...links].map(([exceptionId, id]) => [exceptionId, linkToken(PURPOSE, id)]));
}

/** Whatever a contact was sent opens nothing any more: it may lie with somebody else. */
export const voidLinks = (tx: Db, contactId: number): Promise<void> => removeLinks(tx, contactId);

/** What the key opens. Counted before anything is looked up, so that nobody tries many. */
async function open({ db, now, address }: OperationContext, key: string) {
  await limitRate(`exceptionLink:${address}`, RATE.address, RATE.seconds, now.getTime());
  const id = openLinkToken(PURPOSE, key);
  if (id === null) throw dead();
  await limitRate(`exceptionLink:${id}`, RATE.link, RATE.seconds, now.getTime());
  const link = await findLink(db, id, now);
  if (!link) throw dead();
  return link;
}

/** The exception of a link, for a reader without an account. Changes nothing: mail scanners open every link. */
export const getLinkedException = defineOperation({
  name: "exceptionLink.get",
  kind: "query",
  permission: PUBLIC,
  input: LinkInput,
  async run(ctx, { key }): Promise<LinkedExceptionDto> {
    const link = await open(ctx, key);
    const found = await findException(ctx.db, customerScope(link.customerId), link.exceptionId, ctx.now);
    if (!found) throw dead();
    return { ...shown(found), ...named(link), chart: await chartOf(ctx, found) };
  },
});

type Link = Awaited<ReturnType<typeof open>>;

const named = ({ contactName, customerName, timeZone }: Link) => ({ contactName, customerName, timeZone });

type Shown = Omit<LinkedExceptionDto, "contactName" | "customerName" | "timeZone" | "chart">;

function shown(found: ExceptionDetailDto): Shown {
  const { id, kind, measure, side, severity, minimum, maximum, peak, peakAt, exposure, forecast } = found;
  const { startedAt, endedAt, durationSeconds, isDetectedLate, context, carrier, device } = found;
  return {
    ...{ id, kind, measure, side, severity, minimum, maximum, peak, peakAt, exposure, forecast },
    ...{ startedAt, endedAt, durationSeconds, isDetectedLate },
    stand: standOf(found),
    place: carrier?.name ?? device.name,
    carrierType: carrier?.type ?? null,
    path: found.scenePath.map(({ name }) => name),
    device: { name: device.name, kind: device.kind },
    doorOpenSince: context.doorOpenSince,
    powerLostSince: context.powerLostSince,
    heldBack: context.heldBack.map(({ name }) => name),
    told: found.notices
      .slice(-TOLD_LENGTH)
      .map(({ at, channel, contactName: name, status }) => ({ at, channel, name, isSent: status === "sent" })),
    acknowledgement:
      found.acknowledgedAt === null
        ? null
        : {
            at: found.acknowledgedAt,
            by: found.acknowledgedBy ?? "",
            comment: found.acknowledgementComment ?? "",
            isByLink: found.isAcknowledgedByLink,
          },
  };
}

/** The readings of this one probe around the exception. */
async function chartOf({ db, now }: OperationContext, found: ExceptionDetailDto): Promise<LinkedExceptionDto["chart"]> {
  const { probeId, kind, forecast } = found;
  if (probeId === null || !KINDS[kind].hasChart) return null;
  const startedAt = Date.parse(found.startedAt);
  const endedAt = found.endedAt === null ? null : Date.parse(found.endedAt);
  const span = chartSpan({ startedAt, endedAt, foreseenUntil: forecast && Date.parse(forecast.latest) }, now.getTime());
  const bucketSeconds = bucketSecondsOf(span);
  const series = await findSeries(db, probeId, span, bucketSeconds);
  return series.at.length > 0 ? { span, series, bucketSeconds } : null;
}

/** Acknowledges once, in the contact's name: the same as an account does in the console. */
export const acknowledgeByLink = defineOperation({
  name: "exception.acknowledgeByLink",
  kind: "mutation",
  permission: PUBLIC,
  input: LinkAcknowledgeInput,
  async run(ctx, { key, comment }): Promise<{ id: number }> {
    const { id, exceptionId, customerId, contactId, contactName } = await open(ctx, key);
    const [row] = await lockExceptions(ctx.tx, customerScope(customerId), [exceptionId]);
    if (!row) throw dead();
    ctx.track({ by: { contactId, name: contactName, customerId } });
    await acknowledge(ctx, row, { acknowledgedByContact: contactName }, comment);
    if (!(await holdLink(ctx.tx, id))) throw dead();
    return { id: exceptionId };
  },
  audit: { entity: "exception", id: ({ id }) => id },
});
