import { randomUUID } from "node:crypto";
import { ZodError } from "zod";
import { db } from "@/db/client";
import { answerCommand } from "@/features/device/command/operations";
import { reportProperties } from "@/features/device/properties/operations";
import { ingestReadings } from "@/features/telemetry/ingest/operations";
import { findGatewayByMac } from "@/lib/auth/ingest-token";
import { customerScope } from "@/lib/auth/scope";
import { hashToken } from "@/lib/auth/token";
import { AppError, ERRORS } from "@/lib/errors";
import { log } from "@/lib/log/log";
import type { DoorHandlers, UplinkMessage, UplinkOutcome } from "@/lib/mqtt/door";
import type { Uplink } from "@/lib/mqtt/topics";
import type { OperationContext } from "@/lib/operation/context";
import type { Operation } from "@/lib/operation/define-operation";

/** What each kind of message calls, with the gateway as the actor. */
const OPERATIONS: Record<Uplink, Operation> = {
  readings: ingestReadings as Operation,
  properties: reportProperties as Operation,
  response: answerCommand as Operation,
};

/** The MQTT doors lead to the same operations as the HTTP ones. */
export const doorHandlers: DoorHandlers = {
  async authenticate(mac, password) {
    const gateway = await findGatewayByMac(db(), mac);
    const keyHash = hashToken(password);
    return gateway && gateway.keyHash === keyHash ? { keyHash, idleSeconds: gateway.idleSeconds } : null;
  },
  async isCurrent(mac, keyHash) {
    return (await findGatewayByMac(db(), mac))?.keyHash === keyHash;
  },
  take,
};

async function take({ mac, uplink, payload, keyHash }: UplinkMessage): Promise<UplinkOutcome> {
  const requestId = randomUUID();
  const about = { requestId, mac, uplink, bytes: payload.length };
  try {
    const gateway = await findGatewayByMac(db(), mac);
    // Asked at every message, as at every request: a token that was replaced ends here.
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
    const operation = OPERATIONS[uplink];
    await operation.call(ctx, bodyOf(payload));
    log.debug({ ...about, operation: operation.name }, "mqtt: taken");
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

function bodyOf(payload: Buffer): unknown {
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(payload));
  } catch (error) {
    throw new AppError("BAD_REQUEST", "body: is not JSON in UTF-8", {}, { cause: error });
  }
}

/** What would fail the same way if it came again. */
const isFinal = (error: unknown): boolean =>
  error instanceof ZodError || (error instanceof AppError && ERRORS[error.code].status < 500);
