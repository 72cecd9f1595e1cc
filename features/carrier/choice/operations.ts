import "server-only";
import { sightOf } from "@/lib/auth/sight";
import { defineOperation } from "@/lib/operation/define-operation";
import type { Page } from "@/lib/resource/list-query";
import { findGateways, findTriggers, findZones } from "./data";
import {
  ChoiceQuery,
  type GatewayChoiceDto,
  type TriggerChoiceDto,
  type ZoneChoiceDto,
  ZoneChoiceQuery,
} from "./schema";

/** Alarm triggers to bind carriers to. */
export const chooseTrigger = defineOperation({
  name: "alarmTrigger.choice",
  kind: "query",
  permission: "viewCarrier",
  input: ChoiceQuery,
  run: ({ db, scope }, query): Promise<Page<TriggerChoiceDto>> => findTriggers(db, scope, query),
});

/** Monitoring ranges for carriers. */
export const chooseZone = defineOperation({
  name: "carrier.zoneChoice",
  kind: "query",
  permission: "viewCarrier",
  input: ZoneChoiceQuery,
  run: ({ db, scope }, query): Promise<Page<ZoneChoiceDto>> => findZones(db, scope, query),
});

/** Gateways to search carriers by. */
export const chooseGateway = defineOperation({
  name: "carrier.gatewayChoice",
  kind: "query",
  permission: "viewCarrier",
  input: ChoiceQuery,
  run: (ctx, query): Promise<Page<GatewayChoiceDto>> => findGateways(ctx.db, sightOf(ctx), query),
});
