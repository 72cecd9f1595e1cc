import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { db } from "@/db/client";
import { lot, lotDecision, lotPlacement, product, scene } from "@/db/schema";
import { decideLot, draftDecision, listDecisions } from "@/features/lot/decision.operations";
import {
  createLot,
  findScannedLots,
  getOneLot,
  listLots,
  placeOneLot,
  removeLot,
  takeOutOneLot,
  updateOneLot,
} from "@/features/lot/lot.operations";
import { getVerdict } from "@/features/lot/verdict.operations";
import { products } from "@/features/product/product.operations";
import type { OperationContext } from "@/lib/operation/context";
import { accountContext, makeUser, type UserOptions } from "../factories/account";
import { makeLot, makeProduct } from "../factories/goods";
import { makeCustomer, makeFridge } from "../factories/world";
import { auditRows, brokenLink, trailOf } from "../support/audit";
import { TEST_PASSWORD } from "../support/environment";
import { refusal } from "../support/refusal";

type Customer = Awaited<ReturnType<typeof makeCustomer>>;
let own: Customer;
let other: Customer;
let admin: OperationContext;
let viewer: OperationContext;
let nurse: OperationContext;
let elsewhere: { id: number; sceneId: number };

const contextOf = async (options: UserOptions, customer = own) =>
  accountContext(db(), await makeUser(db(), customer.id, options));

beforeAll(async () => {
  own = await makeCustomer(db());
  other = await makeCustomer(db());
  const [node] = await db()
    .insert(scene)
    .values({ customerId: own.id, code: `e${own.id}`, name: "Elsewhere" })
    .returning();
  elsewhere = { id: own.id, sceneId: node?.id as number };
  admin = await contextOf({});
  viewer = await contextOf({ permissions: ["viewLot", "viewProduct"] });
  nurse = await contextOf({ scopeType: 0, sceneIds: [own.sceneId] });
});
afterAll(() => db().$client.end({ timeout: 5 }));

let count = 0;
const productValues = (fields: Record<string, unknown> = {}) => {
  count += 1;
  return { name: `vaccine ${count}`, code: `V${count}`, minimum: 2, maximum: 8, ...fields };
};
const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000);
const fridge = async (place: { id: number; sceneId: number } = own) => (await makeFridge(db(), place)).carrier;
const storedLot = async (id: number) => (await db().select().from(lot).where(eq(lot.id, id)))[0];
const placings = (id: number) => db().select().from(lotPlacement).where(eq(lotPlacement.lotId, id));
const auditLength = async () => (await auditRows(db(), own.id)).length;

describe("products", () => {
  it("are made, changed and removed, each with its audit row", async () => {
    const made = await products.create.call(admin, productValues({ bands: [{ from: 8, to: 15, minutes: 60 }] }));
    expect(made).toMatchObject({
      customerId: own.id,
      bands: [{ from: 8, to: 15, minutes: 60 }],
      unobservedMinutes: 60,
    });
    const { id, name, code } = made;
    await products.update.call(admin, { id, name, code, minimum: 2, maximum: 8, bands: [] });
    await products.remove.call(admin, { id });
    expect((await trailOf(db(), own.id, "product", id)).map(({ operation }) => operation)).toEqual([
      "product.create",
      "product.update",
      "product.remove",
    ]);
  });

  it("are refused where a code repeats, figures contradict each other, or lots exist", async () => {
    const made = await products.create.call(admin, productValues());
    expect(await refusal(products.create.call(admin, productValues({ code: made.code.toLowerCase() })))).toMatchObject({
      code: "CONFLICT",
      issues: [{ path: "code", rule: "unique" }],
    });
    const inside = productValues({ bands: [{ from: 5, to: 15, minutes: 60 }] });
    expect(await refusal(products.create.call(admin, inside))).toMatchObject({
      code: "INVALID",
      issues: [{ path: "bands.0.from", rule: "outsideRange" }],
    });
    await makeLot(db(), made);
    expect(await refusal(products.remove.call(admin, { id: made.id }))).toMatchObject({ issues: [{ rule: "inUse" }] });
  });

  it("are seen by everybody of the customer, and changed by those of the whole customer", async () => {
    const made = await products.create.call(admin, productValues());
    expect(await products.get.call(nurse, { id: made.id })).toEqual(made);
    const change = { id: made.id, ...productValues() };
    expect(await refusal(products.update.call(nurse, change))).toMatchObject({ code: "NOT_FOUND" });
    expect(await refusal(products.update.call(viewer, change))).toMatchObject({ code: "FORBIDDEN" });
    const stranger = await contextOf({}, other);
    expect(await refusal(products.get.call(stranger, { id: made.id }))).toMatchObject({ code: "NOT_FOUND" });
    expect(await refusal(products.remove.call(stranger, { id: made.id }))).toMatchObject({ code: "NOT_FOUND" });
    expect((await db().select().from(product).where(eq(product.id, made.id)))[0]?.name).toBe(made.name);
  });
});

