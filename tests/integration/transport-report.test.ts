import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { db } from "@/db/client";
import { carrierZone, geofence, notice, report, reportFile, zone } from "@/db/schema";
import { judgePositions } from "@/features/geofence/crossing.service";
import { deliverDirect } from "@/features/notice/health/jobs";
import { makeReport } from "@/features/report/report.jobs";
import { reports } from "@/features/report/report.operations";
import type { ReportTransport } from "@/features/report/transport.schema";
import { ingest } from "@/features/telemetry/ingest/ingest.operations";
import { handOver } from "@/features/transport/handover.operations";
import {
  arriveTransport,
  closeTransport,
  createOneTransport,
  departTransport,
  getJourney,
  getOneTransport,
  loadTransport,
} from "@/features/transport/transport.operations";
import { placeAt } from "@/lib/geo/sphere";
import { liveBus } from "@/lib/live/live";
import type { OperationContext } from "@/lib/operation/context";
import { readFile } from "@/lib/stored-file/stored-file";
import { accountContext, makeUser } from "../factories/account";
import { makeLot, makeProduct } from "../factories/goods";
import { makePng } from "../factories/picture";
import { makeScene } from "../factories/scene";
import { codeOf, makeTransport } from "../factories/transport";
import { makeCustomer, makeFridge } from "../factories/world";
import { deviceContext, systemContext } from "../support/contexts";
import { refusal } from "../support/refusal";
import { runQueue } from "../support/run-queue";
import { type Mailbox, startMailbox } from "../support/smtp";

const MINUTE = 60_000;
const DEPOT = [113.43, 23.17] as const;
const anonymous = (): OperationContext => ({ ...systemContext(), actor: { type: "anonymous" } });
let own: Awaited<ReturnType<typeof makeCustomer>>;
let admin: OperationContext;
let stranger: OperationContext;
let mailbox: Mailbox;

beforeAll(async () => {
  mailbox = await startMailbox();
  process.env.SMTP_URL = `smtp://127.0.0.1:${mailbox.port}`;
  process.env.PUBLIC_URL = "https://console.example";
  own = await makeCustomer(db(), { timeZone: "Europe/Berlin" });
  admin = await accountContext(db(), await makeUser(db(), own.id, {}));
  stranger = await accountContext(db(), await makeUser(db(), (await makeCustomer(db())).id, {}));
});
afterAll(async () => {
  delete process.env.SMTP_URL;
  delete process.env.PUBLIC_URL;
  await mailbox.close();
  await liveBus().close();
  await db().$client.end({ timeout: 5 });
});

const eastOf = (km: number) => {
  const [longitude, latitude] = placeAt([DEPOT[0], DEPOT[1]], km * 1000, 90);
  return { longitude, latitude };
};
const at = (minutesAgo: number) => new Date(Date.now() - minutesAgo * MINUTE);
const iso = (minutesAgo: number) => at(minutesAgo).toISOString();

async function vehicle(name: string, sceneId = own.sceneId) {
  const made = await makeFridge(db(), { ...own, sceneId }, { carrier: { type: "vehicle", mode: "transport", name } });
  await db().$client`update device set report_interval_seconds = 60 where id = ${made.sensor.id}`;
  const range = { customerId: own.id, name: `cold ${name}`, measure: "temperature" as const, minimum: 2, maximum: 8 };
  const [row] = await db().insert(zone).values(range).returning();
  const bound = { carrierId: made.carrier.id, measure: "temperature" as const, zoneId: row?.id as number };
  await db().insert(carrierZone).values(bound);
  return made;
}
type Vehicle = Awaited<ReturnType<typeof vehicle>>;

/** A reading and a position each minute, from so many minutes ago to so many. */
const drive = (lorry: Vehicle, from: number, to: number, value: number, km: (minute: number) => number) =>
  ingest(
    deviceContext(own.id),
    Array.from({ length: from - to + 1 }, (_, index) => {
      const { longitude, latitude } = eastOf(km(index));
      return {
        ...{ device: lorry.sensor.serialNumber, at: at(from - index).getTime(), values: { temperature: value } },
        position: { lon: longitude, lat: latitude },
      };
    }),
  );

