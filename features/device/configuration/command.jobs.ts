import "server-only";
import { z } from "zod";
import { AppError } from "@/lib/errors";
import { log } from "@/lib/log/log";
import { type MqttEndpoint, mqttEndpoint } from "@/lib/mqtt/endpoint";
import { defineJob, type JobContext } from "@/lib/queue/define-job";
import { operationContext } from "@/lib/queue/operation-context";
import { expireCommand, sendCommand } from "./command.operations";
import { endAttempt, findDue, findTimeouts } from "./configuration.data";
import { dueEvent } from "./configuration.rules";

const NAME = "device.issueCommands";
const BATCH = 200;
/** Commands processed concurrently; each uses a connection of the pool for a moment. */
const TOGETHER = 5;

/**
 * MACs of the gateways that are reachable: none without an MQTT endpoint; null (all) with a connected external broker.
 */
function hearing(door: MqttEndpoint | null): readonly string[] | null {
  return door?.isUp ? door.reachable() : [];
}

/**
 * Advances commands: sends them to reachable gateways, repeats them after a pause, or ends them. Every worker runs it,
 * but only the worker with the MQTT endpoint can reach a gateway.
 */
export const issueDueCommands = defineJob({
  name: NAME,
  payload: z.object({}),
  everySeconds: 1,
  async run(_payload, job) {
    const door = mqttEndpoint();
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
      if (event === "expire") await attempt(id, () => expireCommand.call(operationContext(NAME, job), { id }));
      else if (event) due.push({ id, event });
    }
    // A failure must not affect the other commands. The failed one is due again a second later.
    for (let at = 0; door && at < due.length; at += TOGETHER) {
      const together = due.slice(at, at + TOGETHER).map(({ id, event }) => send(job, door, id, event));
      for (const result of await Promise.allSettled(together))
        if (result.status === "rejected") log.error({ err: result.reason }, "a command could not be sent");
    }
  },
});

/** Another worker may have advanced the command, or a user may have cancelled it. */
async function attempt<T>(id: number, work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    log.debug({ commandId: id, reason: error.message }, "a command went on without us");
    return undefined;
  }
}

async function send(job: JobContext, door: MqttEndpoint, id: number, event: "send" | "resend"): Promise<void> {
  const dispatch = await attempt(id, () => sendCommand.call(operationContext(NAME, job), { id, event }));
  if (!dispatch) return;
  const { topic, payload, attempts, timeoutSeconds } = dispatch;
  try {
    await door.publish(topic, payload, timeoutSeconds);
  } catch (error) {
    log.warn({ err: error, commandId: id, topic }, "a command did not get out");
    await endAttempt(job.db, id, attempts, new Date());
  }
}