describe("lots", () => {
  it("are made where they are put, changed and removed, each with its audit row", async () => {
    const { id: productId } = await makeProduct(db(), own.id);
    const { id: carrierId, name } = await fridge();
    const made = await createLot.call(admin, { productId, number: "A1", expiresOn: "2027-01-31", carrierId });
    expect(made).toMatchObject({ customerId: own.id, carrier: { id: carrierId, name }, expiresOn: "2027-01-31" });
    await updateOneLot.call(admin, { id: made.id, productId, number: "A2", status: "finished" });
    expect(await storedLot(made.id)).toMatchObject({ number: "A2", status: "finished", expiresOn: null });
    await removeLot.call(admin, { id: made.id });
    expect(await storedLot(made.id)).toBeUndefined();
    const trail = await trailOf(db(), own.id, "lot", made.id);
    expect(trail.map(({ operation }) => operation)).toEqual(["lot.create", "lot.update", "lot.remove"]);
    expect(trail[1]).toMatchObject({ oldValues: { number: "A1" }, newValues: { number: "A2" } });
  });

  it("have a number of their own within a product", async () => {
    const one = await makeProduct(db(), own.id);
    await createLot.call(admin, { productId: one.id, number: "Twice" });
    expect(await refusal(createLot.call(admin, { productId: one.id, number: "twice" }))).toMatchObject({
      issues: [{ path: "number", rule: "unique" }],
    });
    const second = await makeProduct(db(), own.id);
    expect((await createLot.call(admin, { productId: second.id, number: "Twice" })).number).toBe("Twice");
    expect(await findScannedLots.call(viewer, { number: "TWICE" })).toHaveLength(2);
  });

  it("are in one carrier at a time", async () => {
    const made = await makeLot(db(), await makeProduct(db(), own.id));
    const [first, second] = [await fridge(), await fridge()];
    await placeOneLot.call(admin, { id: made.id, carrierId: first.id, at: ago(60).toISOString() });
    expect(await refusal(placeOneLot.call(admin, { id: made.id, carrierId: first.id }))).toMatchObject({
      code: "CONFLICT",
      issues: [{ path: "carrierId", rule: "lotThere" }],
    });
    const before = { id: made.id, carrierId: second.id, at: ago(90).toISOString() };
    expect(await refusal(placeOneLot.call(admin, before))).toMatchObject({
      issues: [{ path: "at", rule: "beforePlacement" }],
    });
    expect(
      await placeOneLot.call(admin, { id: made.id, carrierId: second.id, at: ago(30).toISOString(), how: "scan" }),
    ).toMatchObject({
      carrier: { id: second.id },
    });
    await takeOutOneLot.call(admin, { id: made.id });
    expect(await refusal(takeOutOneLot.call(admin, { id: made.id }))).toMatchObject({
      issues: [{ rule: "lotUnplaced" }],
    });
    expect(await placings(made.id)).toMatchObject([
      { carrierId: first.id, how: "hand" },
      { carrierId: second.id, how: "scan" },
    ]);
    const trail = await trailOf(db(), own.id, "lot", made.id);
    expect(trail.map(({ operation }) => operation)).toEqual(["lot.place", "lot.place", "lot.takeOut"]);
  });

  it("are never in two carriers at once, not even in the database", async () => {
    const [one, two] = [await fridge(), await fridge()];
    const made = await makeLot(db(), await makeProduct(db(), own.id), [{ carrierId: one.id, placedAt: ago(60) }]);
    const row = { customerId: own.id, lotId: made.id, carrierId: two.id, how: "hand" as const };
    for (const times of [{ placedAt: ago(30) }, { placedAt: ago(90), removedAt: ago(59) }])
      expect(
        await refusal(
          db()
            .insert(lotPlacement)
            .values({ ...row, ...times }),
        ),
      ).toMatchObject({ code: "CONFLICT" });
    await db()
      .insert(lotPlacement)
      .values({ ...row, placedAt: ago(90), removedAt: made.createdAt && ago(61) });
  });

  it("follow the carriers that they are or were in", async () => {
    const made = await makeProduct(db(), own.id);
    const [here, there] = [await fridge(), await fridge(elsewhere)];
    const inside = await makeLot(db(), made, [{ carrierId: here.id, placedAt: ago(60) }]);
    const left = await makeLot(db(), made, [
      { carrierId: here.id, placedAt: ago(60), removedAt: ago(30) },
      { carrierId: there.id, placedAt: ago(30) },
    ]);
    const outside = await makeLot(db(), made, [{ carrierId: there.id, placedAt: ago(60) }]);
    const unplaced = await makeLot(db(), made);
    const seen = async (ctx: OperationContext) =>
      (await listLots.call(ctx, { productId: made.id })).items.map(({ id }) => id).sort((a, b) => a - b);
    expect(await seen(admin)).toEqual([inside.id, left.id, outside.id, unplaced.id]);
    expect(await seen(nurse)).toEqual([inside.id, left.id]);
    const shown = await getVerdict.call(nurse, { id: left.id });
    expect(shown.stays.map(({ carrier }) => carrier.name)).toEqual([null, here.name]);
    for (const id of [outside.id, unplaced.id]) {
      expect(await refusal(getOneLot.call(nurse, { id }))).toMatchObject({ code: "NOT_FOUND" });
      expect(await refusal(placeOneLot.call(nurse, { id, carrierId: here.id }))).toMatchObject({ code: "NOT_FOUND" });
      expect(await refusal(removeLot.call(nurse, { id }))).toMatchObject({ code: "NOT_FOUND" });
    }
    expect(await refusal(placeOneLot.call(nurse, { id: inside.id, carrierId: there.id }))).toMatchObject({
      code: "NOT_FOUND",
      issues: [{ path: "carrierId" }],
    });
    expect(await refusal(createLot.call(nurse, { productId: made.id, number: "N1" }))).toMatchObject({
      issues: [{ path: "carrierId", rule: "required" }],
    });
  });

  it("are not for those without the permission, nor for another customer", async () => {
    const made = await makeLot(db(), await makeProduct(db(), own.id));
    const stranger = await contextOf({}, other);
    const before = [await storedLot(made.id), await auditLength()];
    const foreign = await makeFridge(db(), other);
    const change = { id: made.id, productId: made.productId, number: "X" };
    expect(await refusal(updateOneLot.call(viewer, change))).toMatchObject({ code: "FORBIDDEN" });
    expect(await refusal(removeLot.call(viewer, { id: made.id }))).toMatchObject({ code: "FORBIDDEN" });
    expect(await refusal(updateOneLot.call(stranger, change))).toMatchObject({ code: "NOT_FOUND" });
    expect(await refusal(placeOneLot.call(admin, { id: made.id, carrierId: foreign.carrier.id }))).toMatchObject({
      code: "NOT_FOUND",
    });
    expect([await storedLot(made.id), await auditLength()]).toEqual(before);
  });

  it("leave a chain that holds", async () => expect(await brokenLink(db(), own.id)).toBeNull());
});

