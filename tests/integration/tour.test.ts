import { afterAll, expect, it } from "vitest";
import { db } from "@/db/client";
import { loadTour } from "@/features/user/tour/service";
import { accountContext, makeUser } from "../factories/account";
import { makeTransport } from "../factories/transport";
import { makeCustomer, makeFridge } from "../factories/world";

afterAll(() => db().$client.end({ timeout: 5 }));

it("begins when there is something to explain: a carrier that is monitored", async () => {
  const customer = await makeCustomer(db());
  const ctx = await accountContext(db(), await makeUser(db(), customer.id, { isGuideOn: true }));
  expect(await loadTour(ctx, ctx.actor.principal)).toBeNull();
  await makeFridge(db(), customer);
  expect((await loadTour(ctx, ctx.actor.principal))?.stops.length).toBeGreaterThan(0);
});

it("has the transport code where there is a transport to have one", async () => {
  const customer = await makeCustomer(db());
  const { carrier } = await makeFridge(db(), customer, { carrier: { type: "vehicle", mode: "transport" } });
  const ctx = await accountContext(db(), await makeUser(db(), customer.id, { isGuideOn: true }));
  const topics = async () => (await loadTour(ctx, ctx.actor.principal))?.stops.map(({ topic }) => topic);
  expect(await topics()).toEqual(["exceptions", "history", "alarmSwitch", "exportData"]);
  await makeTransport(db(), { customerId: customer.id, carrierId: carrier.id });
  expect(await topics()).toEqual(["exceptions", "history", "alarmSwitch", "transportCode", "exportData"]);
});
