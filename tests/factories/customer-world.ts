import { randomBytes } from "node:crypto";
import { eq } from "drizzle-orm";
import type { Db } from "@/db/client";
import { ensurePartitions } from "@/db/partitions";
import {
  alarmCondition,
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
  connectionWatch,
  contact,
  dashboard,
  decoderMapping,
  deviceBinding,
  deviceCommand,
  deviceConnection,
  deviceHolding,
  deviceImport,
  deviceMessage,
  deviceSwitch,
  downloadRecord,
  dutyRota,
  exceptionReason,
  exportDelivery,
  exportRun,
  exportTask,
  geofence,
  geofenceEvent,
  geofenceTarget,
  historyHorizon,
  knownLogin,
  loginQrcode,
  loginTicket,
  lotDecision,
  manualInvalidation,
  menuResource,
  noticeCode,
  noticeReply,
  outbox,
  parameter,
  passwordReset,
  pushSubscription,
  recordPoint,
  recordSheet,
  recordValue,
  replyProvider,
  roleCustomer,
  roleScene,
  savedView,
  scene,
  scenePlacement,
  secondment,
  setupWizard,
  statisticsDefinition,
  unknownDevice,
  unknownOverflow,
  unknownReading,
  userAccount,
  userCustomer,
  userIdentity,
  userShortcut,
  zigbeeNetwork,
  zone,
} from "@/db/schema";
import { storeFile } from "@/lib/stored-file/stored-file";
import { makeUser, openSessionOf } from "./account";
import { makeEvidence } from "./evidence";
import { makeException, makeNotice } from "./exception";
import { makeBusyTarget } from "./forward";
import { makeLot, makeProduct } from "./goods";
import { makeMonitorRun, makeMonitorTask } from "./monitor-task";
import { makePrinter, makePrintGroup, makePrintJob } from "./print";
import { makeOpening, makeShare } from "./share";
import { addLotTo, makeHandover, makeTransport } from "./transport";
import { makeMark, makePoint, makeSeries, makeVerification } from "./verification";
import { makeWorkOrder, makeWorkOrderEvent, makeWorkOrderPhoto, makeWorkOrderRule } from "./work-order";
import { makeCustomer, makeFridge, makeGateway } from "./world";

const unique = () => randomBytes(5).toString("hex");

async function one<T>(rows: Promise<T[]>): Promise<T> {
  const [row] = await rows;
  if (!row) throw new Error("the factory made no row");
  return row;
}

/** A menu entry for shortcuts to reference, whatever the product ships. */
const anyMenu = async (db: Db) =>
  (await db.select({ id: menuResource.id }).from(menuResource).limit(1))[0] ??
  (await one(db.insert(menuResource).values({ code: unique() }).returning({ id: menuResource.id })));

const HERE = { longitude: 113.4, latitude: 23.1 };

