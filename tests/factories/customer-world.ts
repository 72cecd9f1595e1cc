import { randomBytes } from "node:crypto";
import { eq } from "drizzle-orm";
import type { Db } from "@/db/client";
import { ensurePartitions } from "@/db/partitions";
import {
  alarmSilence,
  alarmSilenceTarget,
  alarmSwitchLog,
  apiKey,
  apiKeyPermission,
  backupCode,
  calibration,
  carrierFile,
  carrierRecordTime,
  carrierState,
  carrierZone,
  dashboard,
  deviceBinding,
  deviceCommand,
  deviceConnection,
  deviceImport,
  deviceSwitch,
  exceptionReason,
  geofence,
  geofenceEvent,
  geofenceTarget,
  historyHorizon,
  loginQrcode,
  loginTicket,
  menuResource,
  outbox,
  parameter,
  roleCustomer,
  roleScene,
  scene,
  scenePlacement,
  setupWizard,
  storedFile,
  userAccount,
  userCustomer,
  userShortcut,
  zone,
} from "@/db/schema";
import { makeUser, openSessionOf } from "./account";
import { makeEvidence } from "./evidence";
import { makeException, makeNotice } from "./exception";
import { makeBusyTarget } from "./forward";
import { makeCustomer, makeFridge, makeGateway } from "./world";

const unique = () => randomBytes(5).toString("hex");

async function one<T>(rows: Promise<T[]>): Promise<T> {
  const [row] = await rows;
  if (!row) throw new Error("the factory made no row");
  return row;
}

/** An entry for shortcuts to point at, whatever the product ships. */
const anyMenu = async (db: Db) =>
  (await db.select({ id: menuResource.id }).from(menuResource).limit(1))[0] ??
  (await one(db.insert(menuResource).values({ code: unique() }).returning({ id: menuResource.id })));

const HERE = { longitude: 113.4, latitude: 23.1 };