describe("a decision", () => {
  const lotInQuarantine = async () =>
    makeLot(db(), await makeProduct(db(), own.id), [{ carrierId: (await fridge()).id, placedAt: ago(600) }]);
  const decisions = (id: number) => db().select().from(lotDecision).where(eq(lotDecision.lotId, id));

  async function decide(
    ctx: OperationContext,
    given: Parameters<typeof draftDecision.call>[1],
    password = TEST_PASSWORD,
  ) {
    const { at, contentHash } = await draftDecision.call(ctx, given);
    return decideLot.call({ ...ctx, now: new Date(at + 1000) }, { ...given, at, contentHash, password } as never);
  }

  it("is signed by a person, and then counts", async () => {
    const { id } = await lotInQuarantine();
    expect((await getVerdict.call(viewer, { id })).outcome).toMatchObject({
      state: "quarantine",
      reasons: ["unobserved"],
    });
    await decide(admin, { id, decision: "release", reason: "Logger in the box shows 4 °C" });
    expect((await getVerdict.call(viewer, { id })).outcome).toEqual({
      state: "usable",
      by: "person",
      reasons: ["released"],
    });
    const [shown] = await listDecisions.call(viewer, { id });
    expect(shown).toMatchObject({
      ...{ decision: "release", verdict: "quarantine", reason: "Logger in the box shows 4 °C" },
      signatures: [{ meaning: "released", state: "valid", changedFields: [] }],
    });
    expect((await trailOf(db(), own.id, "lot", id)).at(-1)).toMatchObject({ operation: "lot.decide" });
  });

  it("counts once, however often it is sent, and is not repeated without something new", async () => {
    // Not usable by the arithmetic already: the decision changes nothing of what is signed.
    const { id } = await makeLot(db(), await makeProduct(db(), own.id), [], { expiresOn: "2020-01-01" });
    const given = { id, decision: "discard" as const, reason: "Expired" };
    const { at, contentHash } = await draftDecision.call(admin, given);
    const send = (values: object = {}, seconds = 1) =>
      decideLot.call({ ...admin, now: new Date(at + seconds * 1000) }, {
        ...{ ...given, at, contentHash, password: TEST_PASSWORD },
        ...values,
      } as never);
    await send();
    expect(await refusal(send({}, 2))).toMatchObject({
      code: "CONFLICT",
      issues: [{ path: "contentHash", rule: "changedMeanwhile" }],
    });
    const later = { ...admin, now: new Date(at + 60_000) };
    expect(await refusal(draftDecision.call(later, given))).toMatchObject({
      code: "CONFLICT",
      issues: [{ path: "decision", rule: "decisionRepeated" }],
    });
    const again = await draftDecision.call(later, { ...given, reason: "Witnessed by the pharmacist" });
    await send({ reason: "Witnessed by the pharmacist", at: again.at, contentHash: again.contentHash }, 61);
    expect((await decisions(id)).map(({ reason }) => reason)).toEqual(["Expired", "Witnessed by the pharmacist"]);
  });

  it("shows when the lot was changed after it was signed", async () => {
    const made = await lotInQuarantine();
    await decide(admin, { id: made.id, decision: "discard", reason: "No evidence" });
    await updateOneLot.call(admin, { id: made.id, productId: made.productId, number: "renamed" });
    const [shown] = await listDecisions.call(viewer, { id: made.id });
    expect(shown?.signatures).toMatchObject([{ state: "changed", changedFields: ["lot.number"] }]);
    expect(await refusal(removeLot.call(admin, { id: made.id }))).toMatchObject({ issues: [{ rule: "inUse" }] });
  });

  it("gives minutes back, no more than were used up, and stays visible", async () => {
    const { id } = await lotInQuarantine();
    const given = { id, decision: "addBack" as const, reason: "Box logger", target: "unobserved" };
    expect(await refusal(draftDecision.call(admin, { ...given, minutes: 5000 }))).toMatchObject({
      issues: [{ path: "minutes", rule: "addBackLimit" }],
    });
    expect(await refusal(draftDecision.call(admin, given))).toMatchObject({
      issues: [{ path: "minutes", rule: "required" }],
    });
    await decide(admin, { ...given, minutes: 500 });
    const { outcome, verdict } = await getVerdict.call(viewer, { id });
    expect(verdict.unobserved.addedBackMs).toBe(500 * 60_000);
    expect(outcome).toMatchObject({ by: "arithmetic" });
    expect(await listDecisions.call(viewer, { id })).toMatchObject([{ target: "unobserved", minutes: 500 }]);
  });

  it("is refused with a wrong password, for what changed meanwhile, and without the permission", async () => {
    const made = await lotInQuarantine();
    const given = { id: made.id, decision: "release" as const, reason: "Checked" };
    expect(await refusal(decide(admin, given, "wrong1234"))).toMatchObject({ code: "PASSWORD_WRONG" });
    const { at, contentHash } = await draftDecision.call(admin, given);
    const sign = (change: Record<string, unknown>, ctx = admin) =>
      refusal(
        decideLot.call({ ...ctx, now: new Date(at + 1000) }, {
          ...given,
          at,
          contentHash,
          password: TEST_PASSWORD,
          ...change,
        } as never),
      );
    expect(await sign({ reason: "Other" })).toMatchObject({
      issues: [{ path: "contentHash", rule: "changedMeanwhile" }],
    });
    expect(await sign({ at: at - 3_600_000 })).toMatchObject({ issues: [{ rule: "changedMeanwhile" }] });
    expect(await sign({}, viewer)).toMatchObject({ code: "FORBIDDEN" });
    expect(await sign({}, await contextOf({}, other))).toMatchObject({ code: "NOT_FOUND" });
    expect(await decisions(made.id)).toEqual([]);
    const expired = await makeLot(db(), await makeProduct(db(), own.id), [], { expiresOn: "2020-01-01" });
    expect(await refusal(draftDecision.call(admin, { ...given, id: expired.id }))).toMatchObject({
      issues: [{ path: "decision", rule: "lotExpired" }],
    });
  });
});
