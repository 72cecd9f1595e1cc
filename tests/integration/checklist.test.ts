import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { db } from "@/db/client";
import { contact, customer, notice, outbox, probeState, userAccount } from "@/db/schema";
import { ROOT_ID, seedReference } from "@/db/seed/reference";
import { closeChecklist, getChecklist } from "@/features/home/checklist/operations";
import { changePassword } from "@/features/session/password/operations";
import { liveBus } from "@/lib/live/live";
import type { OperationContext } from "@/lib/operation/context";
import { accountContext, makeUser, type UserOptions } from "../factories/account";
import { makeException } from "../factories/exception";
import { makeCustomer, makeFridge } from "../factories/world";
import { trailOf } from "../support/audit";

beforeAll(() => seedReference(db(), { rootPassword: "Frost2026" }));
afterAll(async () => {
  await liveBus().close();
  await db().$client.end({ timeout: 5 });
});

type Customer = Awaited<ReturnType<typeof makeCustomer>>;
const keeper = async ({ id }: Customer, options: UserOptions = {}) => {
  const user = await makeUser(db(), id, options);
  return { user, ctx: await accountContext(db(), user) };
};
const doneOf = async (ctx: Parameters<typeof getChecklist.call>[0]) =>
  (await getChecklist.call(ctx, {})).steps?.filter(({ isDone }) => isDone).map(({ step }) => step);

describe("the checklist of an empty installation", () => {
  const stepsOf = async (ctx: OperationContext) =>
    (await getChecklist.call(ctx, {})).steps?.map(({ step, isDone }) => [step, isDone]);

  it("leads Root to a password of its own and the first customer with its account, until there is a carrier", async () => {
    const [row] = await db().select().from(userAccount).where(eq(userAccount.id, ROOT_ID));
    const root = await accountContext(db(), row as never);
    expect(await stepsOf(root)).toEqual([
      ["password", false],
      ["customer", false],
      ["mail", false],
    ]);
    const passwords = { oldPassword: "Frost2026", newPassword: "Frost2027", confirmPassword: "Frost2027" };
    await changePassword.call(root, passwords);
    const own = await makeCustomer(db());
    expect(await stepsOf(root)).toEqual([
      ["password", true],
      ["customer", false],
      ["mail", false],
    ]);
    await makeUser(db(), own.id);
    expect(await stepsOf(root)).toContainEqual(["customer", true]);
    // Another operator had to change the first password to come in.
    const operator = await accountContext(db(), await makeUser(db(), 1, { scopeType: 3 }));
    expect(await stepsOf(operator)).toContainEqual(["password", true]);
    const bound = await accountContext(db(), await makeUser(db(), 1, { scopeType: 2, customerIds: [own.id] }));
    expect(await stepsOf(bound)).toBeUndefined();
    await makeFridge(db(), own);
    expect(await getChecklist.call(root, {})).toEqual({ steps: null, isJustDone: false });
  });
});

