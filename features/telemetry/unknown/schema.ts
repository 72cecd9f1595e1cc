import { z } from "zod";
import type { DeviceKind } from "@/db/enums";
import { ById } from "@/lib/resource/by-id";
import { listQuery } from "@/lib/resource/list-query";
import { recordId, recordIds } from "@/lib/validation/fields";
import type { ProbeKey } from "../ingest/ingest.schema";

/** Limits of unknown devices per customer, and of stored readings per device. */
export const MAXIMUM_UNKNOWN = 200;
export const MAXIMUM_KEPT = 1000;
/** Total size of the readings of all unknown devices of a customer, in bytes as JSON. */
export const MAXIMUM_KEPT_BYTES = 32 * 1024 * 1024;
/** Number of rejected readings of a device that are listed with their reasons. */
export const MAXIMUM_REFUSED = 20;

/** The ways by which unknown devices can send. */
export const ADAPTERS = ["readings", "tts", "chirpstack", "zigbee2mqtt", "thingsboard", "osmand", "influx"] as const;
export type Adapter = (typeof ADAPTERS)[number];

export const UnknownListQuery = listQuery({
  sort: ["lastAt", "firstAt", "key", "messageCount"],
  filters: { customerId: recordId().optional(), adapter: z.enum(ADAPTERS).optional() },
});
export type UnknownListQuery = z.output<typeof UnknownListQuery>;

export const UnknownById = ById;

/** Several unknown devices: one page of the list. */
export const UnknownIds = z.strictObject({
  ids: recordIds(100).refine((ids) => ids.length > 0, { params: { rule: "required" }, message: "choose at least one" }),
});

/** A device that is not registered, or still has readings to ingest since; instants in epoch ms. */
export type UnknownDeviceDto = {
  id: number;
  customerId: number;
  customerName: string;
  key: string;
  adapter: Adapter;
  /** The gateway whose token was used; null for the customer's own token. */
  gateway: { id: number; name: string } | null;
  /** The last message as JSON, truncated at `MAXIMUM_PAYLOAD` characters. */
  payload: string;
  messageCount: number;
  keptCount: number;
  /** Readings deleted to make room for newer ones. */
  droppedCount: number;
  /** The probes in the last stored readings, and whether these have a position. */
  probes: ProbeKey[];
  hasPosition: boolean;
  /** The registered device, while its stored readings are pending. */
  device: { id: number; kind: DeviceKind; name: string } | null;
  acceptedCount: number;
  refusedCount: number;
  /** The first rejected readings; `at` in epoch ms. */
  refused: Refusal[];
  firstAt: number;
  lastAt: number;
};

/** A stored reading that was rejected on ingestion, and the reason. */
export type Refusal = { at: number; reason: string };

/** Number of devices of visible customers deleted to make room for newer ones, and when last. */
export type OverflowDto = { droppedCount: number; droppedAt: number | null };
