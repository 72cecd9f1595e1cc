import type { BindingState, Measure } from "@/db/enums";
import type { SysLogDto } from "@/features/audit/audit.schema";
import type { DeviceDto, NamedRecord } from "./device.schema";

/** A period in which probes of a device were mounted on a carrier; instants in epoch ms. */
export type MountingPeriod = {
  carrierId: number;
  carrierName: string;
  measures: Measure[];
  mountedAt: number;
  unmountedAt: number | null;
};

/** A period in which a device was bound to a carrier, or a smart base contained a sensor. */
export type BindingPeriod = {
  id: number;
  state: BindingState;
  carrier: NamedRecord | null;
  /** The sensor in the base, or the base that contains the sensor. */
  partner: (NamedRecord & { kind: "sensor" | "base" }) | null;
  boundAt: number;
  unboundAt: number | null;
};

/** An operation on a device with its actor; `at` as ISO-8601, `fields` are the changed fields. */
export type DeviceOperation = Pick<
  SysLogDto,
  "id" | "at" | "actorType" | "actorName" | "operation" | "entity" | "fields"
>;

/** What a gateway reports of its networks (specification, section 3, "Gateway"), in the order of display. */
export const NETWORK_FACTS = [
  "ieee",
  "longAddress",
  "shortAddress",
  "panId",
  "tcpLink",
  "lteLink",
  "lteSignalDbm",
  "flightMode",
  "gps",
  "powerSupply",
  "batteryPercent",
  "ip",
  "wanIp",
  "lanIp",
  "port",
] as const;
export type NetworkFact = { key: (typeof NETWORK_FACTS)[number]; value: string | number | boolean };

/** Everything about one device; parts that the account may not view are null. */
export type DeviceDetail = {
  device: DeviceDto;
  timeZone: string;
  /** The pace in seconds if it is slower than the configured interval; else null. */
  slowPaceSeconds: number | null;
  mountings: MountingPeriod[];
  bindings: BindingPeriod[] | null;
  operations: DeviceOperation[] | null;
  /** For a gateway: the first devices that forward through it, and their number. */
  behind: { items: DeviceDto[]; total: number } | null;
  /** For a gateway: what it has reported of its networks; empty before it has. */
  network: NetworkFact[] | null;
};

/** One line of the stored data of a device. */
export type Property = { group: "device" | "settings" | "applied" | "reported" | "probe"; name: string; value: string };
