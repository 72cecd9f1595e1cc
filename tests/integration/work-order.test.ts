import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { db } from "@/db/client";
import { contact, contactGroup, notice, storedFile, workOrder } from "@/db/schema";
import { deliverDirect } from "@/features/notice/health/jobs";
import {
  acceptWorkOrder,
  addPhoto,
  cancelWorkOrder,
  commentWorkOrder,
  confirmWorkOrder,
  getPhoto,
  processWorkOrder,
  rateWorkOrder,
  releaseWorkOrder,
  returnWorkOrder,
} from "@/features/work-order/act.operations";
import {
  createWorkOrder,
  getWorkOrder,
  listPeople,
  listWorkOrders,
  removeWorkOrder,
  updateWorkOrder,
} from "@/features/work-order/order.operations";
import { getWorkOrderStatistic } from "@/features/work-order/statistic.operations";
import { liveBus } from "@/lib/live/live";
import type { OperationContext } from "@/lib/operation/context";
import { accountContext, makeUser } from "../factories/account";
import { makeException } from "../factories/exception";
import { makePng } from "../factories/picture";
import { makeScene } from "../factories/scene";
import { makeCustomer, makeFridge } from "../factories/world";
import { brokenLink, trailOf } from "../support/audit";
import { refusal as failureOf } from "../support/refusal";
import { runQueue } from "../support/run-queue";
import { type Mailbox, startMailbox } from "../support/smtp";

type User = OperationContext & { actor: { type: "user" } };
let own: Awaited<ReturnType<typeof makeCustomer>>;
let fridge: Awaited<ReturnType<typeof makeFridge>>;
let orderer: User;
let engineer: User;
let second: User;
let dispatcher: User;
let viewer: User;
let stranger: User;
let mailbox: Mailbox;
const idOf = (ctx: User) => (ctx.actor as unknown as { principal: { user: { id: number } } }).principal.user.id;

beforeAll(async () => {
  mailbox = await startMailbox();
  process.env.SMTP_URL = `smtp://127.0.0.1:${mailbox.port}`;
  process.env.PUBLIC_URL = "https://console.example";
  own = await makeCustomer(db());
  fridge = await makeFridge(db(), own);
  const account = async (permissions: string[], email?: string) =>
    accountContext(db(), await makeUser(db(), own.id, { permissions: permissions as never, ...(email && { email }) }));
  const look = ["viewWorkOrder", "viewRefrigerator", "viewSensor", "viewEx"];
  const work = [...look, "handleWorkOrder"];
  orderer = await account([...look, "newWorkOrder"], `orderer-${randomUUID()}@frost.example`);
  engineer = await account(work, `engineer-${randomUUID()}@frost.example`);
  second = await account(work);
  dispatcher = await account([...work, "newWorkOrder", "editWorkOrder", "removeWorkOrder"]);
  viewer = await account(look);
  stranger = await accountContext(db(), await makeUser(db(), (await makeCustomer(db())).id, {}));
});
afterAll(async () => {
  delete process.env.SMTP_URL;
  delete process.env.PUBLIC_URL;
  await mailbox.close();
  await liveBus().close();
  await db().$client.end({ timeout: 5 });
});

async function refusal(call: Promise<unknown>) {
  const { code, issues = [] } = await failureOf(call);
  return {
    code,
    paths: issues.map(({ path }) => path),
    rules: issues.map(({ rule }) => rule),
    names: issues[0]?.names,
  };
}
const submit = (values: object = {}, ctx: OperationContext = orderer) =>
  createWorkOrder.call(ctx, { type: "repair", title: "Door seal", carrierId: fridge.carrier.id, ...values });
const photo = () => ({ clientKey: randomUUID(), photo: makePng().toString("base64") });

