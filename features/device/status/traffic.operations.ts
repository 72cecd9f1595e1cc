import "server-only";
import { cache } from "react";
import { bucketStarts } from "@/features/telemetry/history/history.rules";
import { notFound } from "@/lib/errors";
import { defineOperation } from "@/lib/operation/define-operation";
import type { PageContext } from "@/lib/page/define-page";
import { ById } from "@/lib/resource/by-id";
import { readDevice, visibleKinds } from "../list.operations";
import { countCommands, countReadings, findSilences, findTurns } from "./traffic.data";
import { CONNECTED_KINDS, daysOf, joinOutages, knownTime, onlineShare, outagesOf, turnsIn } from "./traffic.rules";
import { type TrafficDto, TrafficQuery, type TrafficView } from "./traffic.schema";

const DAY_MS = 86_400_000;
const HOUR_SECONDS = 3600;
/** Up to this many days, buckets are hours; beyond it, days. */
const HOURLY_DAYS = 31;

/** Returns the connection history and traffic of a gateway, display or relay. */
export const getTraffic = defineOperation({
  name: "device.traffic",
  kind: "query",
  permission: "viewDevice",
  input: TrafficQuery,
  async run(ctx, { id, ...asked }): Promise<TrafficDto> {
    const { db, now } = ctx;
    const kinds = visibleKinds(ctx).filter((kind) => (CONNECTED_KINDS as readonly string[]).includes(kind));
    const device = await readDevice(ctx, kinds, id);
    const range = { from: Date.parse(asked.from), to: Date.parse(asked.to) };
    const timeZone = ctx.actor.type === "user" ? ctx.actor.principal.customer.timeZone : "UTC";
    const bucketSeconds = range.to - range.from > HOURLY_DAYS * DAY_MS ? 24 * HOUR_SECONDS : HOUR_SECONDS;
    // Roll-ups have whole hours.
    const whole = { from: Math.floor(range.from / 3_600_000) * 3_600_000, to: range.to };
    const starts = bucketStarts(whole, bucketSeconds, timeZone);
    const [found, silences, readings, commands] = await Promise.all([
      findTurns(db, device, range),
      findSilences(db, device, range),
      countReadings(db, device, whole, starts),
      countCommands(db, device, range),
    ]);
    const turns = turnsIn(found, range);
    const end = Math.min(range.to, now.getTime());
    return {
      range,
      timeZone,
      turns,
      outages: joinOutages([...outagesOf(turns), ...silences]),
      onlineShare: onlineShare(turns, end),
      knownMs: knownTime(turns, end),
      bucketSeconds,
      at: starts,
      readings,
      commands,
    };
  },
});

/** Data of the traffic window of one device, for the days in its address. */
export const loadTraffic = cache(async (ctx: PageContext): Promise<TrafficView> => {
  const asked = ById.safeParse({ id: ctx.search.id });
  if (!asked.success) throw notFound("device", String(ctx.search.id ?? ""));
  const { id } = asked.data;
  const days = daysOf(ctx.search.days);
  const now = ctx.now.getTime();
  const range = { from: new Date(now - days * DAY_MS).toISOString(), to: ctx.now.toISOString() };
  const traffic = await getTraffic.call(ctx, { id, ...range });
  return { device: await readDevice(ctx, visibleKinds(ctx), id), days, traffic, now };
});