/** A customer with at least one row in every table that can belong to a customer. */
export async function makeFullCustomer(db: Db) {
  const customer = await makeCustomer(db);
  const customerId = customer.id;
  const later = new Date(Date.now() + 3_600_000);

  const gateway = await makeGateway(db, customerId);
  const fridge = await makeFridge(db, customer, { gatewayId: gateway.id, noData: true, plan: [{}], contacts: [{}] });
  const rota = { shifts: [], holidays: [], absences: [], version: unique() };
  await db.insert(dutyRota).values({ customerId, groupId: fridge.group.id, ...rota });
  const [carrierId, probeId] = [fridge.carrier.id, fridge.probes.temperature as number];
  const range = await one(
    db.insert(zone).values({ customerId, name: unique(), measure: "temperature", maximum: 8 }).returning(),
  );
  await db.insert(carrierZone).values({ carrierId, measure: "temperature", zoneId: range.id });
  await db.insert(carrierState).values({ carrierId, positionAt: new Date(), ...HERE });
  const goods = await makeLot(db, await makeProduct(db, customerId), [{ carrierId, placedAt: new Date() }]);
  await db.insert(lotDecision).values({
    ...{ customerId, lotId: goods.id, decision: "askMaker" as const, reason: "late", verdict: "quarantine" as const },
    ...{ content: {}, decidedAt: new Date() },
  });
  await makeOpening(db, (await makeShare(db, customerId, { carrierId })).id);
  const journey = await makeTransport(db, { customerId, carrierId }, { state: "delivered" });
  await addLotTo(db, journey.id, goods.id);
  await makeHandover(db, journey, unique());
  const orderRule = await makeWorkOrderRule(db, customerId, { groupId: fridge.group.id });
  const order = await makeWorkOrder(db, customerId, { ruleId: orderRule.id, deviceId: fridge.sensor.id, carrierId });
  await makeWorkOrderEvent(db, order.id);
  await makeWorkOrderPhoto(
    db,
    order.id,
    await storeFile(db, { customerId, kind: "workOrder", contentType: "image/png", content: Buffer.from([0]) }),
  );
  const watch = await makeMonitorTask(db, customerId, { carrierId, noticeGroupId: fridge.group.id });
  await makeMonitorRun(db, watch, [{ deviceId: fridge.sensor.id, carrierId, workOrderId: order.id }]);
  const printer = await makePrinter(db, customerId);
  await makePrintGroup(db, customerId, { printerIds: [printer.id], carrierIds: [carrierId] });
  await makePrintJob(db, printer);
  const mapping = await makeVerification(db, customerId, carrierId);
  const measured = await makePoint(db, mapping.id, { deviceId: fridge.sensor.id });
  await makeMark(db, mapping.id);
  await makeSeries(db, mapping.id, measured.id, probeId);
  // What is left of a secondment after the other customer was removed.
  const lent = { unitId: fridge.sensor.id, customerId, deviceId: fridge.sensor.id };
  await db.insert(deviceHolding).values(lent);
  await db.insert(secondment).values({
    ...{ unitId: fridge.sensor.id, lenderId: customerId, lenderDeviceId: fridge.sensor.id, isTransfer: false },
    ...{ lenderName: customer.name, borrowerName: unique(), kind: "sensor", serialNumber: unique(), state: "revoked" },
  });
  await ensurePartitions(db.$client, Date.now() - 3_600_000, Date.now());
  await db.$client`
    insert into reading (probe_id, at, value)
    select ${probeId}, now() - make_interval(secs => s), 5 from generate_series(1, 60) s`;
  await db.$client`
    insert into reading_hour (probe_id, hour, count, sum, minimum, maximum)
    values (${probeId}, date_trunc('hour', now()), 60, 300, 5, 5)`;
  await db.$client`
    insert into reading_day (probe_id, day, count, sum, minimum, maximum, squares, low, high, held_area, longest_ms)
    values (${probeId}, date_trunc('day', now()), 1440, 7200, 5, 5, 0, 5, 5, 0, 60000)`;
  await db.insert(statisticsDefinition).values({ customerId, name: unique(), selection: {} });
  await db
    .insert(savedView)
    .values({ customerId, path: "/abnormal/dataex", name: unique(), query: "severity=critical" });
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
  const leaving = { kind: "geofence" as const, crossing: "exit" as const, geofenceId: area.id };
  await db.insert(alarmCondition).values({ triggerId: fridge.trigger.id, ...leaving });
  const crossing = { kind: "enter" as const, at: new Date(), foundAt: new Date(), ...HERE };
  await db.insert(geofenceEvent).values({ customerId, geofenceId: area.id, carrierId, ...crossing });

  const user = await makeUser(db, customerId, { scopeType: 0, sceneIds: [customer.sceneId], mobile: null });
  const picture = {
    id: await storeFile(db, { customerId, kind: "avatar", contentType: "image/png", content: Buffer.from([0]) }),
  };
  await db.update(userAccount).set({ avatarId: picture.id }).where(eq(userAccount.id, user.id));
  const file = {
    id: await storeFile(db, { customerId, kind: "plan", contentType: "image/png", content: Buffer.from([0]) }),
  };
  await db.insert(downloadRecord).values({
    customerId,
    workingCustomerId: customerId,
    userId: user.id,
    kind: "user",
    format: "csv",
    query: {},
    locale: "en-US",
    name: "users",
    fileName: "users.csv",
    state: "generated",
    fileId: await storeFile(db, { customerId, kind: "export", contentType: "text/csv", content: Buffer.from("a") }),
  });
  const task = await one(
    db
      .insert(exportTask)
      .values({
        ...{ customerId, userId: user.id, name: unique(), kind: "exception", format: "csv", query: {} },
        ...{ locale: "en-US", frequency: "daily", weekdays: [], time: "08:00", period: "yesterday", recipients: [] },
      })
      .returning({ id: exportTask.id }),
  );
  const run = await one(
    db
      .insert(exportRun)
      .values({ customerId, taskId: task.id, dueAt: new Date(), trigger: "schedule" })
      .returning({ id: exportRun.id }),
  );
  await db.insert(exportDelivery).values({ customerId, runId: run.id, recipient: "keeper@clinic.example" });
  await db.update(scene).set({ planFileId: file.id }).where(eq(scene.id, customer.sceneId));
  await db.insert(scenePlacement).values({ sceneId: customer.sceneId, carrierId, x: 0.5, y: 0.5 });
  await db.insert(carrierRecordTime).values({ carrierId, minuteOfDay: 480 });
  await db.insert(recordPoint).values({ carrierId, customerId });
  const sheet = await one(
    db.insert(recordSheet).values({ customerId, carrierId, month: "2026-10-01" }).returning({ id: recordSheet.id }),
  );
  await db.insert(recordValue).values({
    sheetId: sheet.id,
    probeId,
    day: "2026-10-01",
    minute: 480,
    plannedAt: new Date("2026-10-01T00:00:00Z"),
    toleranceMinutes: 15,
  });
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
  await db.insert(userIdentity).values({ userId: user.id, issuer: "https://id.example", subject: unique() });
  await db.insert(passwordReset).values({ userId: user.id, stateHash: unique(), expiresAt: later });
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
  await db.insert(connectionWatch).values({ customerId });
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
  const nurse = await one(db.select({ id: contact.id }).from(contact).where(eq(contact.groupId, fridge.group.id)));
  await makeIntake(db, { customerId, deviceId, gatewayId: gateway.id, probeId });
  await makeReplies(db, {
    customerId,
    contactId: nurse.id,
    userId: user.id,
    exceptionId: exceptionRow.id,
  });
  await db.insert(parameter).values({ customerId, code: unique(), type: "text", content: "1" });
  return { customer, gateway, fridge, range, user, session, exception: exceptionRow };
}