const answerOf = (key: string, values: Record<string, unknown> = {}) => ({
  ...{ key, clientKey: randomUUID(), answer: "refused" as const, receiverName: "Ling", answeredAt: Date.now() },
  ...{ remark: "Warm on arrival", drawing: makePng({ width: 60, height: 30 }).toString("base64"), ...values },
});

/** A journey of two legs, the second too warm, that its receiver refuses. */
async function refusedJourney() {
  const [lorry, van] = [await vehicle("lorry"), await vehicle("van")];
  const vaccine = await makeProduct(db(), own.id);
  const { id: lotId } = await makeLot(db(), vaccine, [{ carrierId: lorry.carrier.id, placedAt: at(300) }]);
  const fence = { shape: "circle", radiusMetres: 800, judgedFrom: new Date(0) } as const;
  const [hub] = await db()
    .insert(geofence)
    .values({ customerId: own.id, name: `Hub ${randomUUID().slice(0, 8)}`, ...eastOf(10), ...fence })
    .returning();
  const stops = [
    { name: "Depot", carrierId: lorry.carrier.id, plannedDepartAt: iso(80), ...eastOf(0) },
    { name: "Hub", carrierId: van.carrier.id, geofenceId: hub?.id ?? null },
    { name: "Clinic", plannedArriveAt: iso(20), ...eastOf(25) },
  ];
  const values = { consignor: "Maker", consignee: "Ward 3", stops, lotIds: [lotId], precoolingMinutes: 30 };
  await drive(lorry, 130, 81, 5, () => 0);
  const { id } = await createOneTransport.call(admin, values);
  await loadTransport.call(admin, { id, at: iso(90) });
  await departTransport.call(admin, { id, at: iso(80) });
  await drive(lorry, 80, 51, 5, (minute) => Math.min(10, minute / 2));
  await arriveTransport.call(admin, { id, place: 1, at: iso(55) });
  await departTransport.call(admin, { id, at: iso(50) });
  await drive(van, 50, 31, 6, (minute) => 10 + minute / 2);
  await drive(van, 30, 1, 12, (minute) => 20 + Math.min(5, minute / 4));
  await arriveTransport.call(admin, { id, place: 2, at: iso(5) });
  for (const one of [lorry, van])
    await judgePositions(db(), [{ carrierId: one.carrier.id, at: at(130).getTime() }], Date.now());
  const key = codeOf(await codeRow(id));
  await handOver.call(anonymous(), answerOf(key, { photos: [makePng({ seed: 3 }).toString("base64")] }));
  return { id, lorry, van, hub, lotId };
}

async function codeRow(id: number): Promise<{ codeId: string }> {
  const [row] = await db().$client<{ codeId: string }[]>`select code_id as "codeId" from transport where id = ${id}`;
  return row as { codeId: string };
}

const createOn = (id: number, ctx = admin) => reports.createOn.call(ctx, { about: "transport", id });

