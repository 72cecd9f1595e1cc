import "server-only";
import { createTranslator } from "use-intl/core";
import { linkToken, openLinkToken } from "@/lib/auth/link-token";
import { customerScope } from "@/lib/auth/scope";
import { AppError } from "@/lib/errors";
import { limitAddress, limitRate } from "@/lib/http/rate-limit";
import { loadMessages } from "@/lib/i18n/load-messages";
import { DEFAULT_LOCALE, toLocale } from "@/lib/i18n/routing";
import type { Db, OperationContext } from "@/lib/operation/context";
import { defineOperation, PUBLIC } from "@/lib/operation/define-operation";
import { briefingOf } from "../briefing/briefing.service";
import { findException } from "../exception.data";
import { chartSpan } from "../exception.rules";
import type { ExceptionDetailDto } from "../exception.schema";
import { withFigures } from "../figures/figures.service";
import { type LockedException, lockExceptions } from "../handling/data";
import { acknowledge, acknowledgeForContact } from "../handling/operations";
import { barOf } from "../handling/rules";
import { KINDS } from "../kind.rules";
import { findLinks, findSeries, type Link, lockLinks, removeLinks, storeLinks } from "./data";
import { bucketSecondsOf, type KeyOutcome, keyOutcome, linkExpiry, RATE, standOf, TOLD_LENGTH } from "./rules";
import {
  LinkAcknowledgeInput,
  type LinkedExceptionDto,
  LinkInput,
  type PushAcknowledgedDto,
  PushAcknowledgeInput,
} from "./schema";

const PURPOSE = "exception link";

/** The same error for every invalid link, whatever the cause. */
const dead = () => new AppError("NOT_FOUND", "the link is not valid, or is too old");

type Recipient = { customerId: number; contactId: number };

/** The keys of a contact for these exceptions, by exception; sending them extends their validity. */
export async function issueLinks(
  db: Db,
  recipient: Recipient,
  exceptionIds: readonly number[],
  now: Date,
): Promise<Map<number, string>> {
  const links = await storeLinks(db, recipient, exceptionIds, linkExpiry(now));
  return new Map([...links].map(([exceptionId, id]) => [exceptionId, linkToken(PURPOSE, id)]));
}

/** Invalidates all links sent to a contact, because another person may have them. */
export const voidLinks = (tx: Db, contactId: number): Promise<void> => removeLinks(tx, contactId);

type Visitor = Pick<OperationContext, "db" | "now" | "address">;

/** Counted before any lookup, to limit guessing. */
const countVisit = ({ address }: Visitor) => limitAddress("exceptionLink", address, RATE.address, RATE.seconds);

/** The link of each of these keys; undefined if invalid. */
async function linksOf({ db, now }: Visitor, keys: readonly string[]): Promise<(Link | undefined)[]> {
  const ids = keys.map((key) => openLinkToken(PURPOSE, key));
  const known = ids.filter((id) => id !== null);
  for (const id of known) await limitRate(`exceptionLink:${id}`, RATE.link, RATE.seconds);
  const links = known.length === 0 ? [] : await findLinks(db, known, now);
  return ids.map((id) => links.find((link) => link.id === id));
}

async function open(ctx: Visitor, key: string) {
  await countVisit(ctx);
  const [link] = await linksOf(ctx, [key]);
  if (!link) throw dead();
  return link;
}

/** The exception of a link, for a reader without an account. Read-only, because mail scanners open every link. */
export const getLinkedException = defineOperation({
  name: "exceptionLink.get",
  kind: "query",
  permission: PUBLIC,
  input: LinkInput,
  async run(ctx, { key }): Promise<LinkedExceptionDto> {
    const link = await open(ctx, key);
    const stored = await findException(ctx.db, customerScope(link.customerId), link.exceptionId, ctx.now);
    if (!stored) throw dead();
    const [found = stored] = await withFigures(ctx, [stored]);
    const [chart, briefing] = await Promise.all([
      chartOf(ctx, found),
      barOf("acknowledge", found) === null ? briefingOf(ctx, found) : null,
    ]);
    return { ...shown(found), ...named(link), chart, briefing };
  },
});

const named = ({ contactName, customerName, timeZone, temperatureUnit }: Link) => ({
  contactName,
  customerName,
  timeZone,
  temperatureUnit,
});

type Shown = Omit<
  LinkedExceptionDto,
  "contactName" | "customerName" | "timeZone" | "temperatureUnit" | "chart" | "briefing"
>;

function shown(found: ExceptionDetailDto): Shown {
  const { id, kind, measure, side, severity, minimum, maximum, peak, peakAt, exposure, forecast, crossing } = found;
  const { startedAt, endedAt, durationSeconds, isDetectedLate, context, carrier, device } = found;
  const { mean, meanKineticTemperature, kineticRefusal, degreeMinutes, observedSeconds } = found;
  const { sampleCount, figuresAt } = found;
  return {
    ...{ mean, meanKineticTemperature, kineticRefusal, degreeMinutes, observedSeconds, sampleCount, figuresAt },
    ...{ id, kind, measure, side, severity, minimum, maximum, peak, peakAt, exposure, forecast, crossing },
    ...{ startedAt, endedAt, durationSeconds, isDetectedLate },
    stand: standOf(found),
    place: carrier?.name ?? device.name,
    carrierType: carrier?.type ?? null,
    path: found.scenePath.map(({ name }) => name),
    device: { name: device.name, kind: device.kind },
    doorOpenSince: context.doorOpenSince,
    powerLostSince: context.powerLostSince,
    affected: context.affected.map(({ name }) => name),
    told: found.notices
      .filter(({ type }) => type !== "reply")
      .slice(-TOLD_LENGTH)
      .map(({ at, channel, contactName: name, status }) => ({ at, channel, name, isSent: status === "sent" })),
    acknowledgement:
      found.acknowledgedAt === null
        ? null
        : {
            at: found.acknowledgedAt,
            by: found.acknowledgedBy ?? "",
            comment: found.acknowledgementComment ?? "",
            via: found.acknowledgedVia ?? "console",
          },
  };
}

