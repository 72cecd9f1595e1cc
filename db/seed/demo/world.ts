import type { Measure, NoticeChannel } from "@/db/enums";
import type { Rota } from "@/features/notice/duty/duty.rules";
import type { DevicePlan } from "./devices";
import type { CarrierPlan, ConditionPlan, CustomerPlan, PersonPlan, TriggerPlan, ZonePlan } from "./plan";

export type DemoCustomer = { plan: CustomerPlan; id: number; scenes: ReadonlyMap<string, number> };

export type DemoContact = PersonPlan & { id: number; channels: readonly NoticeChannel[] };

/** The contacts of one row of a notification plan, and the rota that determines who is on duty. */
export type DemoRecipients = { people: readonly DemoContact[]; rota: Rota | null };

export type DemoTrigger = {
  plan: TriggerPlan;
  id: number;
  conditions: readonly { id: number; plan: ConditionPlan }[];
  /** One per row of its notification plan. */
  recipients: readonly DemoRecipients[];
};

export type DemoCarrier = {
  plan: CarrierPlan;
  id: number;
  customer: DemoCustomer;
  trigger: DemoTrigger | null;
  zones: Partial<Record<Measure, ZonePlan>>;
};

export type DemoDevice = {
  plan: DevicePlan;
  id: number;
  customer: DemoCustomer;
  carrier: DemoCarrier | null;
  probes: readonly { id: number; measure: Measure }[];
};

export type World = { customers: DemoCustomer[]; carriers: DemoCarrier[]; devices: DemoDevice[] };

/** Reference times of the demo world: when it was set up, and the ends of its pauses and defrosts. */
export type Moments = { now: number; mountedAt: number; pausedUntil: number; defrostUntil: number };