describe("a report on a transport", () => {
  it("says the journey with the figures of the transport file, in a file of its own", async () => {
    const { id, lorry, van, hub, lotId } = await refusedJourney();
    const asked = await createOn(id);
    const { number, loadedAt, closedAt } = await getOneTransport.call(admin, { id });
    expect(asked).toMatchObject({
      ...{ type: "transport", transportId: id, name: `${number} Depot – Clinic`, lotIds: [] },
      ...{ carrierIds: expect.arrayContaining([lorry.carrier.id, van.carrier.id]), from: loadedAt, to: closedAt },
    });
    await runQueue([makeReport]);
    const made = await reports.get.call(admin, { id: asked.id });
    expect(made).toMatchObject({ state: "generated", failure: null });
    const { content } = made;
    const journey = await getJourney.call({ ...admin, now: new Date() }, { id });

    // Every probe, by the carrier and the time of its ride, as the file has it.
    for (const one of journey.probes.filter(({ measure }) => measure === "temperature")) {
      const figures = content?.probes.find(({ probeId }) => probeId === one.probeId);
      expect(figures).toMatchObject({ minimum: one.lowest, maximum: one.highest, lower: 2, upper: 8 });
      expect(figures?.mean).toBeCloseTo(one.mean as number, 6);
      expect((figures?.observedSeconds ?? 0) / 60).toBeCloseTo(one.observedMinutes, -0.5);
      const outside = (figures?.observedSeconds ?? 0) - (figures?.withinSeconds ?? 0);
      expect(outside / 60).toBeCloseTo(one.outsideMinutes, -0.5);
    }
    expect(content?.probes.map(({ carrier, ride }) => [carrier, ride])).toEqual(
      expect.arrayContaining([
        [lorry.carrier.name, 0],
        [van.carrier.name, 1],
      ]),
    );
    const listed = journey.excursions.filter(({ kind }) => kind !== "geofence");
    expect(listed.length).toBeGreaterThan(0);
    expect(content?.excursions.map((one) => one.id)).toEqual(listed.map((one) => one.id));
    expect(content?.lots).toMatchObject([{ id: lotId }]);

    const said = content?.transport as ReportTransport;
    expect(said).toMatchObject({
      ...{ number, state: "refused", consignor: "Maker", consignee: "Ward 3", verdict: journey.verdict },
      precooling: { state: "proven", requiredMinutes: 30 },
      stops: [{ name: "Depot" }, { name: "Hub", geofence: hub?.name, carrier: van.carrier.name }, { name: "Clinic" }],
      rides: [{ carrier: lorry.carrier.name }, { carrier: van.carrier.name, driven: expect.any(Object) }],
      handovers: [
        {
          ...{ answer: "refused", receiverName: "Ling", remark: "Warm on arrival", photos: 1, isClockRight: true },
          signature: { name: "Ling", state: "valid" },
        },
      ],
    });
    expect(said.rides[1]?.driven?.metres).toBeGreaterThan(10_000);
    expect(said.rides.map(({ to }) => to)).toEqual([said.stops[1]?.departedAt, closedAt]);
    const crossings = said.events.filter(({ kind }) => kind !== "stay");
    expect(crossings).toContainEqual(
      expect.objectContaining({ kind: "enter", geofence: hub?.name, carrier: lorry.carrier.name }),
    );
    expect(said.places.map((one) => one.id)).toEqual(expect.arrayContaining(listed.map((one) => one.id)));
    const [stored] = await db().select().from(reportFile).where(eq(reportFile.reportId, asked.id));
    const { content: bytes } = await readFile(db(), stored?.fileId ?? null);
    expect(bytes.subarray(0, 5).toString()).toBe("%PDF-");
  });

  it("is made on the way and without a reading, in all languages, and from the form", async () => {
    const lorry = await vehicle("silent");
    const row = await makeTransport(db(), { customerId: own.id, carrierId: lorry.carrier.id }, { state: "underway" });
    const shape = { type: "transport", name: "In the dark", transportId: row.id } as const;
    const sections = ["journey", "handover", "charts", "crossings", "verdict", "data"] as const;
    const asked = { ...shape, sections: [...sections], locales: ["zh-CN", "en-US", "es", "ja"] as const };
    const { name: _, locales: __, ...estimated } = asked;
    expect(await reports.estimate.call(admin, estimated)).toMatchObject({ readings: 0 });
    const { id } = await reports.create.call(admin, { ...asked, locales: [...asked.locales] });
    await runQueue([makeReport]);
    const made = await reports.get.call(admin, { id });
    expect(made).toMatchObject({ state: "generated", content: { transport: { handovers: [], verdict: "unknown" } } });
    expect(made.files.map(({ locale }) => locale)).toEqual([...asked.locales]);
    // What happened meanwhile is in the next version.
    await closeTransport.call(admin, { id: row.id, reason: "paper" });
    await reports.remake.call(admin, { id });
    await runQueue([makeReport]);
    expect((await reports.get.call(admin, { id })).content?.transport?.state).toBe("delivered");
  });

  it("is refused before loading, for strangers, and for whoever does not see all carriers", async () => {
    const elsewhere = await makeScene(db(), { customerId: own.id, parentId: own.sceneId });
    const [lorry, van] = [await vehicle("seen"), await vehicle("unseen", elsewhere.id)];
    const stops = [
      { name: "Depot", carrierId: lorry.carrier.id },
      { name: "Hub", carrierId: van.carrier.id },
      { name: "Clinic" },
    ];
    const { id } = await createOneTransport.call(admin, { stops, precoolingMinutes: 0 });
    expect(await refusal(createOn(id))).toMatchObject({ code: "CONFLICT", issues: [{ rule: "notLoaded" }] });
    await departTransport.call(admin, { id });
    const { id: reportId } = await createOn(id);
    const half = await accountContext(db(), await makeUser(db(), own.id, { scopeType: 0, sceneIds: [elsewhere.id] }));
    expect(await refusal(createOn(id, half))).toMatchObject({
      code: "CONFLICT",
      issues: [{ rule: "transportElsewhere" }],
    });
    expect(await refusal(reports.get.call(half, { id: reportId }))).toMatchObject({ code: "NOT_FOUND" });
    expect((await reports.list.call(half, {})).items).toEqual([]);
    expect(await refusal(createOn(id, stranger))).toMatchObject({ code: "NOT_FOUND" });
    const blind = await accountContext(
      db(),
      await makeUser(db(), own.id, { permissions: ["newReport", "viewReport"] }),
    );
    expect(await refusal(createOn(id, blind))).toMatchObject({ code: "FORBIDDEN" });
    expect(await db().select().from(report).where(eq(report.transportId, id))).toHaveLength(1);
  });
});

