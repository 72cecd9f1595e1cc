import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { db } from "@/db/client";
import { lot, lotPlacement, scene } from "@/db/schema";
import { getLotTemplate, importLots } from "@/features/lot/import.operations";
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
let code: string;
let carrier: Awaited<ReturnType<typeof makeFridge>>["carrier"];

const contextOf = async (options: UserOptions, customer = own) =>
  accountContext(db(), await makeUser(db(), customer.id, options));

beforeAll(async () => {
  own = await makeCustomer(db(), { timeZone: "Asia/Shanghai" });
  admin = await contextOf({});
  code = (await makeProduct(db(), own.id)).code;
  carrier = (await makeFridge(db(), own)).carrier;
});
afterAll(() => db().$client.end({ timeout: 5 }));

const TITLES = ["产品编码", "Lot number", "Caduca", "Cantidad", "単位", "Carrier", "放入时间", "Note"];
const sheet = (rows: (string | null)[][]) =>
  writeTables([{ name: "Lots", columns: TITLES.map((title) => ({ title, width: 20 })), rows }]);
const stored = () => db().select().from(lot).where(eq(lot.customerId, own.id));

describe("a sheet of lots", () => {
  it("is imported as a whole, with titles of any language and times in the customer's zone", async () => {
    const file = await sheet([
      [code.toUpperCase(), "I-1", "2027-01-31", "250", "vials", carrier.name, "2026-01-02 08:30", "first"],
      [code, "I-2", null, null, null, null, null, null],
    ]);
    expect(await importLots.call(admin, { file })).toEqual({ id: own.id, count: 2 });
    const rows = await stored();
    expect(rows).toMatchObject([
      { number: "I-1", expiresOn: "2027-01-31", quantity: 250, unit: "vials", note: "first" },
      { number: "I-2", expiresOn: null, quantity: null },
    ]);
    const placings = await db().select().from(lotPlacement).where(eq(lotPlacement.customerId, own.id));
    expect(placings).toMatchObject([
      { lotId: rows[0]?.id, carrierId: carrier.id, how: "import", placedAt: new Date("2026-01-02T00:30:00Z") },
    ]);
    expect((await trailOf(db(), own.id, "lotBatch", own.id)).at(-1)).toMatchObject({
      operation: "lot.import",
      newValues: { count: 2 },
    });
  });

  it("is refused as a whole, with every wrong cell and its reason", async () => {
    const before = await stored();
    const taken = await makeLot(db(), await makeProduct(db(), own.id, { code: "TAKEN" }), [], { number: "T-1" });
    const foreign = (await makeFridge(db(), await makeCustomer(db()))).carrier;
    const file = await sheet([
      [code, "ok", null, null, null, null, null, null],
      ["nothing", "I-3", "soon", "many", null, foreign.name, "yesterday", null],
      ["taken", "t-1", null, "-1", null, null, "2126-01-01 00:00", null],
      [code, "OK", null, null, null, null, null, null],
    ]);
    const refused = await refusal(importLots.call(admin, { file }));
    expect(refused.code).toBe("INVALID");
    expect(refused.issues?.map(({ path, rule }) => `${path} ${rule}`)).toEqual([
      "A3 unknown",
      "C3 invalid_format",
      "D3 invalid_type",
      "F3 unknown",
      "G3 localTime",
      "B4 unique",
      "D4 too_small",
      "G4 notFuture",
      "B5 repeated",
    ]);
    expect((await stored()).length).toBe(before.length + 1);
    expect(taken.number).toBe("T-1");
  });

  it("names the carrier of each lot, for accounts of a sub-tree", async () => {
    const [node] = await db()
      .insert(scene)
      .values({ customerId: own.id, code: `n${own.id}`, name: "Node" })
      .returning();
    const nurse = await contextOf({ scopeType: 0, sceneIds: [node?.id as number] });
    const file = await sheet([
      [code, "N-1", null, null, null, null, null, null],
      [code, "N-2", null, null, null, carrier.name, null, null],
    ]);
    expect((await refusal(importLots.call(nurse, { file }))).issues).toMatchObject([
      { path: "F2", rule: "required" },
      { path: "F3", rule: "unknown" },
    ]);
  });

  it("is not for those without the permission, nor for another customer; the template is read back", async () => {
    const file = await sheet([[code, "X-1", null, null, null, null, null, null]]);
    const viewer = await contextOf({ permissions: ["viewLot", "newLot"] });
    expect(await refusal(importLots.call(viewer, { file }))).toMatchObject({ code: "FORBIDDEN" });
    const stranger = await contextOf({}, await makeCustomer(db()));
    expect(await refusal(importLots.call(stranger, { file, customerId: own.id }))).toMatchObject({ code: "NOT_FOUND" });
    const { body } = (await getLotTemplate.call(admin, {})) as unknown as { body: Uint8Array };
    expect(await refusal(importLots.call(admin, { file: new Uint8Array(body) }))).toMatchObject({
      issues: [{ path: "file", rule: "emptyFile" }],
    });
  });
});
