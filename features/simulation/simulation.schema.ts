import { z } from "zod";

/** Host at which a broker that listens on this address is reachable from this machine. */
function reachable(host: string): string {
  if (host === "0.0.0.0" || host === "::") return "localhost";
  return host.includes(":") ? `[${host}]` : host;
}

/** Environment variables of the simulator. */
export const SimulatorEnvironment = z
  .object({
    DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }),
    AUTH_SECRET: z.string().min(16),
    PORT: z.coerce.number().int().min(1).max(65535).default(3000),
    BASE_URL: z.url().optional(),
    HOSTNAME: z.string().default("localhost"),
    MQTT_PORT: z.union([z.literal("off"), z.coerce.number().int().min(1).max(65535)]).default("off"),
    MQTT_URL: z.url().optional(),
    SIMULATE_SEED: z.coerce.number().int().default(1),
    SIMULATE_INTERVAL_SECONDS: z.coerce.number().min(1).max(3600).default(30),
  })
  .transform(({ PORT, BASE_URL, HOSTNAME, MQTT_PORT, MQTT_URL, ...rest }) => ({
    ...rest,
    baseUrl: BASE_URL ?? `http://localhost:${PORT}`,
    /** Broker to which the gateways connect; null: they use HTTP. */
    brokerUrl: MQTT_URL ?? (MQTT_PORT === "off" ? null : `mqtt://${reachable(HOSTNAME)}:${MQTT_PORT}`),
  }));

export type SimulatorEnvironment = z.output<typeof SimulatorEnvironment>;

/** A recorded drive: seconds from its start, longitude, latitude. */
export const TrackFile = z.object({ points: z.array(z.tuple([z.number(), z.number(), z.number()])).min(2) });

const Answer = z.object({
  accepted: z.number().int(),
  duplicates: z.number().int(),
  rejected: z.array(z.object({ index: z.number().int(), reason: z.string() })),
});

/** Response of the ingest endpoint. */
export const IngestAnswer = z.union([Answer, z.object({ result: Answer }).transform(({ result }) => result)]);

export type IngestAnswer = z.output<typeof IngestAnswer>;

/** A command as received by a gateway. */
export const Order = z.object({
  id: z.number().int(),
  device: z.string(),
  settings: z.record(z.string(), z.unknown()),
});
