import { eq } from "drizzle-orm";
import { carrier, zone } from "@/db/schema";
import { makeUser } from "../factories/account";
import { makeFridge, makeGateway } from "../factories/world";
import { TEST_PASSWORD } from "../support/environment";
import { makeException, type World } from "./access-world";
import { type Fixture, type Id, INSIDE } from "./fixture";
import { adapterFixtures } from "./fixtures/adapter";
import { alarmLogFixtures, alarmLogRows } from "./fixtures/alarm-log";
import { archiveFixtures, archiveRows } from "./fixtures/archive";
import { auditFixtures, auditRowsOfWorld } from "./fixtures/audit";
import { carrierFixtures, carrierRows } from "./fixtures/carrier";
import { carrierDetailFixtures, carrierDetailRows } from "./fixtures/carrier-detail";
import { catalogueFixtures, catalogueRows } from "./fixtures/catalogue";
import { configurationFixtures } from "./fixtures/configuration";
import { contactFixtures, contactRows } from "./fixtures/contact";
import { customerFixtures } from "./fixtures/customer";
import { dashboardFixtures, dashboardRows } from "./fixtures/dashboard";
import { deviceFixtures, deviceRows } from "./fixtures/device";
import { deviceImportFixtures, deviceImportRows } from "./fixtures/device-import";
import { downloadFixtures } from "./fixtures/download";
import { exceptionLinkFixtures } from "./fixtures/exception-link";
import { reasonFixtures, reasonRows } from "./fixtures/exception-reason";
import { exportTaskFixtures, exportTaskRows } from "./fixtures/export-task";
import { forwardFixtures, forwardRows } from "./fixtures/forward";
import { goodsFixtures, goodsRows } from "./fixtures/goods";
import { guideFixtures, guideRows } from "./fixtures/guide";
import { homeFixtures } from "./fixtures/home";
import { invalidFixtures, invalidRows } from "./fixtures/invalid";
import { loggerFixtures, loggerRows } from "./fixtures/logger";
import { menuFixtures, menuRows } from "./fixtures/menu";
import { monitorTaskFixtures, monitorTaskRows } from "./fixtures/monitor-task";
import { mountingFixtures, mountingRows } from "./fixtures/mounting";
import { parameterFixtures, parameterRows } from "./fixtures/parameter";
import { printingFixtures, printingRows } from "./fixtures/printing";
import { profileFixtures } from "./fixtures/profile";
import { rangeFixtures, rangeRows } from "./fixtures/range";
import { recordSheetFixtures, recordSheetRows } from "./fixtures/record-sheet";
import { replyFixtures, replyRows } from "./fixtures/reply";
import { reportFixtures, reportRows } from "./fixtures/report";
import { roleFixtures, roleRows } from "./fixtures/role";
import { savedViewFixtures } from "./fixtures/saved-view";
import { sceneFixtures, sceneRows } from "./fixtures/scene";
import { secondmentFixtures, secondmentRows } from "./fixtures/secondment";
import { sessionFixtures } from "./fixtures/session";
import { shareFixtures, shareRows } from "./fixtures/share";
import { statisticsFixtures, statisticsRows } from "./fixtures/statistics";
import { trackFixtures, trackRows } from "./fixtures/track";
import { transportFixtures, transportRows } from "./fixtures/transport";
import { triggerFixtures, triggerRows } from "./fixtures/trigger";
import { userFixtures, userRows } from "./fixtures/user";
import { verificationFixtures, verificationRows } from "./fixtures/verification";
import { workOrderFixtures, workOrderRows } from "./fixtures/work-order";

/** A row that the call may have for itself, by the entity that stands before `[id]` in the path. */
export const ROWS: Record<string, Id> = {
  ...catalogueRows,
  ...carrierRows,
  ...carrierDetailRows,
  ...loggerRows,
  ...userRows,
  ...roleRows,
  ...reportRows,
  ...exportTaskRows,
  ...archiveRows,
  ...sceneRows,
  carrier: async (db, world) =>
    (await makeFridge(db, { id: world.customer.id, sceneId: world.customer.sceneId })).carrier.id,
  customer: async (_db, world) => world.customer.id,
  exception: async (db, world) =>
    makeException(db, world, await makeFridge(db, { id: world.customer.id, sceneId: world.customer.sceneId })),
  gateway: async (db, world) => (await makeGateway(db, world.customer.id)).id,
  zone: async (db, world) => {
    const name = `range ${Math.random()}`;
    const [row] = await db
      .insert(zone)
      .values({ customerId: world.customer.id, name, measure: "temperature", maximum: 8 })
      .returning();
    return row?.id as number;
  },
  ...contactRows,
  ...reasonRows,
  ...deviceImportRows,
  ...forwardRows,
  ...auditRowsOfWorld,
  ...alarmLogRows,
  ...goodsRows,
  ...guideRows,
  ...menuRows,
  ...parameterRows,
  ...recordSheetRows,
  ...replyRows,
  ...rangeRows,
  ...trackRows,
  ...transportRows,
  ...secondmentRows,
  ...workOrderRows,
  ...printingRows,
  ...verificationRows,
  ...monitorTaskRows,
  ...triggerRows,
  ...invalidRows,
  ...deviceRows,
  ...mountingRows,
  ...dashboardRows,
  ...statisticsRows,
  ...shareRows,
};

