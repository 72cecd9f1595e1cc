import { z } from "zod";
import { COORDINATE_SYSTEMS } from "@/lib/geo/coordinate-system";
import { templateFault } from "@/lib/message/template";
import { isObjectStoreUrl } from "./object-store";
import { checkSingleSignOn, SINGLE_SIGN_ON_VARIABLES } from "./single-sign-on";

const flag = (fallback: "on" | "off") =>
  z
    .enum(["on", "off"])
    .default(fallback)
    .transform((value) => value === "on");

const webAddress = z.url({ protocol: /^https?$/, error: "must be an http or https address" });

const messageTemplate = z.string().superRefine((template, context) => {
  const message = templateFault(template);
  if (message) context.addIssue({ code: "custom", message });
});

/** The legacy API's URL: a path is appended, so it has no query, and no password that would appear in logs. */
const isPlainAddress = (text: string) => {
  const { username, password, search, hash } = new URL(text);
  return [username, password, search, hash].every((part) => part === "");
};

/** A comma-separated list of path prefixes, without trailing slashes. */
const servicePrefixes = z.string().transform((text, context) => {
  const prefixes = text
    .split(",")
    .map((prefix) => prefix.trim().replace(/\/+$/, ""))
    .filter((prefix) => prefix !== "");
  const broken = prefixes.find((prefix) => !/^\/service(?:\/[\w.-]*\w[\w.-]*)+$/.test(prefix));
  if (broken !== undefined)
    context.addIssue({
      code: "custom",
      message: `${JSON.stringify(broken)} must start with /service/ and name a call`,
    });
  return prefixes;
});

/** A comma-separated list of secrets. */
const secretList = z
  .string()
  .transform((text) => text.split(",").map((secret) => secret.trim()))
  .pipe(z.array(z.string().min(16)));

/** A comma-separated list of topics without wildcards, and without topics that the product uses itself. */
const baseTopics = z.string().transform((text, context) => {
  const topics = text
    .split(",")
    .map((topic) => topic.trim().replace(/\/+$/, ""))
    .filter((topic) => topic !== "");
  const broken = topics.find(
    (topic) => !/^[^+#$\0]{1,100}$/.test(topic) || /^(?:ingest|command|v1|v2)(?:\/|$)/.test(topic),
  );
  if (broken !== undefined || topics.length === 0)
    context.addIssue({
      code: "custom",
      message: `${JSON.stringify(broken ?? "")} must be a topic without wildcards that is none of ours`,
    });
  return topics;
});

const Variables = z.object({
  NODE_ENV: z.enum(["development", "production", "test"]).default("development"),
  PORT: z.coerce.number().int().min(1).max(65535).default(3000),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }),
  DATABASE_POOL: z.coerce.number().int().min(1).max(100).default(12),
  REDIS_URL: z.url().optional(),
  AUTH_SECRET: z.string().min(16),
  /** Previous secrets: data authenticated with them can still be verified. */
  AUTH_SECRET_PREVIOUS: secretList.default([]),
  LOGIN_CAPTCHA: flag("on"),
  ...SINGLE_SIGN_ON_VARIABLES,
  PUBLIC_URL: z.url().optional(),
  /** An S3-compatible store for the content of files; without it the database has them. */
  FILES_URL: z
    .string()
    .refine(isObjectStoreUrl, "must be s3://key:secret@host[:port]/bucket, optionally ?region=…&tls=off")
    .optional(),
  /** A PKCS #12 file with the key that signs documents, and its password; else the installation makes a key. */
  SIGNING_KEY_FILE: z.string().min(1).optional(),
  SIGNING_KEY_PASSWORD: z.string().optional(),
  /** Number of trusted proxies in front that append to `x-forwarded-for`. */
  TRUSTED_PROXIES: z.coerce.number().int().min(0).max(10).default(0),
  /** Port of the worker's embedded broker: `npm start` checks whether 1883 is free. */
  MQTT_PORT: z.union([z.literal("off"), z.coerce.number().int().min(1).max(65535)]).default("off"),
  /** The address that it listens on, the same as the web server's. */
  HOSTNAME: z.string().default("localhost"),
  /** An external broker instead. */
  MQTT_URL: z.url({ protocol: /^(mqtts?|wss?)$/ }).optional(),
  /** Whether several workers share its messages; it must support shared subscriptions. */
  MQTT_SHARED: flag("off"),
  /** Base topics of Zigbee2MQTT, comma-separated. */
  ZIGBEE_BASE_TOPICS: baseTopics.default(["zigbee2mqtt"]),
  /** Connections per address to the embedded broker; `off` behind a proxy, whose address all gateways share. */
  MQTT_CONNECTIONS_PER_ADDRESS: z.union([z.literal("off"), z.coerce.number().int().min(1).max(10_000)]).default(5000),
  /** Whether customers may forward into private networks; the platform's staff always may. */
  FORWARD_PRIVATE: flag("off"),
  /** Whether customers may use printers in private networks; the platform's staff always may. */
  PRINT_PRIVATE: flag("off"),
  SMTP_URL: z.url({ protocol: /^smtps?$/ }).optional(),
  SMTP_FROM: z.string().default("Frostline <frostline@localhost>"),
  /** Gateways that send a text message, or read one out by telephone. */
  SMS_WEBHOOK_URL: webAddress.optional(),
  VOICE_WEBHOOK_URL: webAddress.optional(),
  /** Template of the request body, if it is not the plain JSON of `lib/message/template.ts`. */
  SMS_WEBHOOK_BODY: messageTemplate.optional(),
  VOICE_WEBHOOK_BODY: messageTemplate.optional(),
  /** Whether push services may be in private networks and without TLS: for tests. */
  PUSH_PRIVATE: flag("off"),
  /** Enables `POST /service/cron`, for hosts that run no worker. */
  CRON_SECRET: z.string().min(16).regex(/^\S+$/, "must have no spaces").optional(),
  /** The API that the console replaces path by path, and the path prefixes that it still serves. */
  LEGACY_API_URL: webAddress
    .refine((text) => URL.canParse(text) && isPlainAddress(text), "must have no password, query or fragment")
    .optional(),
  LEGACY_PATHS: servicePrefixes.default([]),
  /** A map instead of the shipped one: a MapLibre style, and the coordinate system of its tiles. */
  MAP_STYLE_URL: webAddress.optional(),
  MAP_COORDINATES: z.enum(COORDINATE_SYSTEMS).default("wgs84"),
  /** A PMTiles file with streets (Protomaps' basemap schema); else the first one in the folder `maps` of DATA_DIR. */
  MAP_TILES: z.string().min(1).optional(),
  /** The product's own files; the map with streets is looked for in it. */
  DATA_DIR: z.string().min(1).optional(),
  /** The gallery of interface components; always enabled in development. */
  GALLERY: flag("off"),
  LOG_LEVEL: z.enum(["debug", "info", "warn", "error", "silent"]).default("info"),
});

