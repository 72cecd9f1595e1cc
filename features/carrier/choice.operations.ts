import "server-only";
import { visibilityOf } from "@/lib/auth/visibility";
import { defineOperation } from "@/lib/operation/define-operation";
import type { Page } from "@/lib/resource/list-query";
import { findGateways, findTriggers, findZones } from "./choice.data";
import {
  ChoiceQuery,
  type GatewayChoiceDto,
  type TriggerChoiceDto,
  type ZoneChoiceDto,
  ZoneChoiceQuery,
} from "./choice.schema";

/** Lists alarm triggers that carriers can be bound to. */
export const chooseTrigger = defineOperation({
  name: "alarmTrigger.choice",
  kind: "query",
  permission: "viewCarrier",
  input: ChoiceQuery,
  run: ({ db, scope }, query): Promise<Page<TriggerChoiceDto>> => findTriggers(db, scope, query),
});

/** Lists monitoring ranges for carriers. */
export const chooseZone = defineOperation({
  name: "carrier.zoneChoice",
  kind: "query",
  permission: "viewCarrier",
  input: ZoneChoiceQuery,
  run: ({ db, scope }, query): Promise<Page<ZoneChoiceDto>> => findZones(db, scope, query),
});

/** Lists gateways to filter carriers by. */
export const chooseGateway = defineOperation({
  name: "carrier.gatewayChoice",
  kind: "query",
  permission: "viewCarrier",
  input: ChoiceQuery,
  run: (ctx, query): Promise<Page<GatewayChoiceDto>> => findGateways(ctx.db, visibilityOf(ctx), query),
});
