import { setTimeout as pause } from "node:timers/promises";
import postgres from "postgres";
import { db } from "@/db/client";
import { findGatewayTokens } from "@/lib/auth/gateway-tokens";
import { type Env, env, usesMqtt } from "@/lib/env/env";
import { acquireMqttEndpoint, hasMqttEndpoint, showMqtt } from "@/lib/health/presence";
import { log } from "@/lib/log/log";
import { MAXIMUM_PROVEN, PROVEN_MS } from "@/lib/mqtt/connection-guard";
import { EmbeddedBroker } from "@/lib/mqtt/embedded-broker";
import { type MqttEndpoint, setMqttEndpoint, within } from "@/lib/mqtt/endpoint";
import { ENDPOINT_LIMITS } from "@/lib/mqtt/limits";
import { OutsideBroker } from "@/lib/mqtt/outside-broker";
import { endpointHandlers } from "./mqtt";
import { type Lock, serveSharedSubscriptions } from "./shared-subscriptions";

/** How often a worker without the endpoint tries to acquire it, and the one with it checks that it still has it. */
const TURN_MS = 2000;
/** If the database does not respond for longer, it may have given the endpoint to another worker. */
const ANSWER_SECONDS = 5;

export type OpenEndpoint = { close(): Promise<void> };
type Settings = Pick<
  Env,
  "DATABASE_URL" | "MQTT_URL" | "MQTT_SHARED" | "MQTT_PORT" | "MQTT_CONNECTIONS_PER_ADDRESS" | "HOSTNAME"
>;
/**
 * Keeps the MQTT endpoint open while this worker has its lock, which one worker at a time does: when the lock is lost
 * the endpoint closes, and the next to acquire the lock opens it. If the port is in use, the endpoint stays closed and
 * that is logged. With shared subscriptions at an external broker each worker has its share of the slots instead.
 */
export function openMqttEndpoint(settings: Settings = env()): OpenEndpoint {
  if (!usesMqtt(settings)) return { close: async () => {} };
  const { MQTT_URL } = settings;
  const stopping = new AbortController();

  async function run() {
    while (!stopping.signal.aborted) {
      const lock = connectLock(settings.DATABASE_URL);
      const ending = AbortSignal.any([stopping.signal, lock.lost.signal]);
      try {
        if (MQTT_URL && settings.MQTT_SHARED)
          await serveSharedSubscriptions(MQTT_URL, lock, ending, shower(lock.connection, ending));
        else if (await acquireEndpoint(lock, ending)) await serve(lock, ending);
      } catch (error) {
        log.error({ err: error }, "mqtt: the door stays shut");
      }
      await lock.connection.end({ timeout: 2 });
      await rest(stopping.signal);
    }
  }

  async function serve(lock: Lock, ending: AbortSignal) {
    const show = shower(lock.connection, ending);
    const door = await open(settings, show);
    try {
      setMqttEndpoint(door);
      await watch(lock, ending);
      if (!stopping.signal.aborted) log.warn("mqtt: the lock was lost, the door is closed until it is taken again");
    } finally {
      setMqttEndpoint(null);
      await door.close();
    }
  }

  const running = run();
  return {
    async close() {
      stopping.abort();
      await running;
    },
  };
}

function connectLock(url: string): Lock {
  const lost = new AbortController();
  const connection = postgres(url, {
    max: 1,
    max_lifetime: null,
    onnotice: () => {},
    onclose: () => lost.abort(),
    connection: { application_name: "frostline mqtt" },
  });
  return { connection, lost };
}

const rest = (ending: AbortSignal) => pause(TURN_MS, undefined, { signal: ending }).catch(() => {});

/** Waits until this worker has the endpoint; false if it is ending. */
async function acquireEndpoint({ connection }: Lock, ending: AbortSignal): Promise<boolean> {
  for (; !ending.aborted; await rest(ending)) if (await acquireMqttEndpoint(connection)) return !ending.aborted;
  return false;
}

/** Returns when the endpoint is lost, or its ownership is unknown. */
async function watch({ connection, lost }: Lock, ending: AbortSignal): Promise<void> {
  for (await rest(ending); !ending.aborted; await rest(ending)) {
    const isOurs = await within(hasMqttEndpoint(connection), ANSWER_SECONDS, "the lock of the MQTT door").catch(
      () => false,
    );
    if (!isOurs) lost.abort();
  }
}

/** Publishes beside the lock whether gateways can connect; changes are serialised. */
function shower(connection: Lock["connection"], ending: AbortSignal): (isUp: boolean) => void {
  let showing = Promise.resolve();
  return (isUp) => {
    showing = showing
      .then(() => (ending.aborted ? undefined : showMqtt(connection, isUp)))
      .catch((error: unknown) => log.warn({ err: error }, "mqtt: its state cannot be shown"));
  };
}

/** Gateways heard recently are admitted after a restart as before it, whatever other clients attempt. */
function known() {
  const tokens = findGatewayTokens(db(), { heardSince: new Date(Date.now() - PROVEN_MS), most: MAXIMUM_PROVEN });
  return within(tokens, ANSWER_SECONDS, "the tokens of known gateways").catch((error: unknown) => {
    log.warn({ err: error }, "mqtt: gateways come in like strangers at first");
    return [];
  });
}

async function open(settings: Settings, show: (isUp: boolean) => void): Promise<MqttEndpoint> {
  const { MQTT_URL, MQTT_PORT, MQTT_CONNECTIONS_PER_ADDRESS: most, HOSTNAME } = settings;
  if (MQTT_URL) {
    log.info({ host: new URL(MQTT_URL).host }, "mqtt: an outside broker");
    return OutsideBroker.start(MQTT_URL, endpointHandlers, show);
  }
  const limits = { ...ENDPOINT_LIMITS, connectionsPerAddress: most === "off" ? null : most };
  const broker = await EmbeddedBroker.start(HOSTNAME, MQTT_PORT as number, endpointHandlers, limits, await known());
  log.info({ host: HOSTNAME, port: broker.port }, "mqtt: gateways may connect");
  show(true);
  return broker;
}
