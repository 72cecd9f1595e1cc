import type { BindingState, Measure } from "@/db/enums";
import type { SysLogDto } from "@/features/audit/audit.schema";
import type { DeviceDto, NamedRecord } from "./device.schema";

/** A period for which probes of a device hung at a place; instants in epoch ms. */
export type MountingPeriod = {
  carrierId: number;
  carrierName: string;
  measures: Measure[];
  mountedAt: number;
  unmountedAt: number | null;
};

/** A period for which a whole device hung at a place, or a smart base held a sensor. */
export type BindingPeriod = {
  id: number;
  state: BindingState;
  carrier: NamedRecord | null;
  /** The sensor in the base, or the base that holds the sensor. */
  partner: (NamedRecord & { kind: "sensor" | "base" }) | null;
  boundAt: number;
  unboundAt: number | null;
};

/** What was done to a device, by whom; `at` as ISO-8601, `fields` are those that changed. */
export type DeviceOperation = Pick<
  SysLogDto,
  "id" | "at" | "actorType" | "actorName" | "operation" | "entity" | "fields"
>;

/** Everything about one device; null where the reader may not see that part. */
export type DeviceDetail = {
  device: DeviceDto;
  timeZone: string;
  /** How often it reports where that is more slowly than it is set to, seconds; else null. */
  slowPaceSeconds: number | null;
  mountings: MountingPeriod[];
  bindings: BindingPeriod[] | null;
  operations: DeviceOperation[] | null;
  /** Of a gateway: those that forward through it, the first of them. */
  behind: { items: DeviceDto[]; total: number } | null;
};

/** One line of all that is known of a device, raw. */
export type Property = { group: "device" | "settings" | "applied" | "reported" | "probe"; name: string; value: string };