/** A customer that has something of everything: at least one row in every table that can hang on a customer. */
export async function makeFullCustomer(db: Db) {
  const customer = await makeCustomer(db);
  const customerId = customer.id;
  const later = new Date(Date.now() + 3_600_000);

  const gateway = await makeGateway(db, customerId);
  const fridge = await makeFridge(db, customer, { gatewayId: gateway.id, noData: true, plan: [{}], contacts: [{}] });
  const [carrierId, probeId] = [fridge.carrier.id, fridge.probes.temperature as number];
  const range = await one(
    db.insert(zone).values({ customerId, name: unique(), measure: "temperature", maximum: 8 }).returning(),
  );
  await db.insert(carrierZone).values({ carrierId, measure: "temperature", zoneId: range.id });
  await db.insert(carrierState).values({ carrierId, positionAt: new Date(), ...HERE });
  await ensurePartitions(db.$client, Date.now() - 3_600_000, Date.now());
  await db.$client`
    insert into reading (probe_id, at, value)
    select ${probeId}, now() - make_interval(secs => s), 5 from generate_series(1, 60) s`;
  await db.$client`
    insert into reading_hour (probe_id, hour, count, sum, minimum, maximum)
    values (${probeId}, date_trunc('hour', now()), 60, 300, 5, 5)`;
  await db.$client`insert into position (carrier_id, at, longitude, latitude) values (${carrierId}, now(), 113.4, 23.1)`;
  const kept = new Date("2020-01-01T00:00:00Z");
  await db.insert(historyHorizon).values({ customerId, readingsFrom: kept, positionsFrom: kept, notedAt: kept });

  const area = await one(
    db
      .insert(geofence)
      .values({ customerId, name: unique(), shape: "circle", ...HERE, radiusMetres: 100, judgedFrom: new Date() })
      .returning({ id: geofence.id }),
  );
  await db.insert(geofenceTarget).values({ geofenceId: area.id, carrierId });
  const crossing = { kind: "enter" as const, at: new Date(), foundAt: new Date(), ...HERE };
  await db.insert(geofenceEvent).values({ customerId, geofenceId: area.id, carrierId, ...crossing });

  const user = await makeUser(db, customerId, { scopeType: 0, sceneIds: [customer.sceneId], mobile: null });
  const picture = await one(
    db
      .insert(storedFile)
      .values({ customerId, kind: "avatar", contentType: "image/png", size: 1, content: Buffer.from([0]) })
      .returning({ id: storedFile.id }),
  );
  await db.update(userAccount).set({ avatarId: picture.id }).where(eq(userAccount.id, user.id));
  const file = await one(
    db
      .insert(storedFile)
      .values({ customerId, kind: "plan", contentType: "image/png", size: 1, content: Buffer.from([0]) })
      .returning({ id: storedFile.id }),
  );
  await db.update(scene).set({ planFileId: file.id }).where(eq(scene.id, customer.sceneId));
  await db.insert(scenePlacement).values({ sceneId: customer.sceneId, carrierId, x: 0.5, y: 0.5 });
  await db.insert(carrierRecordTime).values({ carrierId, minuteOfDay: 480 });
  await db.insert(carrierFile).values({ customerId, carrierId, fileId: file.id, name: unique(), userId: user.id });
  const deviceId = fridge.sensor.id;
  const spare = await makeGateway(db, customerId);
  await db.insert(deviceBinding).values({ customerId, deviceId: gateway.id, carrierId, sensorId: deviceId });
  await db.insert(deviceCommand).values({ customerId, deviceId, gatewayId: gateway.id, settings: {}, userId: user.id });
  await db.insert(calibration).values({
    customerId,
    deviceId,
    certificateNumber: unique(),
    calibratedOn: "2026-01-01",
    dueOn: "2027-01-01",
    fileId: file.id,
    userId: user.id,
  });
  await db
    .insert(deviceSwitch)
    .values({ customerId, carrierId, oldDeviceId: deviceId, newDeviceId: spare.id, type: "manual", userId: user.id });
  await db
    .insert(deviceImport)
    .values({ customerId, kind: "sensor", fileName: "a.xlsx", fileId: file.id, userId: user.id });
  await db
    .insert(dashboard)
    .values({ userId: user.id, customerId, name: unique(), content: { version: 1, cards: [] } });
  await db.insert(setupWizard).values({ userId: user.id, customerId, step: "device" });
  await db.insert(deviceConnection).values({ customerId, deviceId: gateway.id, status: "offline", at: new Date() });
  await makeBusyTarget(db, customerId);
  await db.insert(roleScene).values({ roleId: user.roleId, sceneId: customer.sceneId });
  await db.insert(userShortcut).values({ userId: user.id, menuId: (await anyMenu(db)).id, position: 1 });
  const session = await openSessionOf(db, user);
  await db.insert(loginTicket).values({ tokenHash: unique(), userId: user.id, expiresAt: later });
  await db.insert(backupCode).values({ userId: user.id, codeHash: unique() });
  await db.insert(loginQrcode).values({ keyHash: unique(), userId: user.id, expiresAt: later });

  const exceptionRow = await makeException(db, fridge, { handledBy: user.id, acknowledgedBy: user.id });
  const message = await one(
    db
      .insert(outbox)
      .values({ customerId, kind: "notice.deliver", idempotencyKey: unique(), payload: {} })
      .returning({ id: outbox.id }),
  );
  await makeNotice(db, exceptionRow, { outboxId: message.id });
  await makeEvidence(db, { customerId, carrierId, probeId, exceptionId: exceptionRow.id, storedFileId: file.id });
  await db.insert(exceptionReason).values({ customerId, name: unique() });
  await db
    .insert(alarmSwitchLog)
    .values({ customerId, carrierId, fromSwitch: "on", toSwitch: "off", reason: "test", userId: user.id });
  const silence = await one(
    db
      .insert(alarmSilence)
      .values({ customerId, reason: "test", startsAt: new Date(), endsAt: later, createdBy: user.id })
      .returning(),
  );
  await db.insert(alarmSilenceTarget).values([
    { silenceId: silence.id, carrierId },
    { silenceId: silence.id, sceneId: customer.sceneId },
    { silenceId: silence.id, triggerId: fridge.trigger.id },
  ]);

  const key = await one(
    db.insert(apiKey).values({ customerId, name: unique(), prefix: "fk_", keyHash: unique() }).returning(),
  );
  await db.insert(apiKeyPermission).values({ apiKeyId: key.id, code: "viewEx" });
  await db.insert(parameter).values({ customerId, code: unique(), type: "text", content: "1" });
  return { customer, gateway, fridge, range, user, session, exception: exceptionRow };
}

/** Puts a customer among those of an account and of its role. */
export async function giveCustomer(db: Db, user: { id: number; roleId: number }, customerId: number): Promise<void> {
  await db.insert(userCustomer).values({ userId: user.id, customerId });
  await db.insert(roleCustomer).values({ roleId: user.roleId, customerId });
}