/** The readings of this probe around the exception. */
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

/** Acknowledges on behalf of the contact, once, with the same effect as in the console. */
export const acknowledgeByLink = defineOperation({
  name: "exception.acknowledgeByLink",
  kind: "mutation",
  permission: PUBLIC,
  input: LinkAcknowledgeInput,
  async run(ctx, { key, ...statement }): Promise<{ id: number }> {
    const { id, exceptionId, customerId, contactId, contactName } = await open(ctx, key);
    const [row] = await lockExceptions(ctx.tx, customerScope(customerId), [exceptionId]);
    if (!row) throw dead();
    ctx.audit({ by: { contactId, name: contactName, customerId } });
    const signature = {
      acknowledgedByContact: contactName,
      acknowledgedByContactId: contactId,
      acknowledgedVia: "link" as const,
    };
    await acknowledge(ctx, row, signature, statement);
    if (!(await lockLinks(ctx.tx, [id])).has(id)) throw dead();
    return { id: exceptionId };
  },
  audit: { entity: "exception", id: ({ id }) => id },
});

/**
 * Acknowledges the exceptions of a push notification by the keys in it, on behalf of the contact and without a login.
 * Each key has its own outcome. If none acknowledges, the error reports the outcome of each as the rule of `keys.n`:
 * NOT_FOUND if no key is valid, else CONFLICT.
 */
export const acknowledgeByPush = defineOperation({
  name: "exception.acknowledgeByPush",
  kind: "mutation",
  permission: PUBLIC,
  input: PushAcknowledgeInput,
  async run(ctx, { keys }): Promise<PushAcknowledgedDto> {
    await countVisit(ctx);
    const opened = await linksOf(ctx, keys);
    const first = opened.find((link) => link !== undefined);
    if (!first)
      throw refusedKeys(
        "NOT_FOUND",
        keys.map(() => "invalid"),
      );
    const { customerId, contactId, contactName, contactLocale } = first;
    // A notification contains the keys of one contact only.
    const links = opened.map((link) => (link?.contactId === contactId ? link : undefined));
    const found = links.flatMap((link) => (link ? [link.exceptionId] : []));
    const rows = new Map<number, LockedException>();
    for (const row of await lockExceptions(ctx.tx, customerScope(customerId), found)) rows.set(row.id, row);
    const held = await lockLinks(
      ctx.tx,
      links.flatMap((link) => link?.id ?? []),
    );
    // A link deleted meanwhile, for example with its contact, is invalid.
    const outcomes = links.map(
      (link): KeyOutcome => keyOutcome(link && held.has(link.id) ? rows.get(link.exceptionId) : undefined),
    );
    const exceptionIds = links.flatMap((link, index) =>
      link && outcomes[index] === "acknowledged" ? [link.exceptionId] : [],
    );
    if (!outcomes.includes("acknowledged"))
      throw refusedKeys(outcomes.every((one) => one === "invalid") ? "NOT_FOUND" : "CONFLICT", outcomes);
    const contact = { id: contactId, name: contactName, customerId };
    const comment = await pushComment(contactLocale, contactName);
    const operation = "exception.acknowledgeByPush";
    const done = await acknowledgeForContact(ctx, ctx.tx, { contact, via: "push", exceptionIds, comment, operation });
    ctx.audit({ by: { contactId, name: contactName, customerId }, customerId, reason: comment });
    ctx.afterCommit(done.afterCommit);
    return { ids: done.ids, outcomes };
  },
  audit: { entity: "exceptionBatch", id: ({ ids }) => ids.join(",") },
});

const KEY_TEXT: Record<KeyOutcome, string> = {
  acknowledged: "is acknowledged by this",
  already: "was acknowledged before",
  over: "was withdrawn",
  invalid: "is not valid, or is too old",
};

function refusedKeys(code: "NOT_FOUND" | "CONFLICT", outcomes: readonly KeyOutcome[]): AppError {
  const issues = outcomes.map((rule, index) => ({ path: `keys.${index}`, rule, message: KEY_TEXT[rule] }));
  return new AppError(code, "keys: none of them acknowledges anything", { issues });
}

async function pushComment(contactLocale: string, name: string): Promise<string> {
  const locale = toLocale(contactLocale) ?? DEFAULT_LOCALE;
  const messages = await loadMessages(locale);
  const t = createTranslator({ locale, messages, namespace: "exceptionLink" }) as unknown as (
    key: string,
    values: object,
  ) => string;
  return t("pushComment", { name });
}
