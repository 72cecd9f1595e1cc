"use client";

import { lazy } from "react";
import { LazyCriterion } from "@/components/search-bar/lazy-criterion";
import type { NamedChoice } from "../choice.schema";

// None is in use at first, so the controls are loaded with the first one that is added.
const load = () => import("./criterion-controls");
const PlaceControl = lazy(() => load().then((file) => ({ default: file.PlaceControl })));
const TriggerControl = lazy(() => load().then((file) => ({ default: file.TriggerControl })));
const GatewayControl = lazy(() => load().then((file) => ({ default: file.GatewayControl })));

/** Filters by node. */
export function PlaceCriterion({ value }: { value: string | undefined }) {
  return (
    <LazyCriterion name="sceneId" value={value}>
      <PlaceControl value={value} />
    </LazyCriterion>
  );
}

/** Filters by trigger. */
export function TriggerCriterion({ chosen }: { chosen: NamedChoice | null }) {
  return (
    <LazyCriterion name="alarmTriggerId" value={chosen?.id}>
      <TriggerControl chosen={chosen} />
    </LazyCriterion>
  );
}

/** Filters by gateway. */
export function GatewayCriterion({ chosen }: { chosen: NamedChoice | null }) {
  return (
    <LazyCriterion name="gatewayId" value={chosen?.id}>
      <GatewayControl chosen={chosen} />
    </LazyCriterion>
  );
}
