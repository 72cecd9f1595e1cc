import "server-only";
import { randomUUID } from "node:crypto";
import { z } from "zod";
import { systemScope } from "@/lib/auth/scope";
import { AppError } from "@/lib/errors";
import { log } from "@/lib/log/log";
import { type MqttDoor, mqttDoor } from "@/lib/mqtt/door";
import type { OperationContext } from "@/lib/operation/context";
import { defineJob, type JobContext } from "@/lib/queue/define-job";
import { endAttempt, findDue, findTimeouts } from "../configuration/data";
import { dueEvent } from "../configuration/rules";
import { expireCommand, sendCommand } from "./operations";

const NAME = "device.issueCommands";
const BATCH = 200;
/** Commands under way at once: each takes a connection of the pool for a moment. */
const TOGETHER = 5;

const asSystem = ({ db, now }: JobContext): OperationContext => ({
  actor: { type: "system", job: NAME },
  scope: systemScope(),
  db,
  requestId: randomUUID(),
  address: "",
  userAgent: "",
  locale: "en-US",
  now,
});

/** The gateways that hear now; nobody while there is no door, everybody behind an outside broker that is up. */
function hearing(door: MqttDoor | null): readonly string[] | null {
  return door?.isUp ? door.reachable() : [];
}

/**
 * Moves the commands on: out to gateways that hear, again after a pause, or to their end. Each worker does what it can;
 * only the one that has the MQTT door reaches a gateway.
 */
export const issueDueCommands = defineJob({
  name: NAME,
  payload: z.object({}),
  everySeconds: 1,
  async run(_payload, job) {
    const door = mqttDoor();
    const reachable = hearing(door);
    const heard = reachable && new Set(reachable);
    const waiting = await findDue(job.db, job.now, reachable, BATCH);
    const timeouts = new Map<number, number>();
    const due: { id: number; event: "send" | "resend" }[] = [];
    for (const command of waiting) {
      const { id, customerId, gatewayMac } = command;
      const isReachable = gatewayMac !== null && (heard === null || heard.has(gatewayMac));
      let timeoutMs = timeouts.get(customerId);
      if (timeoutMs === undefined) {
        timeoutMs = (await findTimeouts(job.db, customerId)).answerSeconds * 1000;
        timeouts.set(customerId, timeoutMs);
      }
      const event = dueEvent(command, { now: job.now.getTime(), isReachable, timeoutMs });
      if (event === "expire") await attempt(id, () => expireCommand.call(asSystem(job), { id }));
      else if (event) due.push({ id, event });
    }
    // One that fails must not take its neighbours along; it is due again a second later.
    for (let at = 0; door && at < due.length; at += TOGETHER) {
      const together = due.slice(at, at + TOGETHER).map(({ id, event }) => send(job, door, id, event));
      for (const result of await Promise.allSettled(together))
        if (result.status === "rejected") log.error({ err: result.reason }, "a command could not be sent");
    }
  },
});

/** Another worker, or somebody who called the command off, may have been faster. */
async function attempt<T>(id: number, work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    log.debug({ commandId: id, reason: error.message }, "a command went on without us");
    return undefined;
  }
}

async function send(job: JobContext, door: MqttDoor, id: number, event: "send" | "resend"): Promise<void> {
  const dispatch = await attempt(id, () => sendCommand.call(asSystem(job), { id, event }));
  if (!dispatch) return;
  const { topic, payload, attempts, timeoutSeconds } = dispatch;
  try {
    await door.publish(topic, payload, timeoutSeconds);
  } catch (error) {
    log.warn({ err: error, commandId: id, topic }, "a command did not get out");
    await endAttempt(job.db, id, attempts, new Date());
  }
}
