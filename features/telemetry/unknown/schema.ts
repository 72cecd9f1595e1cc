import { z } from "zod";
import type { DeviceKind } from "@/db/enums";
import { ById } from "@/lib/resource/by-id";
import { listQuery } from "@/lib/resource/list-query";
import { recordId } from "@/lib/validation/fields";
import type { ProbeKey } from "../ingest/ingest.schema";

/** What is kept of unknown devices: of each customer, of each device. */
export const MAXIMUM_UNKNOWN = 200;
export const MAXIMUM_KEPT = 1000;
/** Readings of all unknown devices of a customer, in bytes as JSON. */
export const MAXIMUM_KEPT_BYTES = 32 * 1024 * 1024;
/** Refused readings of a device that are listed with their reasons. */
export const MAXIMUM_REFUSED = 20;

/** The ways in by which devices come to be unknown. */
export const ADAPTERS = ["readings", "tts", "chirpstack", "zigbee2mqtt", "thingsboard", "osmand", "influx"] as const;
export type Adapter = (typeof ADAPTERS)[number];

export const UnknownListQuery = listQuery({
  sort: ["lastAt", "firstAt", "key", "messageCount"],
  filters: { customerId: recordId().optional(), adapter: z.enum(ADAPTERS).optional() },
});
export type UnknownListQuery = z.output<typeof UnknownListQuery>;

export const UnknownById = ById;

/** A device that nobody registered, or of which something waits since; instants in epoch ms. */
export type UnknownDeviceDto = {
  id: number;
  customerId: number;
  customerName: string;
  key: string;
  adapter: Adapter;
  /** The gateway whose token brought it; null for the customer's own. */
  gateway: { id: number; name: string } | null;
  /** The last message as JSON, cut off at `MAXIMUM_PAYLOAD` characters. */
  payload: string;
  messageCount: number;
  keptCount: number;
  /** Readings that had to make room for newer ones. */
  droppedCount: number;
  /** The probes and whether there is a position in the last readings that are kept of it. */
  probes: ProbeKey[];
  hasPosition: boolean;
  /** What it is registered as, while something of it is still here. */
  device: { id: number; kind: DeviceKind; name: string } | null;
  acceptedCount: number;
  refusedCount: number;
  /** The first that were refused; `at` in epoch ms. */
  refused: Refusal[];
  firstAt: number;
  lastAt: number;
};

/** A kept reading that was refused when it was taken in, and why. */
export type Refusal = { at: number; reason: string };

/** Devices of the customers within reach that had to make room for newer ones, and when the last of them did. */
export type OverflowDto = { droppedCount: number; droppedAt: number | null };