type Intake = { customerId: number; deviceId: number; gatewayId: number; probeId: number };

/** The stored data of intakes other than readings. */
async function makeIntake(db: Db, { customerId, deviceId, gatewayId, probeId }: Intake) {
  const at = new Date();
  const kept = { key: unique(), adapter: "tts", payload: "{}", firstAt: at, lastAt: at };
  const unknown = await one(
    db
      .insert(unknownDevice)
      .values({ customerId, gatewayId, ...kept })
      .returning(),
  );
  await db.insert(unknownReading).values({ unknownDeviceId: unknown.id, at, reading: {} });
  await db.insert(unknownOverflow).values({ customerId, droppedAt: at });
  await db.insert(deviceMessage).values({ deviceId, keptAt: at });
  await db.insert(decoderMapping).values({ customerId, typeCode: unique() });
  await db.insert(zigbeeNetwork).values({ customerId, gatewayId, baseTopic: "zigbee2mqtt" });
  await db.insert(manualInvalidation).values({ probeId, action: "marked", fromAt: at, toAt: at });
}

type Replies = { customerId: number; contactId: number; userId: number; exceptionId: number };

/** The stored replies of contacts, and the known login locations of an account. */
async function makeReplies(db: Db, { customerId, contactId, userId, exceptionId }: Replies) {
  const at = new Date();
  const code = { phone: unique(), code: "7K", exceptionIds: [exceptionId], expiresAt: at };
  await db.insert(noticeCode).values({ customerId, contactId, ...code });
  const access = { format: "generic" as const, authentication: "secret" as const, secret: unique() };
  const provider = await one(
    db
      .insert(replyProvider)
      .values({ name: unique(), ...access })
      .returning(),
  );
  const reply = { messageId: unique(), sender: "139****0000", outcome: "acknowledged", answer: "" };
  await db.insert(noticeReply).values({ providerId: provider.id, customerId, contactId, ...reply });
  const browser = { endpoint: `https://push.example/${unique()}`, p256dh: unique(), auth: unique() };
  await db.insert(pushSubscription).values({ userId, ...browser, label: "Chromium" });
  await db.insert(knownLogin).values({ userId, kind: "device", hash: unique(), lastAt: at });
}

/** Assigns a customer to an account and its role. */
export async function giveCustomer(db: Db, user: { id: number; roleId: number }, customerId: number): Promise<void> {
  await db.insert(userCustomer).values({ userId: user.id, customerId });
  await db.insert(roleCustomer).values({ roleId: user.roleId, customerId });
}