describe("a mail about an answer", () => {
  async function answered(values: Record<string, unknown>, consignorEmail = "maker@frost.example") {
    const planner = await makeUser(db(), own.id, { locale: "es", email: `${randomUUID()}@frost.example` });
    const lorry = await vehicle(`told ${randomUUID().slice(0, 4)}`);
    const stops = [{ name: "Depot", carrierId: lorry.carrier.id }, { name: "Clinic" }];
    const asPlanner = await accountContext(db(), planner);
    const plan = { stops, precoolingMinutes: 0, consignor: "Maker", consignorEmail };
    const { id, number } = await createOneTransport.call(asPlanner, plan);
    await departTransport.call(asPlanner, { id });
    mailbox.mails.length = 0;
    const answer = answerOf(codeOf(await codeRow(id)), values);
    await handOver.call(anonymous(), answer);
    // Sent again by a bad line: told once.
    await handOver.call(anonymous(), answer);
    await runQueue([deliverDirect]);
    return { id, number, planner };
  }
  const recipients = () => mailbox.mails.map(({ to }) => [to].flat()[0]?.text).sort();

  it("reaches planner and consignor in the planner's language, with the reason, and is in the notice log", async () => {
    const { id, number, planner } = await answered({ remark: "Caja mojada <b>" });
    expect(recipients()).toEqual([planner.email, "maker@frost.example"].sort());
    for (const { subject, text, html } of mailbox.mails) {
      expect(subject).toBe(`Frostline: transporte ${number} rechazado`);
      expect(text).toContain("Motivo: Caja mojada <b>");
      expect(String(html)).toContain("Caja mojada &lt;b&gt;");
    }
    const address = `https://console.example/es/transportDetail?id=${id}`;
    const linked = mailbox.mails.filter(({ text }) => text?.includes(address));
    expect(linked.map(({ to }) => [to].flat()[0]?.text)).toEqual([planner.email]);
    const rows = await db().select().from(notice).where(eq(notice.type, "handover"));
    expect(rows).toHaveLength(2);
    expect(rows).toContainEqual(
      expect.objectContaining({ status: "sent", recipient: "maker@frost.example", contactName: "Maker" }),
    );
  });

  it("is not sent of an answer without a remark, nor without an address", async () => {
    await answered({ answer: "accepted", remark: "" });
    expect(recipients()).toEqual([]);
    const { planner } = await answered({ answer: "acceptedWithRemark", remark: "Dented" }, "");
    expect(recipients()).toEqual([planner.email]);
    expect(mailbox.mails[0]?.text).toContain("Observación: Dented");
  });
});