describe("a work order", () => {
  it("is submitted, accepted, processed with a photo, confirmed and rated, each with its audit row", async () => {
    const made = await submit({ assigneeId: idOf(engineer) });
    expect(made).toMatchObject({
      ...{ number: expect.stringMatching(/^W\d{6}-\d{3}$/), state: "submitted", path: ["House"] },
      ...{ carrier: { id: fridge.carrier.id, name: fridge.carrier.name }, orderer: { id: idOf(orderer) } },
    });
    const { id } = made;
    expect((await acceptWorkOrder.call(engineer, { id })).acts).toEqual(["process", "release"]);
    const sent = { id, ...photo() };
    await addPhoto.call(engineer, sent);
    await addPhoto.call(engineer, sent);
    await commentWorkOrder.call(orderer, { id, comment: "Ring the bell" });
    expect(await processWorkOrder.call(engineer, { id, result: "New seal" })).toMatchObject({ state: "processed" });
    expect((await confirmWorkOrder.call(orderer, { id })).acts).toEqual(["rate"]);
    const rated = await rateWorkOrder.call(orderer, { id, stars: 5, comment: "Fast" });
    expect(rated).toMatchObject({ state: "rated", stars: 5, acts: [] });
    const shown = await getWorkOrder.call(viewer, { id });
    expect(shown.events.map(({ kind }) => kind)).toEqual([
      "submitted",
      "accepted",
      "photo",
      "comment",
      "processed",
      "confirmed",
      "rated",
    ]);
    expect(shown.photos).toHaveLength(1);
    await getPhoto.call(viewer, { id, file: shown.photos[0]?.file as string });
    expect((await trailOf(db(), own.id, "workOrder", id)).map(({ operation }) => operation)).toEqual(
      ["create", "accept", "addPhoto", "addPhoto", "comment", "process", "confirm", "rate"].map(
        (v) => `workOrder.${v}`,
      ),
    );
    expect(await brokenLink(db(), own.id)).toBeNull();
  });

  it("accepted by two at once belongs to one, and the other is told whose it is", async () => {
    const { id } = await submit();
    const answers = await Promise.allSettled([
      acceptWorkOrder.call(engineer, { id }),
      acceptWorkOrder.call(second, { id }),
    ]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
    const winner = (await getWorkOrder.call(viewer, { id })).acceptor?.name;
    const late = answers[0]?.status === "rejected" ? engineer : second;
    expect(await refusal(acceptWorkOrder.call(late, { id }))).toEqual({
      ...{ code: "CONFLICT", paths: ["state"], rules: ["acceptedBy"], names: winner },
    });
  });

  it("belongs to whom it is assigned, and to each person of a group", async () => {
    const { id } = await submit({ assigneeId: idOf(second) });
    expect(await refusal(acceptWorkOrder.call(engineer, { id }))).toMatchObject({ code: "FORBIDDEN" });
    expect((await acceptWorkOrder.call(dispatcher, { id })).state).toBe("accepted");
    const [group] = await db().insert(contactGroup).values({ customerId: own.id, name: "Service" }).returning();
    const groupId = group?.id as number;
    const ofGroup = await submit({ groupId });
    expect(await refusal(acceptWorkOrder.call(engineer, { id: ofGroup.id }))).toMatchObject({ code: "FORBIDDEN" });
    await db()
      .insert(contact)
      .values({ customerId: own.id, groupId, name: "Eng", userId: idOf(engineer) });
    expect((await listWorkOrders.call(engineer, { mine: "true" })).items.map((one) => one.id)).toContain(ofGroup.id);
    expect((await acceptWorkOrder.call(engineer, { id: ofGroup.id })).acceptor?.id).toBe(idOf(engineer));
    const people = await listPeople.call(viewer, {});
    expect(people.users.map((one) => one.id)).toEqual(expect.arrayContaining([idOf(engineer), idOf(second)]));
    expect(people.users.map((one) => one.id)).not.toContain(idOf(viewer));
    expect(people.groups).toContainEqual({ id: groupId, name: "Service", people: 1 });
  });

  it("can be sent back, given back and cancelled with a reason; what was worked on stays", async () => {
    const { id } = await submit();
    await acceptWorkOrder.call(engineer, { id });
    expect((await releaseWorkOrder.call(engineer, { id, reason: "ill" })).acceptor).toBeNull();
    await acceptWorkOrder.call(engineer, { id });
    await processWorkOrder.call(engineer, { id, result: "done" });
    expect(await refusal(confirmWorkOrder.call(engineer, { id }))).toMatchObject({ code: "FORBIDDEN" });
    expect((await returnWorkOrder.call(orderer, { id, reason: "still leaks" })).state).toBe("accepted");
    expect(await refusal(removeWorkOrder.call(dispatcher, { id }))).toMatchObject({ rules: ["workOrderOnRecord"] });
    expect(await refusal(cancelWorkOrder.call(viewer, { id, reason: "no" }))).toMatchObject({ code: "FORBIDDEN" });
    expect(await cancelWorkOrder.call(orderer, { id, reason: "sold" })).toMatchObject({
      ...{ state: "cancelled", cancelReason: "sold" },
    });
    expect(await refusal(commentWorkOrder.call(orderer, { id, comment: "late" }))).toMatchObject({ code: "CONFLICT" });
  });

  it("is removed with its photos before anybody has accepted it", async () => {
    const { id } = await submit();
    await addPhoto.call(orderer, { id, ...photo() });
    const file = (await getWorkOrder.call(viewer, { id })).photos[0]?.file as string;
    expect(await refusal(removeWorkOrder.call(orderer, { id }))).toMatchObject({ code: "FORBIDDEN" });
    await removeWorkOrder.call(dispatcher, { id });
    expect(await refusal(getWorkOrder.call(viewer, { id }))).toMatchObject({ code: "NOT_FOUND" });
    expect(await db().select().from(storedFile).where(eq(storedFile.id, file))).toEqual([]);
  });

  it("is open once for a cause, and says which order is", async () => {
    const { id: exceptionId } = await makeException(db(), fridge);
    const first = await submit({ exceptionId, carrierId: null });
    expect(first).toMatchObject({ cause: "exception", exceptionId, device: { id: fridge.sensor.id } });
    expect(await refusal(submit({ exceptionId }))).toMatchObject({
      ...{ code: "CONFLICT", rules: ["workOrderOpen"], names: first.number },
    });
    const both = await Promise.allSettled([1, 2].map(() => submit({ deviceId: fridge.sensor.id, type: "battery" })));
    expect(both.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
    await cancelWorkOrder.call(orderer, { id: first.id, reason: "by mistake" });
    expect((await submit({ exceptionId })).state).toBe("submitted");
  });

  it("is changed by whoever assigns orders; nobody overwrites unseen", async () => {
    const { id } = await submit();
    const values = { id, type: "repair" as const, title: "Seal and hinge", version: 1 };
    expect(await refusal(updateWorkOrder.call(orderer, values))).toMatchObject({ code: "FORBIDDEN" });
    expect((await updateWorkOrder.call(dispatcher, values)).version).toBe(2);
    expect(await refusal(updateWorkOrder.call(dispatcher, values))).toMatchObject({ code: "RECORD_CHANGED" });
    const due = (at: number) => ({ ...values, version: 2, dueAt: new Date(at).toISOString() });
    expect(await refusal(updateWorkOrder.call(dispatcher, due(Date.now() - 86_400_000)))).toMatchObject({
      ...{ code: "INVALID", paths: ["dueAt"], rules: ["future"] },
    });
    await cancelWorkOrder.call(orderer, { id, reason: "sold" });
    expect(await refusal(updateWorkOrder.call(dispatcher, { ...values, version: 2 }))).toMatchObject({
      ...{ code: "CONFLICT", rules: ["workOrderState"] },
    });
  });
});

describe("bad input", () => {
  it("is refused with its field", async () => {
    const cases: [object, string, string][] = [
      [{ title: "" }, "title", ""],
      [{ title: "x".repeat(101) }, "title", ""],
      [{ type: "dance" }, "type", ""],
      [{ remindMinutes: -1 }, "remindMinutes", ""],
      [{ dueAt: "tomorrow" }, "dueAt", ""],
      [{ dueAt: "2020-01-01T00:00:00Z" }, "dueAt", "INVALID"],
      [{ assigneeId: 1, groupId: 1 }, "groupId", ""],
      [{ carrierId: 2 ** 40 }, "carrierId", "NOT_FOUND"],
      [{ deviceId: 2 ** 40 }, "deviceId", "NOT_FOUND"],
      [{ exceptionId: 2 ** 40 }, "exceptionId", "NOT_FOUND"],
      [{ assigneeId: 2 ** 40 }, "assigneeId", "NOT_FOUND"],
      [{ groupId: 2 ** 40 }, "groupId", "NOT_FOUND"],
      [{ assigneeId: idOf(viewer) }, "assigneeId", "NOT_FOUND"],
    ];
    for (const [values, path, code] of cases) {
      const found = await refusal(submit(values));
      expect([values, found.paths]).toEqual([values, [path]]);
      if (code) expect(found.code).toBe(code);
    }
    const { id } = await submit();
    await acceptWorkOrder.call(engineer, { id });
    expect(await refusal(processWorkOrder.call(engineer, { id, result: " " }))).toMatchObject({ paths: ["result"] });
    const text = { clientKey: randomUUID(), photo: Buffer.from("no picture").toString("base64") };
    expect(await refusal(addPhoto.call(engineer, { id, ...text }))).toMatchObject({
      paths: ["photo"],
      rules: ["image"],
    });
    expect(await refusal(rateWorkOrder.call(orderer, { id, stars: 6 }))).toMatchObject({ paths: ["stars"] });
    expect(await refusal(rateWorkOrder.call(orderer, { id, stars: 5 }))).toMatchObject({ code: "CONFLICT" });
    expect(await refusal(cancelWorkOrder.call(orderer, { id, reason: "" }))).toMatchObject({ paths: ["reason"] });
  });

  it("is refused without permission and outside the scope, with the row untouched", async () => {
    expect(await refusal(submit({}, viewer))).toMatchObject({ code: "FORBIDDEN" });
    expect(await refusal(submit({}, stranger))).toMatchObject({ code: "NOT_FOUND", paths: ["carrierId"] });
    const { id } = await submit();
    for (const call of [acceptWorkOrder, getWorkOrder, removeWorkOrder, confirmWorkOrder])
      expect(await refusal(call.call(stranger, { id }))).toMatchObject({ code: "NOT_FOUND" });
    const [row] = await db().select().from(workOrder).where(eq(workOrder.id, id));
    expect(row).toMatchObject({ state: "submitted", acceptedBy: null });
    const scene = await makeScene(db(), { customerId: own.id, parentId: own.sceneId });
    const elsewhere = await accountContext(db(), await makeUser(db(), own.id, { scopeType: 0, sceneIds: [scene.id] }));
    expect(await refusal(getWorkOrder.call(elsewhere, { id }))).toMatchObject({ code: "NOT_FOUND" });
    expect((await listWorkOrders.call(elsewhere, {})).total).toBe(0);
    expect(await refusal(submit({ assigneeId: idOf(elsewhere as User) }, dispatcher))).toMatchObject({
      ...{ code: "INVALID", rules: ["assigneeNode"] },
    });
  });
});

describe("statistics", () => {
  it("agree with the list, in each state and for each engineer", async () => {
    const figures = await getWorkOrderStatistic.call(viewer, {});
    const total = async (query: object) => (await listWorkOrders.call(viewer, query)).total;
    expect(figures.total.count).toBe(await total({}));
    expect(figures.total.open).toBe(await total({ phase: "open" }));
    for (const [state, count] of Object.entries(figures.states))
      expect([state, await total({ state })]).toEqual([state, count]);
    for (const { acceptor, count } of figures.engineers)
      expect(await total(acceptor ? { acceptorId: acceptor.id } : { acceptor: "none" })).toBe(count);
    expect(figures.ratings[4]).toBe(1);
    expect(figures.total).toMatchObject({ stars: 5, rated: 1 });
    expect((await getWorkOrderStatistic.call(stranger, {})).total.count).toBe(0);
  });
});

describe("messages", () => {
  it("tell the engineer of the assignment and the orderer of the result, by mail and in the log", async () => {
    mailbox.mails.length = 0;
    const made = await submit({ title: "Fan <noisy>", assigneeId: idOf(engineer) });
    await acceptWorkOrder.call(engineer, { id: made.id });
    await processWorkOrder.call(engineer, { id: made.id, result: "New fan" });
    await runQueue([deliverDirect]);
    const found = mailbox.mails.filter(({ subject }) => subject?.includes(made.number));
    expect(found).toHaveLength(2);
    expect(found.map(({ text }) => text).join()).toContain("Fan <noisy>");
    expect(found.map(({ html }) => String(html)).join()).toContain("Fan &lt;noisy&gt;");
    expect(found.every(({ text }) => text?.includes(`/workOrderDetail?id=${made.id}`))).toBe(true);
    const rows = await db().select().from(notice).where(eq(notice.customerId, own.id));
    expect(rows.filter(({ type }) => type === "workOrder").map(({ channel }) => channel)).toEqual(
      expect.arrayContaining(["email", "popup"]),
    );
  });
});