const closed = { endedAt: new Date(), acknowledgedAt: new Date() };
const finished =
  (values: Parameters<typeof makeException>[3]): Id =>
  (db, world) =>
    makeException(db, world, world.fridge, { ...closed, ...values });

const lastHour = (world: World) => ({
  probeIds: String(world.probeId),
  from: String(Date.now() - 3_600_000),
  to: String(Date.now()),
});

/** Every operation that has a call; one that is missing here fails the test. */
export const FIXTURES: Record<string, Fixture> = {
  ...catalogueFixtures,
  ...carrierFixtures,
  ...carrierDetailFixtures,
  ...loggerFixtures,
  ...userFixtures,
  ...roleFixtures,
  ...reportFixtures,
  ...exportTaskFixtures,
  ...archiveFixtures,
  ...sceneFixtures,
  ...deviceImportFixtures,
  ...downloadFixtures,
  ...forwardFixtures,
  ...goodsFixtures,
  ...transportFixtures,
  ...secondmentFixtures,
  ...workOrderFixtures,
  ...printingFixtures,
  ...verificationFixtures,
  ...monitorTaskFixtures,
  ...guideFixtures,
  ...menuFixtures,
  ...parameterFixtures,
  ...recordSheetFixtures,
  ...replyFixtures,
  ...profileFixtures,
  ...savedViewFixtures,
  ...homeFixtures,
  ...dashboardFixtures,
  ...deviceFixtures,
  ...mountingFixtures,
  ...configurationFixtures,
  ...trackFixtures,
  ...triggerFixtures,
  ...invalidFixtures,
  ...statisticsFixtures,

  ...sessionFixtures,
  ...shareFixtures,
  "session.captcha": { seenBy: "everybody" },
  "session.login": {
    seenBy: "everybody",
    input: async (db, world) => ({
      username: (await makeUser(db, world.customer.id)).username,
      password: TEST_PASSWORD,
    }),
  },
  "session.logout": { seenBy: "oneself" },
  "session.me": { seenBy: "oneself" },
  "health.get": { seenBy: "everybody" },
  "queue.work": { seenBy: "everybody" },
  "live.subscribe": { seenBy: "oneself" },

  "telemetry.ingest": {
    seenBy: "token",
    input: (_db, world) => ({
      readings: [{ device: world.fridge.sensor.serialNumber, at: Date.now(), values: { temperature: 4 } }],
    }),
  },
  ...adapterFixtures,
  "gateway.issueToken": { seenBy: "customer", outside: "not found" },
  "customer.issueToken": { seenBy: "customer", outside: "not found" },
  "customer.setTemperatureUnit": {
    seenBy: "customer",
    outside: "not found",
    input: () => ({ temperatureUnit: "celsius" }),
  },

  "overview.read": { seenBy: "node", outside: "left out" },
  "carrier.monitoring": {
    seenBy: "node",
    outside: "left out",
    input: (_db, world) => ({ q: world.fridge.carrier.name }),
    shows: (world) => world.fridge.carrier.name,
  },
  "carrier.map": {
    seenBy: "node",
    outside: "left out",
    input: async (db, { fridge }) => {
      // Without a place it would be counted alone.
      await db.update(carrier).set({ longitude: 113.43, latitude: 23.17 }).where(eq(carrier.id, fridge.carrier.id));
      return { q: fridge.carrier.name };
    },
    shows: (world) => world.fridge.carrier.name,
  },
  "carrier.monitoringPoint": { seenBy: "node", outside: "not found" },
  "carrier.switchAlarm": {
    seenBy: "node",
    outside: "not found",
    input: () => ({ alarmSwitch: "off", reason: "cleaning" }),
  },

  "exception.list": {
    seenBy: "node",
    outside: "left out",
    input: (_db, world) => ({ q: world.fridge.carrier.name }),
    shows: (world) => world.fridge.carrier.name,
  },
  "exception.summary": {
    seenBy: "node",
    outside: "left out",
    input: async (db, world) => {
      for (let made = 0; made < INSIDE; made += 1) await (ROWS.exception as Id)(db, world);
      return {};
    },
    counts: (text) => JSON.parse(text).result.open,
  },
  "exception.get": { seenBy: "node", outside: "not found" },
  "exception.acknowledge": { seenBy: "node", outside: "not found", input: () => ({ comment: "seen" }) },
  "exception.acknowledgeBatch": {
    seenBy: "node",
    outside: "not found",
    input: async (db, world) => ({ comment: "seen", ids: [await (ROWS.exception as Id)(db, world)] }),
  },
  "exception.handle": {
    seenBy: "node",
    outside: "not found",
    row: finished({}),
    input: (_db, world) => ({ reasonId: world.reason.id, analysisResult: "confirmed" }),
  },
  "exception.briefing": { seenBy: "node", outside: "not found" },
  "exception.nextNotice": { seenBy: "node", outside: "not found" },
  "exception.handleBatch": {
    seenBy: "node",
    outside: "not found",
    input: async (db, world) => ({
      ...{ reasonId: world.reason.id, analysisResult: "confirmed" },
      ids: [await finished({})(db, world)],
    }),
  },
  "exception.remove": { seenBy: "node", outside: "not found", row: finished({}), input: () => ({ reason: "a test" }) },
  "exception.removeBatch": {
    seenBy: "node",
    outside: "not found",
    input: async (db, world) => ({ reason: "a test", ids: [await finished({})(db, world)] }),
  },
  "exception.reopen": {
    seenBy: "node",
    outside: "not found",
    row: finished({ status: "processed" }),
    input: () => ({ reason: "once more" }),
  },
  "exception.close": { seenBy: "node", outside: "not found", row: finished({ status: "processed" }) },
  ...exceptionLinkFixtures,
  ...reasonFixtures,

  "history.series": { seenBy: "node", outside: "not found", input: (_db, world) => lastHour(world) },
  "history.table": { seenBy: "node", outside: "not found", input: (_db, world) => lastHour(world) },
  "history.statistics": { seenBy: "node", outside: "not found", input: (_db, world) => lastHour(world) },
  "history.events": { seenBy: "node", outside: "not found", input: (_db, world) => lastHour(world) },
  "history.outside": { seenBy: "node", outside: "not found", input: (_db, world) => lastHour(world) },
  "history.completeness": { seenBy: "node", outside: "not found", input: (_db, world) => lastHour(world) },
  "history.excursions": { seenBy: "node", outside: "not found", input: (_db, world) => lastHour(world) },
  "history.csv": {
    seenBy: "node",
    outside: "not found",
    input: (_db, world) => lastHour(world),
    shows: (world) => world.fridge.carrier.name,
  },
  "history.export": {
    seenBy: "node",
    outside: "not found",
    input: (_db, world) => ({ ...lastHour(world), format: "csv" }),
    shows: (world) => world.fridge.carrier.name,
  },
  "history.choices": {
    seenBy: "node",
    outside: "left out",
    input: (_db, world) => ({ q: world.fridge.carrier.name }),
    shows: (world) => world.fridge.carrier.name,
  },
  "history.view": {
    seenBy: "node",
    outside: "not found",
    input: (_db, world) => lastHour(world),
    shows: (world) => world.fridge.carrier.name,
  },

  "zone.list": {
    seenBy: "customer",
    outside: "left out",
    input: (_db, world) => ({ q: world.range.name }),
    shows: (world) => world.range.name,
  },
  "zone.create": {
    seenBy: "customer",
    outside: "not found",
    input: (_db, world) => ({
      customerId: world.customer.id,
      name: `range ${Math.random()}`,
      measure: "humidity",
      maximum: 75,
    }),
  },
  "zone.get": { seenBy: "customer", outside: "not found" },
  "zone.update": {
    seenBy: "customer",
    outside: "not found",
    input: () => ({ name: `range ${Math.random()}`, measure: "temperature", minimum: 2, maximum: 8 }),
  },
  "zone.remove": { seenBy: "customer", outside: "not found" },
  ...contactFixtures,
  ...auditFixtures,
  ...alarmLogFixtures,
  ...customerFixtures,
  ...rangeFixtures,
};
