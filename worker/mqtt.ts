import { randomUUID } from "node:crypto";
import { ZodError } from "zod";
import { db } from "@/db/client";
import { ingestGatewayTelemetry, ingestTelemetry, reportAttributes } from "@/features/adapter/thingsboard.operations";
import { ingestZigbee2Mqtt } from "@/features/adapter/zigbee2mqtt/operations";
import { answerCommand } from "@/features/device/configuration/command.operations";
import { reportProperties } from "@/features/device/properties.operations";
import { ingestReadings } from "@/features/telemetry/ingest/ingest.operations";
import { findGatewayByMac, findGatewayByToken } from "@/lib/auth/ingest-token";
import { customerScope } from "@/lib/auth/scope";
import { hashToken } from "@/lib/auth/token";
import { AppError, ERRORS } from "@/lib/errors";
import { log } from "@/lib/log/log";
import type { EndpointHandlers, UplinkMessage, UplinkOutcome } from "@/lib/mqtt/endpoint";
import { zigbeeBaseOf } from "@/lib/mqtt/topics";
import type { OperationContext } from "@/lib/operation/context";
import type { Operation } from "@/lib/operation/define-operation";

type Call = { operation: Operation; input: unknown };
const call = (operation: unknown, input: unknown): Call => ({ operation: operation as Operation, input });

/** The operation of a message, with the gateway as the actor; null for other systems' messages that are not needed. */
function callOf({ uplink, topic = "", payload, isRetained }: UplinkMessage): Call | null {
  switch (uplink) {
    case "readings":
      return call(ingestReadings, bodyOf(payload));
    case "properties":
      return call(reportProperties, bodyOf(payload));
    case "response":
      return call(answerCommand, bodyOf(payload));
    case "foreign":
      return foreignCallOf(topic, payload, isRetained);
  }
}

function foreignCallOf(topic: string, payload: Buffer, isRetained: boolean): Call | null {
  if (zigbeeBaseOf(topic) !== null)
    return call(ingestZigbee2Mqtt, { payload: { topic, payload: textOf(payload), retain: isRetained } });
  switch (topic) {
    case "v1/devices/me/telemetry":
    case "v2/t":
    case "v2/t/j":
      return call(ingestTelemetry, { payload: bodyOf(payload) });
    case "v1/gateway/telemetry":
      return call(ingestGatewayTelemetry, { payload: bodyOf(payload) });
    case "v1/devices/me/attributes":
    case "v2/a":
    case "v2/a/j":
      return call(reportAttributes, { payload: bodyOf(payload) });
    case "v1/gateway/attributes":
      return call(reportAttributes, { payload: bodyOf(payload), isGateway: true });
    default:
      return null;
  }
}

/** MQTT messages run the same operations as HTTP requests. */
export const endpointHandlers: EndpointHandlers = {
  async authenticate(mac, password) {
    const gateway = await findGatewayByMac(db(), mac);
    const keyHash = hashToken(password);
    return gateway && gateway.keyHash === keyHash ? { keyHash, idleSeconds: gateway.idleSeconds } : null;
  },
  async authenticateToken(token) {
    const keyHash = hashToken(token);
    const gateway = await findGatewayByToken(db(), keyHash);
    return gateway && { mac: gateway.mac, keyHash, idleSeconds: gateway.idleSeconds };
  },
  async isCurrent(mac, keyHash) {
    return (await findGatewayByMac(db(), mac))?.keyHash === keyHash;
  },
  take,
};

async function take(message: UplinkMessage): Promise<UplinkOutcome> {
  const { mac, uplink, topic, payload, keyHash } = message;
  const requestId = randomUUID();
  const about = { requestId, mac, uplink, ...(topic && { topic: topic.slice(0, 100) }), bytes: payload.length };
  try {
    const gateway = await findGatewayByMac(db(), mac);
    // Checked for every message, as for every request, so that a replaced token is refused.
    if (!gateway || (keyHash !== null && gateway.keyHash !== keyHash)) {
      log.warn(about, "mqtt: no such gateway any more");
      return "stranger";
    }
    const ctx: OperationContext = {
      actor: gateway.actor,
      scope: customerScope(gateway.actor.customerId),
      db: db(),
      requestId,
      address: "mqtt",
      userAgent: "",
      locale: "en-US",
      now: new Date(),
    };
    const called = callOf(message);
    const answer = await called?.operation.call(ctx, called.input);
    log.debug({ ...about, operation: called?.operation.name, answer }, "mqtt: taken");
    return "taken";
  } catch (error) {
    if (!isFinal(error)) {
      log.error({ ...about, err: error }, "mqtt: not taken, to be sent again");
      return "again";
    }
    log.warn({ ...about, reason: (error as Error).message.slice(0, 500) }, "mqtt: a message changes nothing");
    return "taken";
  }
}

function textOf(payload: Buffer): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(payload);
  } catch (error) {
    throw new AppError("BAD_REQUEST", "body: is not UTF-8", {}, { cause: error });
  }
}

function bodyOf(payload: Buffer): unknown {
  try {
    return JSON.parse(textOf(payload));
  } catch (error) {
    throw new AppError("BAD_REQUEST", "body: is not JSON in UTF-8", {}, { cause: error });
  }
}

/** Whether a retry would fail the same way. */
const isFinal = (error: unknown): boolean =>
  error instanceof ZodError || (error instanceof AppError && ERRORS[error.code].status < 500);
