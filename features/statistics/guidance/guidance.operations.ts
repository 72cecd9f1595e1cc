import "server-only";
import { createTranslator } from "use-intl/core";
import { auditTaken } from "@/features/file/taken.service";
import { wallClock } from "@/lib/datetime/zone";
import type { RawReply } from "@/lib/http/reply";
import { loadMessages } from "@/lib/i18n/load-messages";
import { DEFAULT_LOCALE, toLocale } from "@/lib/i18n/routing";
import { defineOperation } from "@/lib/operation/define-operation";
import type { PageContext } from "@/lib/page/define-page";
import { tolerant, understoodOf } from "@/lib/resource/list-query";
import { csvReply, stampIn } from "@/lib/spreadsheet/csv";
import { rangeOf } from "../period.rules";
import { zoneOf } from "../statistic.service";
import { findOccurrences, findTexts, saveText } from "./guidance.data";
import { findingsOf, MAXIMUM_EVIDENCE, type Occurrence, weekdayOf } from "./guidance.rules";
import { type Dimension, type GuidanceDto, GuidanceQuery, GuidanceTextInput, type Share } from "./guidance.schema";

/** A Monday, to name weekdays. */
const MONDAY = Date.UTC(2024, 0, 1, 12);
const DAY_MS = 86_400_000;

/** Exceptions examined at once: about half a second. */
const MAXIMUM_EXAMINED = 5000;

/** What the exceptions of a period have in common, and what explains them. */
export const getGuidance = defineOperation({
  name: "guidance.get",
  kind: "query",
  isLong: true,
  permission: "viewDataStatistics",
  input: GuidanceQuery,
  async run(ctx, query): Promise<GuidanceDto> {
    const timeZone = zoneOf(ctx);
    const now = ctx.now.getTime();
    const range = rangeOf(query, ctx.now, timeZone);
    const found = await findOccurrences(ctx.db, ctx.scope, query, range, MAXIMUM_EXAMINED + 1);
    const all = found.slice(0, MAXIMUM_EXAMINED);
    const shares = (key: (one: Occurrence) => string | null, name?: (one: Occurrence) => string | null) =>
      sharesOf(all, now, key, name);
    const byCount = (list: Share[]) => list.sort((a, b) => b.count - a.count || (a.key < b.key ? -1 : 1));
    const byKey = (list: Share[]) => list.sort((a, b) => Number(a.key) - Number(b.key));
    return {
      range,
      timeZone,
      total: all.length,
      isCapped: found.length > MAXIMUM_EXAMINED,
      shares: {
        reason: byCount(
          shares(
            ({ reasonId, reasonCode }) => (reasonId === null ? "none" : (reasonCode ?? `own:${reasonId}`)),
            ({ reasonCode, reasonName }) => (reasonCode === null ? reasonName : null),
          ),
        ),
        type: byCount(shares(({ type }) => type)),
        carrier: byCount(
          shares(
            ({ carrierId }) => String(carrierId),
            ({ carrierName }) => carrierName,
          ),
        ),
        probe: byCount(
          shares(
            ({ probeId }) => (probeId === null ? null : String(probeId)),
            ({ carrierName, probeName }) => `${carrierName ?? ""} · ${probeName}`,
          ),
        ),
        hour: byKey(shares(({ startedAt }) => String(wallClock(new Date(startedAt), timeZone).hour))),
        weekday: byKey(shares(({ startedAt }) => String(weekdayOf(startedAt, timeZone)))),
        door: byCount(shares(({ isDoorOpen }) => (isDoorOpen === null ? "unknown" : isDoorOpen ? "open" : "closed"))),
        power: byCount(shares(({ isPowerLost }) => (isPowerLost ? "lost" : "on"))),
      } satisfies Record<Dimension, Share[]>,
      findings: findingsOf(all, { now, timeZone }),
      texts: await findTexts(ctx.db, toLocale(ctx.locale) ?? DEFAULT_LOCALE),
    };
  },
});

function sharesOf(
  all: readonly Occurrence[],
  now: number,
  keyOf: (one: Occurrence) => string | null,
  nameOf: (one: Occurrence) => string | null = () => null,
): Share[] {
  const shares = new Map<string, Share>();
  for (const one of all) {
    const key = keyOf(one);
    if (key === null) continue;
    const share = shares.get(key) ?? { key, name: nameOf(one), count: 0, minutes: 0, ids: [] };
    share.count += 1;
    share.minutes += ((one.endedAt ?? now) - one.startedAt) / 60_000;
    if (share.ids.length < MAXIMUM_EVIDENCE) share.ids.push(one.id);
    shares.set(key, share);
  }
  return [...shares.values()];
}

/** The shares of all dimensions as a CSV file. */
export const exportGuidance = defineOperation({
  name: "guidance.csv",
  kind: "query",
  isLong: true,
  permission: "viewDataStatistics",
  input: GuidanceQuery,
  async run(ctx, query): Promise<RawReply> {
    const { shares, range, timeZone } = await getGuidance.call(ctx, query);
    await auditTaken(ctx, "guidance", query);
    const locale = toLocale(ctx.locale) ?? DEFAULT_LOCALE;
    const t = createTranslator({ locale, messages: await loadMessages(locale), namespace: "guidance" });
    const tException = createTranslator({ locale, messages: await loadMessages(locale), namespace: "exception" });
    const weekday = new Intl.DateTimeFormat(locale, { weekday: "long", timeZone: "UTC" });
    const name = (dimension: Dimension, { key, name: own }: Share): string => {
      if (own !== null) return own;
      if (dimension === "type") return tException(`type.${key}` as never);
      if (dimension === "reason") return key === "none" ? t("reason.none") : tException(`reason.${key}` as never);
      if (dimension === "hour") return `${key.padStart(2, "0")}:00`;
      if (dimension === "weekday") return weekday.format(MONDAY + Number(key) * DAY_MS);
      return t(`${dimension}.${key}` as never);
    };
    const stamp = (at: number) => stampIn(new Date(at), timeZone);
    const lines = (Object.entries(shares) as [Dimension, Share[]][]).flatMap(([dimension, list]) =>
      list.map((share) => [
        stamp(range.from),
        stamp(range.to),
        t(`dimension.${dimension}`),
        name(dimension, share),
        String(share.count),
        String(Math.round(share.minutes)),
      ]),
    );
    const head = ["from", "to", "dimension", "name", "count", "minutes"].map((column) => t(`csv.${column}` as never));
    return csvReply([head, ...lines], ctx.now, timeZone);
  },
});

/** Changes the platform's text for a type of exception; an empty text restores the shipped one. */
export const saveGuidanceText = defineOperation({
  name: "guidanceText.save",
  kind: "mutation",
  permission: "editGuide",
  input: GuidanceTextInput,
  async run(ctx, input): Promise<GuidanceTextInput> {
    const old = await saveText(ctx.tx, input, ctx.now);
    ctx.audit({ old: { content: old }, new: { content: input.content === "" ? null : input.content } });
    return input;
  },
  audit: { entity: "guidanceText", id: ({ type, locale }) => `${type} ${locale}` },
});

/** Loads the screen. */
export async function loadGuidanceScreen(ctx: PageContext) {
  const query = tolerant(GuidanceQuery, ctx.search);
  return {
    guidance: await getGuidance.call(ctx, query),
    selection: query,
    values: understoodOf(GuidanceQuery, ctx.search),
    now: ctx.now.getTime(),
    mayEdit: ctx.principal.permissions.has("editGuide"),
    mayOpen: ctx.principal.permissions.has("viewEx"),
  };
}