describe("the checklist of an empty customer", () => {
  it("has all steps open, the first at the wizard", async () => {
    const { ctx } = await keeper(await makeCustomer(db()));
    const { steps, isJustDone } = await getChecklist.call(ctx, {});
    expect(isJustDone).toBe(false);
    expect(steps?.map(({ isDone }) => isDone)).toEqual([false, false, false, false, false, false]);
    expect(steps?.[0]).toEqual({
      step: "device",
      isDone: false,
      hint: "device",
      href: "/setupWizard",
      testCarrierId: null,
    });
  });

  it("ticks what is stored, and ends when an alarm or a test alarm has reached somebody", async () => {
    const own = await makeCustomer(db());
    const { ctx } = await keeper(own);
    const fridge = await makeFridge(db(), own, { contacts: [{ email: "li@example.com" }], plan: [{}] });
    const [person] = await db().select().from(contact).where(eq(contact.customerId, own.id));
    expect(await doneOf(ctx)).toEqual(["device", "carrier", "plan"]);

    await db()
      .update(probeState)
      .set({ lastAt: new Date(), lastValue: 5 })
      .where(eq(probeState.probeId, fridge.probes.temperature as number));
    expect(await doneOf(ctx)).toEqual(["device", "value", "carrier", "plan"]);

    // A pop-up reaches nobody outside; a mail that failed reaches nobody either.
    const [sent] = await db()
      .insert(outbox)
      .values({
        customerId: own.id,
        kind: "notice.deliverDirect",
        idempotencyKey: `checklist-${own.id}`,
        payload: { type: "test", contactId: person?.id },
        status: "done",
      })
      .returning();
    const attempt = { customerId: own.id, outboxId: sent?.id as number, type: "test" as const, content: "" };
    await db()
      .insert(notice)
      .values([
        { ...attempt, channel: "popup", status: "sent" },
        { ...attempt, channel: "email", status: "failed", reason: "refused" },
      ]);
    expect(await doneOf(ctx)).not.toContain("contact");
    await db()
      .insert(notice)
      .values({ ...attempt, channel: "email", status: "sent" });
    expect(await doneOf(ctx)).toContain("contact");

    // The test of a channel is no test of an alarm.
    const alarmOf = async () => (await getChecklist.call(ctx, {})).steps?.find(({ step }) => step === "alarm");
    const open = { step: "alarm", isDone: false, href: null, testCarrierId: fridge.carrier.id };
    expect(await alarmOf()).toEqual({ ...open, hint: "alarm" });
    const raised = await makeException(db(), fridge);
    await db()
      .insert(notice)
      .values({ ...attempt, type: "alarm", exceptionId: raised.id, channel: "popup", status: "sent" });
    expect(await alarmOf()).toEqual({ ...open, hint: "alarmPopup" });
    const payload = { type: "test", contactId: person?.id, alarm: { carrierId: fridge.carrier.id } };
    await db()
      .update(outbox)
      .set({ payload })
      .where(eq(outbox.id, sent?.id as number));
    expect(await getChecklist.call(ctx, {})).toEqual({ steps: null, isJustDone: true });
  });
});

describe("the checklist", () => {
  it("is closed by each account for itself, for good, with its row of the trail", async () => {
    const own = await makeCustomer(db());
    const [first, second] = [await keeper(own), await keeper(own)];
    expect(await closeChecklist.call(first.ctx, {})).toEqual({ id: first.user.id });
    const [stored] = await db().select().from(userAccount).where(eq(userAccount.id, first.user.id));
    expect(stored?.checklistClosedAt).not.toBeNull();
    expect(await getChecklist.call(first.ctx, {})).toEqual({ steps: null, isJustDone: false });
    expect((await getChecklist.call(second.ctx, {})).steps).toHaveLength(6);
    // Closing again changes nothing.
    await closeChecklist.call({ ...first.ctx, now: new Date(Date.now() + 60_000) }, {});
    const [again] = await db().select().from(userAccount).where(eq(userAccount.id, first.user.id));
    expect(again?.checklistClosedAt).toEqual(stored?.checklistClosedAt);
    const trail = await trailOf(db(), own.id, "user", first.user.id);
    expect(trail.map(({ operation }) => operation)).toContain("home.closeChecklist");
  });

  it("is for whoever sets up a whole customer, and not for one long at work", async () => {
    const own = await makeCustomer(db());
    const none = { steps: null, isJustDone: false };
    const viewer = await keeper(own, { permissions: ["viewRefrigerator", "viewMonitorPointRealTime"] });
    expect(await getChecklist.call(viewer.ctx, {})).toEqual(none);
    const bound = await keeper(own, { scopeType: 0, sceneIds: [own.sceneId] });
    expect(await getChecklist.call(bound.ctx, {})).toEqual(none);
    const operator = await accountContext(db(), await makeUser(db(), 1, { scopeType: 3 }));
    expect(await getChecklist.call(operator, {})).toEqual(none);

    const { ctx } = await keeper(own);
    await makeFridge(db(), own);
    expect((await getChecklist.call(ctx, {})).steps).not.toBeNull();
    await db()
      .update(customer)
      .set({ createdAt: new Date(Date.now() - 31 * 86_400_000) })
      .where(eq(customer.id, own.id));
    expect(await getChecklist.call(ctx, {})).toEqual(none);
  });
});
