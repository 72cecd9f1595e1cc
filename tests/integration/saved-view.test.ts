import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { db } from "@/db/client";
import { seedReference } from "@/db/seed/reference";
import { changeView, createView, listViews, removeView } from "@/features/saved-view/operations";
import { MAXIMUM_VIEWS } from "@/features/saved-view/rules";
import type { OperationContext } from "@/lib/operation/context";
import { accountContext, makeUser } from "../factories/account";
import { makeCustomer } from "../factories/world";
import { trailOf } from "../support/audit";
import { refusal } from "../support/refusal";

const PATH = "/abnormal/dataex";
const CRITERIA = { path: PATH, query: "severity=critical&sort=startedAt" };

let own: Awaited<ReturnType<typeof makeCustomer>>;
let nurse: OperationContext;
let colleague: OperationContext;
let administrator: OperationContext;
let ofNode: OperationContext;
let stranger: OperationContext;

const as = async (customerId: number, options = {}) => accountContext(db(), await makeUser(db(), customerId, options));
const names = async (ctx: OperationContext, path = PATH) =>
  (await listViews.call(ctx, { path })).views.map(({ name }) => name);
const save = (ctx: OperationContext, name: string, isShared = false) =>
  createView.call(ctx, { ...CRITERIA, name, isShared });

beforeAll(async () => {
  await seedReference(db(), { rootPassword: "Frost2026" });
  own = await makeCustomer(db());
  const other = await makeCustomer(db());
  const permissions = ["viewEx"];
  [nurse, colleague, administrator, ofNode, stranger] = await Promise.all([
    as(own.id, { permissions }),
    as(own.id, { permissions }),
    as(own.id, { permissions: ["viewEx", "editUser"] }),
    as(own.id, { scopeType: 0, permissions, sceneIds: [own.sceneId] }),
    as(other.id),
  ]);
});
afterAll(() => db().$client.end({ timeout: 5 }));

describe("saved views", () => {
  it("are personal unless they are shared with the accounts of the customer", async () => {
    const mine = await save(nurse, "Critical");
    await save(nurse, "Ward", true);
    expect(mine).toMatchObject({ query: CRITERIA.query, isShared: false, mayChange: true });
    expect(await names(nurse)).toEqual(["Critical", "Ward"]);
    expect(await names(colleague)).toEqual(["Ward"]);
    expect(await names(ofNode)).toEqual(["Ward"]);
    expect(await names(stranger)).toEqual([]);
    expect(await names(nurse, "/home")).toEqual([]);
    expect((await trailOf(db(), own.id, "savedView", mine.id)).map(({ operation }) => operation)).toEqual([
      "savedView.create",
    ]);
  });

  it("have one name in each list, whatever its case", async () => {
    await save(nurse, "Overdue");
    expect((await refusal(save(nurse, "OVERDUE"))).issues).toMatchObject([{ path: "name", rule: "unique" }]);
    await save(colleague, "Overdue");
    await createView.call(nurse, { path: "/home", query: "", name: "Overdue" });
  });

  it("are shared by those who see the whole customer", async () => {
    expect((await listViews.call(ofNode, { path: PATH })).mayShare).toBe(false);
    expect(await refusal(save(ofNode, "Mine", true))).toMatchObject({ code: "FORBIDDEN" });
    await save(ofNode, "Mine");
    expect(await names(ofNode)).toContain("Mine");
  });

  it("that are shared are changed by whoever saved them, or manages accounts", async () => {
    const { id } = await save(nurse, "Night shift", true);
    const change = { id, name: "Night", isShared: true };
    expect(await refusal(changeView.call(colleague, change))).toMatchObject({ code: "FORBIDDEN" });
    expect(await refusal(removeView.call(colleague, { id }))).toMatchObject({ code: "FORBIDDEN" });
    expect(await refusal(changeView.call(stranger, change))).toMatchObject({ code: "NOT_FOUND" });
    expect(await changeView.call(nurse, change)).toMatchObject({ name: "Night", query: CRITERIA.query });
    expect(await changeView.call(administrator, { ...change, query: "?kind=range&iDisplayStart=15" })).toMatchObject({
      query: "kind=range",
    });
    await removeView.call(administrator, { id });
    expect(await names(nurse)).not.toContain("Night");
    expect((await trailOf(db(), own.id, "savedView", id)).map(({ operation }) => operation)).toEqual([
      "savedView.create",
      "savedView.update",
      "savedView.update",
      "savedView.remove",
    ]);
  });

  it("of another account do not exist", async () => {
    const { id } = await save(nurse, "Private");
    for (const ctx of [colleague, administrator, stranger])
      expect(await refusal(removeView.call(ctx, { id }))).toMatchObject({ code: "NOT_FOUND" });
    expect(await names(nurse)).toContain("Private");
  });

  it("belong to a list that the account may open", async () => {
    expect(await refusal(listViews.call(nurse, { path: "/user/userinfo" }))).toMatchObject({ code: "FORBIDDEN" });
    await expect(listViews.call(nurse, { path: "/nowhere" })).rejects.toThrow();
  });

  it(`are at most ${MAXIMUM_VIEWS} of a list`, async () => {
    const owner = await as(own.id, { permissions: ["viewEx"] });
    for (let index = 0; index < MAXIMUM_VIEWS; index += 1) await save(owner, `View ${index}`);
    expect(await refusal(save(owner, "One more"))).toMatchObject({ code: "CONFLICT", issues: [{ rule: "tooMany" }] });
  });

  it(`are at most ${MAXIMUM_VIEWS} shared ones of a list, also if a personal one is shared`, async () => {
    const customer = await makeCustomer(db());
    const owner = await as(customer.id);
    for (let index = 1; index < MAXIMUM_VIEWS; index += 1) await save(owner, `View ${index}`, true);
    const change = (made: { id: number; name: string }, isShared: boolean) =>
      changeView.call(owner, { id: made.id, name: made.name, isShared });
    const [last, further] = [await save(owner, "Last"), await save(owner, "Further")];
    const results = await Promise.allSettled([change(last, true), change(further, true)]);
    expect(results.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
    const refused = results[0]?.status === "rejected" ? last : further;
    expect(await refusal(change(refused, true))).toMatchObject({ code: "CONFLICT", issues: [{ rule: "tooMany" }] });
    expect(await change(refused, false)).toMatchObject({ isShared: false });
    expect(await change(refused === last ? further : last, true)).toMatchObject({ isShared: true });
  });
});
