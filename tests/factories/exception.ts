import { randomBytes } from "node:crypto";
import type { Db } from "@/db/client";
import { db } from "@/db/client";
import type { ScopeType } from "@/db/enums";
import { exception, exceptionReason, notice, role, rolePermission, session, userAccount, userScene } from "@/db/schema";
import type { Permission } from "@/lib/auth/permissions";
import { findPrincipal } from "@/lib/auth/principal";
import type { OperationContext } from "@/lib/operation/context";

const unique = () => randomBytes(5).toString("hex");

async function one<T>(rows: Promise<T[]>): Promise<T> {
  const [row] = await rows;
  if (!row) throw new Error("the factory made no row");
  return row;
}

type AccountOptions = {
  permissions?: readonly Permission[];
  scopeType?: ScopeType;
  sceneIds?: readonly number[];
  name?: string;
};

/** A logged-in account of the customer as the context of a session request; by default a customer administrator. */
export async function signedInAs(
  customerId: number,
  {
    permissions = ["acknowledgeEx", "handleEx"],
    scopeType = 1,
    sceneIds = [],
    name = `Li Na ${unique()}`,
  }: AccountOptions = {},
  now = new Date(),
): Promise<OperationContext> {
  const { id: roleId } = await one(db().insert(role).values({ customerId, name: unique(), scopeType }).returning());
  if (permissions.length > 0)
    await db()
      .insert(rolePermission)
      .values(permissions.map((code) => ({ roleId, code })));
  const user = await one(
    db().insert(userAccount).values({ customerId, roleId, username: unique(), name, passwordHash: "none" }).returning(),
  );
  if (sceneIds.length > 0)
    await db()
      .insert(userScene)
      .values(sceneIds.map((sceneId) => ({ userId: user.id, sceneId })));
  const expiresAt = new Date(Date.now() + 3_600_000);
  const { id: sessionId } = await one(db().insert(session).values({ userId: user.id, expiresAt }).returning());
  const principal = await findPrincipal(db(), sessionId);
  if (!principal || principal === "replaced") throw new Error("the session is not live");
  return {
    actor: { type: "user", principal },
    scope: principal.scope,
    db: db(),
    requestId: "test-request",
    address: "127.0.0.1",
    userAgent: "test",
    locale: "en-US",
    now,
  };
}

type Place = {
  carrier: { id: number; customerId: number } | null;
  sensor: { id: number; customerId: number };
  probes?: { temperature?: number };
};

/** An exception of a refrigerator of `makeFridge`: by default 11.3 °C above 8 °C for half an hour. */
export const makeException = (
  tx: Db,
  place: Place,
  values: Partial<typeof exception.$inferInsert> = {},
): Promise<typeof exception.$inferSelect> => {
  const startedAt = values.startedAt ?? new Date(Date.now() - 30 * 60_000);
  return one(
    tx
      .insert(exception)
      .values({
        customerId: place.sensor.customerId,
        carrierId: place.carrier?.id ?? null,
        deviceId: place.sensor.id,
        probeId: place.probes?.temperature ?? null,
        kind: "range",
        measure: "temperature",
        side: "above",
        severity: "critical",
        minimum: 2,
        maximum: 8,
        startedAt,
        raisedAt: startedAt,
        peak: 11.3,
        peakAt: new Date(startedAt.getTime() + 600_000),
        mean: 9.6,
        degreeMinutes: 48,
        meanKineticTemperature: 9.7,
        sampleCount: 6,
        ...values,
      })
      .returning(),
  );
};

export const makeNotice = (
  tx: Db,
  of: { id: number; customerId: number },
  values: Partial<typeof notice.$inferInsert>,
) =>
  one(
    tx
      .insert(notice)
      .values({
        customerId: of.customerId,
        exceptionId: of.id,
        channel: "email",
        status: "sent",
        contactName: "Wang",
        recipient: "wang@example.org",
        content: "above maximum",
        ...values,
      })
      .returning(),
  );

/** A reason of a customer's own. */
export const makeReason = (tx: Db, customerId: number, name = `reason ${unique()}`) =>
  one(tx.insert(exceptionReason).values({ customerId, name }).returning());
