import { db } from "@/db/client";
import { customerScope, systemScope } from "@/lib/auth/scope";
import type { OperationContext } from "@/lib/operation/context";

const base = () => ({
  db: db(),
  requestId: "test-request",
  address: "127.0.0.1",
  userAgent: "test",
  locale: "en-US",
  now: new Date(),
});

/** The context of a device of this customer, as the ingest endpoint creates it after verifying the token. */
export const deviceContext = (customerId: number, now = new Date()): OperationContext => ({
  ...base(),
  actor: { type: "device", customerId, gatewayId: null, name: "test" },
  scope: customerScope(customerId),
  now,
});

export const systemContext = (now = new Date()): OperationContext => ({
  ...base(),
  actor: { type: "system", job: "test" },
  scope: systemScope(),
  now,
});