const Environment = Variables.refine(
  ({ LEGACY_API_URL, LEGACY_PATHS }) => LEGACY_API_URL || LEGACY_PATHS.length === 0,
  {
    path: ["LEGACY_PATHS"],
    message: "needs LEGACY_API_URL",
  },
)
  .refine(({ MQTT_URL, MQTT_SHARED }) => MQTT_URL || !MQTT_SHARED, { path: ["MQTT_SHARED"], message: "needs MQTT_URL" })
  .refine(({ MAP_STYLE_URL, MAP_COORDINATES }) => MAP_STYLE_URL || MAP_COORDINATES === "wgs84", {
    path: ["MAP_COORDINATES"],
    message: "needs MAP_STYLE_URL",
  })
  .superRefine(checkSingleSignOn);

export type Env = z.output<typeof Environment>;

let parsed: Env | undefined;

/**
 * The environment, validated at first use. An empty string counts as unset. Throws an error that names every invalid
 * variable.
 */
export function env(): Env {
  if (parsed) return parsed;
  const set = Object.fromEntries(Object.entries(process.env).filter(([, value]) => value !== ""));
  const result = Environment.safeParse(set);
  if (!result.success) {
    const rules = result.error.issues.map((issue) => `${issue.path.join(".")}: ${issue.message}`);
    throw new Error(`environment: ${rules.join("; ")}`);
  }
  parsed = result.data;
  return parsed;
}

/** Whether this installation receives readings by MQTT. */
export const usesMqtt = ({ MQTT_PORT, MQTT_URL }: Pick<Env, "MQTT_PORT" | "MQTT_URL">): boolean =>
  MQTT_URL !== undefined || MQTT_PORT !== "off";

/** Clears the cached environment: for tests that change it. */
export function resetEnvironment(): void {
  parsed = undefined;
}

/** The log level, read separately because logging must work before the environment is validated. */
export const logLevel = (): string => process.env.LOG_LEVEL || "info";

/** The secret that authenticates the address header set by the web process's preload; undefined without the preload. */
export const peerSecret = (): string | undefined => process.env.FROSTLINE_PEER_SECRET || undefined;

/** The product's version, set by the build. */
export const version = (): string => process.env.FROSTLINE_VERSION || "development";

/** Uniquely identifies this build, set by the build. */
export const build = (): string => process.env.FROSTLINE_BUILD || version();
