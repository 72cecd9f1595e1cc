import { and, eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { db } from "@/db/client";
import { geofence, scene, transport, transportLot, transportStop } from "@/db/schema";
import { getTransportTemplate, importTransports } from "@/features/transport/import.operations";
import type { OperationContext } from "@/lib/operation/context";
import { writeTables } from "@/lib/spreadsheet/write-table";
import { accountContext, makeUser, type UserOptions } from "../factories/account";
import { makeLot, makeProduct } from "../factories/goods";
import { makeCustomer, makeFridge } from "../factories/world";
import { trailOf } from "../support/audit";
import { refusal } from "../support/refusal";

type Customer = Awaited<ReturnType<typeof makeCustomer>>;
let own: Customer;
let admin: OperationContext;
let vehicle: Awaited<ReturnType<typeof makeFridge>>["carrier"];
let depot: number;

const contextOf = async (options: UserOptions, customer = own) =>
  accountContext(db(), await makeUser(db(), customer.id, options));

beforeAll(async () => {
  own = await makeCustomer(db(), { timeZone: "Asia/Shanghai" });
  admin = await contextOf({});
  vehicle = (await makeFridge(db(), own, { carrier: { type: "vehicle" } })).carrier;
  const [fence] = await db()
    .insert(geofence)
    .values({
      ...{ customerId: own.id, name: "Depot", shape: "circle" as const, judgedFrom: new Date() },
      ...{ longitude: 113.4, latitude: 23.1, radiusMetres: 300 },
    })
    .returning();
  depot = fence?.id as number;
});
afterAll(() => db().$client.end({ timeout: 5 }));

// Titles of every language, in the order of the template.
const TITLES = ["单号", "Order reference", "Punto de control", "出発地", "计划出发", "Via", "Hasta", "到着予定"];
const MORE = ["Lots", "发货方", "Correo del remitente", "Consignee", "Contacto del destinatario", "予冷（分）", "备注"];
const sheet = (rows: (string | null)[][], titles = [...TITLES, ...MORE]) =>
  writeTables([{ name: "Transports", columns: titles.map((title) => ({ title, width: 20 })), rows }]);
const filled = (cells: Record<number, string>): (string | null)[] =>
  [...TITLES, ...MORE].map((_, column) => cells[column] ?? null);

const stored = () => db().select().from(transport).where(eq(transport.customerId, own.id)).orderBy(transport.id);

describe("a sheet of transports", () => {
  it("is planned as a whole, with places, times in the customer's zone, and lots", async () => {
    const [first, second] = [await makeProduct(db(), own.id), await makeProduct(db(), own.id)];
    const plain = await makeLot(db(), first, [], { number: "P-1" });
    await makeLot(db(), first, [], { number: "Both" });
    const named = await makeLot(db(), second, [], { number: "Both" });
    const file = await sheet([
      // Without a number: the next one of the day, though a later row takes the first.
      filled({ 2: vehicle.name, 3: "Somewhere", 6: "Elsewhere" }),
      [
        ...["T-1", "SO-1", vehicle.name.toUpperCase(), "depot", "2026-11-20 08:30", "Clinic; Pharmacy", "Hospital"],
        ...[
          "2026-11-20 16:00",
          `p-1，${second.code}/both`,
          "Maker",
          "maker@frost.example",
          "Hospital",
          "+86 20 1234",
          "0",
          "cold",
        ],
      ],
    ]);
    expect(await importTransports.call(admin, { file })).toEqual({ id: own.id, count: 2 });
    const [one, other] = await stored();
    expect(one).toMatchObject({
      ...{ number: "T-1", reference: "SO-1", how: "import", state: "planned", carrierId: vehicle.id },
      ...{
        consignor: "Maker",
        consignorEmail: "maker@frost.example",
        consignee: "Hospital",
        consigneeContact: "+86 20 1234",
        note: "cold",
      },
      precoolingMinutes: 0,
    });
    expect(other).toMatchObject({ number: expect.stringMatching(/^T\d{6}-001$/), precoolingMinutes: 30 });
    const stops = await db()
      .select()
      .from(transportStop)
      .where(eq(transportStop.transportId, one?.id as number))
      .orderBy(transportStop.place);
    expect(stops).toMatchObject([
      { name: "depot", geofenceId: depot, plannedDepartAt: new Date("2026-11-20T00:30:00Z"), carrierId: vehicle.id },
      { name: "Clinic", geofenceId: null, carrierId: vehicle.id },
      { name: "Pharmacy", carrierId: vehicle.id },
      { name: "Hospital", plannedArriveAt: new Date("2026-11-20T08:00:00Z"), carrierId: null },
    ]);
    const lots = await db()
      .select({ id: transportLot.lotId })
      .from(transportLot)
      .where(eq(transportLot.transportId, one?.id as number));
    expect(lots.map(({ id }) => id).sort()).toEqual([plain.id, named.id].sort());
    expect((await trailOf(db(), own.id, "transportBatch", own.id)).at(-1)).toMatchObject({
      operation: "transport.import",
      newValues: { count: 2 },
    });
  });

  it("is refused as a whole, with every wrong cell and its reason", async () => {
    const before = await stored();
    const foreign = (await makeFridge(db(), await makeCustomer(db()))).carrier;
    const file = await sheet([
      filled({ 0: "T-2", 1: "SO-1", 2: vehicle.name, 3: "A", 6: "B" }),
      filled({ 0: "t-1", 2: foreign.name, 4: "tomorrow", 6: "B", 8: "P-1, none, Both", 13: "long" }),
      filled({ 0: "T-2", 2: vehicle.name, 3: "A", 4: "2026-11-20 09:00", 6: "B", 7: "2026-11-20 08:00", 8: "Both" }),
    ]);
    const refused = await refusal(importTransports.call(admin, { file }));
    expect(refused.code).toBe("INVALID");
    expect(refused.issues?.map(({ path, rule, names = "" }) => `${path} ${rule} ${names}`.trim())).toEqual([
      "B2 unique",
      "A3 unique",
      "C3 unknown",
      "D3 required",
      "E3 localTime",
      "I3 unknownNames none",
      "N3 invalid_type",
      "A4 repeated",
      "H4 endBeforeStart",
      "I4 ambiguousLots Both",
    ]);
    expect(await stored()).toHaveLength(before.length);
  });

  it("is read by the titles of an earlier template", async () => {
    const titles = ["Number", "Carrier", "From", "To", "E-mail of the consignor", "Contact of the consignee"];
    const row = ["T-OLD", vehicle.name, "A", "B", "out@example.test", "+49 30 1"];
    expect(await importTransports.call(admin, { file: await sheet([row], titles) })).toMatchObject({ count: 1 });
    expect((await stored()).find(({ number }) => number === "T-OLD")).toMatchObject({
      consignorEmail: "out@example.test",
      consigneeContact: "+49 30 1",
    });
  });

  it("names the carriers of the importer's own nodes only", async () => {
    const [node] = await db()
      .insert(scene)
      .values({ customerId: own.id, code: `n${own.id}`, name: "Node" })
      .returning();
    const driver = await contextOf({ scopeType: 0, sceneIds: [node?.id as number] });
    const file = await sheet([filled({ 2: vehicle.name, 3: "A", 6: "B" })]);
    expect((await refusal(importTransports.call(driver, { file }))).issues).toMatchObject([
      { path: "C2", rule: "unknown" },
    ]);
  });

  it("is not for those without the permission, nor for another customer; the template is read back", async () => {
    const file = await sheet([filled({ 0: "X-1", 2: vehicle.name, 3: "A", 6: "B" })]);
    const planner = await contextOf({ permissions: ["viewTransport", "newTransport"] });
    expect(await refusal(importTransports.call(planner, { file }))).toMatchObject({ code: "FORBIDDEN" });
    const stranger = await contextOf({}, await makeCustomer(db()));
    expect(await refusal(importTransports.call(stranger, { file, customerId: own.id }))).toMatchObject({
      code: "NOT_FOUND",
    });
    const { body } = (await getTransportTemplate.call(admin, {})) as unknown as { body: Uint8Array };
    expect(await refusal(importTransports.call(admin, { file: new Uint8Array(body) }))).toMatchObject({
      issues: [{ path: "file", rule: "emptyFile" }],
    });
    const made = await db()
      .select()
      .from(transport)
      .where(and(eq(transport.customerId, own.id), eq(transport.number, "X-1")));
    expect(made).toEqual([]);
  });
});
