import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { db } from "@/db/client";
import type { Measure } from "@/db/enums";
import { scene, zone } from "@/db/schema";
import { listCandidates } from "@/features/zone/apply/operations";
import { bindZone } from "@/features/zone/binding.operations";
import { failureOf } from "@/lib/http/error-response";
import { liveBus } from "@/lib/live/live";
import type { OperationContext } from "@/lib/operation/context";
import { accountContext, makeUser, type UserOptions } from "../factories/account";
import { type FridgeOptions, makeCustomer, makeFridge } from "../factories/world";

type Customer = Awaited<ReturnType<typeof makeCustomer>>;
let own: Customer;
let admin: OperationContext;
let ward: { id: number };

const contextOf = async (options: UserOptions, customer = own) =>
  accountContext(db(), await makeUser(db(), customer.id, options));
const DAMP: FridgeOptions = { measures: ["temperature", "humidity"] };
const fridge = async (name: string, options: FridgeOptions, sceneId = own.sceneId) =>
  (await makeFridge(db(), { id: own.id, sceneId }, { ...options, carrier: { name, ...options.carrier } })).carrier;
async function range(measure: Measure, customer = own) {
  const name = `range ${Math.random()}`.slice(0, 20);
  const [row] = await db()
    .insert(zone)
    .values({ customerId: customer.id, name, measure, minimum: 35, maximum: 75 })
    .returning();
  return row as typeof zone.$inferSelect;
}
const codeOf = (call: Promise<unknown>) =>
  call.then(
    () => "done",
    (error: unknown) => failureOf(error).code,
  );

beforeAll(async () => {
  own = await makeCustomer(db());
  admin = await contextOf({});
  const [below] = await db()
    .insert(scene)
    .values({ customerId: own.id, parentId: own.sceneId, code: `w${Date.now()}`, name: "Ward" })
    .returning();
  ward = below as { id: number };
  await fridge("a both", DAMP);
  await fridge("b thermometer", { measures: ["temperature"] });
  await fridge("c both", DAMP, ward.id);
  await fridge("d car_1", { ...DAMP, carrier: { type: "vehicle" } }, ward.id);
});
afterAll(async () => {
  await liveBus().close();
  await db().$client.end({ timeout: 5 });
});

describe("the carriers that a range can be applied to", () => {
  it("come with the range that they have, and with what stands against another", async () => {
    const [dry, damp] = [await range("humidity"), await range("humidity")];
    const { items } = await listCandidates.call(admin, { id: dry.id });
    const [both, , below] = items;
    await bindZone.call(admin, { id: damp.id, carrierIds: [both?.id ?? 0, below?.id ?? 0] });
    await bindZone.call(admin, { id: dry.id, carrierIds: [below?.id ?? 0] });
    const current = ({ id: zoneId, name, minimum, maximum }: typeof damp) => ({ zoneId, name, minimum, maximum });
    const after = await listCandidates.call(admin, { id: dry.id });
    expect(after.total).toBe(4);
    expect(after.items.map(({ id: _, ...row }) => row)).toEqual([
      {
        name: "a both",
        type: "refrigerator",
        sceneName: "House",
        current: current(damp),
        isMeasured: true,
        refusal: null,
      },
      {
        name: "b thermometer",
        type: "refrigerator",
        sceneName: "House",
        current: null,
        isMeasured: false,
        refusal: "thermometerOnly",
      },
      {
        name: "c both",
        type: "refrigerator",
        sceneName: "Ward",
        current: current(dry),
        isMeasured: true,
        refusal: null,
      },
      { name: "d car_1", type: "vehicle", sceneName: "Ward", current: null, isMeasured: true, refusal: null },
    ]);
  });

  it("are narrowed by name, type and node", async () => {
    const { id } = await range("temperature");
    const names = async (query: object) =>
      (await listCandidates.call(admin, { id, ...query })).items.map(({ name }) => name);
    expect(await names({ q: "BOTH" })).toEqual(["a both", "c both"]);
    expect(await names({ q: "_" })).toEqual(["d car_1"]);
    expect(await names({ type: "vehicle" })).toEqual(["d car_1"]);
    expect(await names({ sceneId: ward.id })).toEqual(["c both", "d car_1"]);
    expect(await names({ sceneId: own.sceneId, iDisplayLength: 2, iDisplayStart: 1 })).toEqual([
      "b thermometer",
      "c both",
    ]);
  });

  it("are those that the actor may see; of what he may not change he is told so", async () => {
    const { id } = await range("temperature");
    const editor = await contextOf({ permissions: ["editRefrigerator", "viewCar"] });
    const seen = await listCandidates.call(editor, { id });
    expect(seen.items.map(({ name, refusal }) => [name, refusal])).toEqual([
      ["a both", null],
      ["b thermometer", null],
      ["c both", null],
      ["d car_1", "noRight"],
    ]);
    const ofFridges = await contextOf({ permissions: ["editRefrigerator"] });
    expect((await listCandidates.call(ofFridges, { id })).total).toBe(3);
  });

  it("are told to nobody else", async () => {
    const stranger = await makeCustomer(db());
    const { id } = await range("temperature");
    const viewer = await contextOf({ permissions: ["viewRefrigerator", "viewDataZone"] });
    expect(await codeOf(listCandidates.call(viewer, { id }))).toBe("FORBIDDEN");
    expect(await codeOf(listCandidates.call(await contextOf({}, stranger), { id }))).toBe("NOT_FOUND");
    const ofWard = await contextOf({ scopeType: 0, sceneIds: [ward.id] });
    expect(await codeOf(listCandidates.call(ofWard, { id }))).toBe("NOT_FOUND");
    expect(await codeOf(listCandidates.call(admin, { id, type: "boat" } as never))).toBe("INVALID");
  });
});
