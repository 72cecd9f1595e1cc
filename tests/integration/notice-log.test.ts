import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { db } from "@/db/client";
import { outbox, scene } from "@/db/schema";
import { exportSwitchLog, listSwitchLog } from "@/features/alarm/switch-log/operations";
import { switchAlarm } from "@/features/carrier/alarm-switch/operations";
import { exportNoticeLog, getNoticeLog, listNoticeLog } from "@/features/notice/log/operations";
import { ALL_PERMISSIONS } from "@/lib/auth/permissions";
import { failureOf } from "@/lib/http/error-response";
import type { OperationContext } from "@/lib/operation/context";
import { accountContext, makeUser, type UserOptions } from "../factories/account";
import { makeException, makeNotice } from "../factories/exception";
import { makeCustomer, makeFridge, makeGateway } from "../factories/world";

type Customer = Awaited<ReturnType<typeof makeCustomer>>;
type Query = Parameters<typeof listNoticeLog.call>[1];

const contextOf = async (of: Customer, options: UserOptions = {}) =>
  accountContext(db(), await makeUser(db(), of.id, options));

afterAll(() => db().$client.end({ timeout: 5 }));

const at = (minute: number) => new Date(Date.UTC(2026, 10, 20, 8, minute));

async function makeMessage(customerId: number, key: string): Promise<number> {
  const [row] = await db()
    .insert(outbox)
    .values({ customerId, kind: "notice.deliver", idempotencyKey: key, payload: {}, status: "done", dueAt: at(0) })
    .returning({ id: outbox.id });
  return row?.id as number;
}

/** A customer with a fridge at each of two nodes and a gateway on none, and a notice of each. */
async function makeTold() {
  const own = await makeCustomer(db());
  const [elsewhere] = await db()
    .insert(scene)
    .values({ customerId: own.id, code: `elsewhere-${own.code}`, name: "Elsewhere" })
    .returning();
  const here = await makeFridge(db(), own);
  const there = await makeFridge(db(), { id: own.id, sceneId: elsewhere?.id as number });
  const gateway = await makeGateway(db(), own.id);
  const exceptions = {
    here: await makeException(db(), here, { startedAt: at(0) }),
    there: await makeException(db(), there, { startedAt: at(0) }),
    gateway: await makeException(
      db(),
      { carrier: null, sensor: { id: gateway.id, customerId: own.id } },
      { kind: "no-data", measure: null, side: null },
    ),
  };
  return { own, elsewhereId: elsewhere?.id as number, here, there, gateway, exceptions };
}

describe("the notice log", () => {
  let told: Awaited<ReturnType<typeof makeTold>>;
  let admin: OperationContext;
  const find = async (query: Query, ctx = admin) =>
    (await listNoticeLog.call(ctx, query)).items.map(({ content }) => content);

  beforeAll(async () => {
    told = await makeTold();
    admin = await contextOf(told.own);
    const { here, there, gateway } = told.exceptions;
    await makeNotice(db(), here, { content: "1", at: at(1), contactName: "Li Na", recipient: "li@example.org" });
    await makeNotice(db(), here, { content: "2", at: at(2), channel: "popup", contactName: "", recipient: "" });
    await makeNotice(db(), there, { content: "3", at: at(3), channel: "sms", recipient: "13900000000", attempt: 2 });
    await makeNotice(db(), gateway, { content: "4", at: at(4), status: "failed", reason: "550 mailbox 100% full" });
    await makeNotice(db(), gateway, { content: "5", at: at(5), exceptionId: null, type: "captcha" });
  });

  it("lists every attempt with whom, what, how it went and where, newest first", async () => {
    const page = await listNoticeLog.call(admin, {});
    expect(page).toMatchObject({ total: 5, isCapped: false });
    expect(page.items.map(({ content }) => content)).toEqual(["5", "4", "3", "2", "1"]);
    expect(page.items[0]).toMatchObject({ type: "captcha", exceptionId: null, carrier: null, deviceName: null });
    expect(page.items[1]).toMatchObject({
      status: "failed",
      reason: "550 mailbox 100% full",
      carrier: null,
      deviceName: told.gateway.name,
    });
    expect(page.items[4]).toEqual({
      id: expect.any(Number),
      at: at(1).toISOString(),
      customerId: told.own.id,
      customerName: told.own.name,
      channel: "email",
      type: "alarm",
      status: "sent",
      contactName: "Li Na",
      recipient: "li@example.org",
      content: "1",
      reason: "",
      remark: null,
      attempt: 1,
      exceptionId: told.exceptions.here.id,
      carrier: { id: told.here.carrier.id, name: told.here.carrier.name, type: "refrigerator" },
      deviceName: null,
    });
  });

  it("finds by each criterion", async () => {
    expect(await find({ from: at(2).toISOString(), to: at(4).toISOString() })).toEqual(["3", "2"]);
    expect(await find({ channel: "sms" })).toEqual(["3"]);
    expect(await find({ status: "failed" })).toEqual(["4"]);
    expect(await find({ type: "captcha" })).toEqual(["5"]);
    expect(await find({ q: "li n" })).toEqual(["1"]);
    expect(await find({ q: "1390" })).toEqual(["3"]);
    expect(await find({ q: "%" })).toEqual([]);
    expect(await find({ carrier: told.there.carrier.name.toUpperCase() })).toEqual(["3"]);
    expect(await find({ carrier: told.gateway.name })).toEqual(["4"]);
    expect(await find({ carrierId: told.here.carrier.id })).toEqual(["2", "1"]);
    expect(await find({ exceptionId: told.exceptions.gateway.id })).toEqual(["4"]);
    expect(await find({ customerId: told.own.id, channel: "popup" })).toEqual(["2"]);
    expect(await find({ iDisplayStart: 1, iDisplayLength: 2 })).toEqual(["4", "3"]);
    // Sought once for the page and for the count: it is the same page.
    expect(await listNoticeLog.call(admin, { q: "e", iDisplayStart: 1, iDisplayLength: 1 })).toMatchObject({
      total: 3,
    });
  });

  it("shows a customer user the notices of carriers at the own nodes, and nothing else", async () => {
    const nurse = await contextOf(told.own, { scopeType: 0, sceneIds: [told.own.sceneId] });
    expect(await find({}, nurse)).toEqual(["2", "1"]);
    const bound = await contextOf(told.own, { scopeType: 0 });
    expect(await find({}, bound)).toEqual([]);
    const { items } = await listNoticeLog.call(admin, { channel: "sms" });
    const hidden = getNoticeLog.call(nurse, { id: items[0]?.id as number });
    await expect(hidden).rejects.toMatchObject({ code: "NOT_FOUND" });
  });

  it("shows other customers nothing, and agents and platform users those they work for", async () => {
    const other = await makeCustomer(db());
    expect(await find({}, await contextOf(other))).toEqual([]);
    expect(await find({ customerId: told.own.id }, await contextOf(other))).toEqual([]);
    const platform = (options: UserOptions) =>
      contextOf({ ...other, id: 1 }, { scopeType: 2, customerIds: [told.own.id], ...options });
    expect(await find({}, await platform({}))).toHaveLength(5);
    expect(await find({ customerId: told.own.id }, await platform({ customerIds: [other.id] }))).toEqual([]);
  });

  it("refuses without the permission", async () => {
    const stranger = await contextOf(told.own, { permissions: ["viewEx"] });
    const refusal = (call: Promise<unknown>) => call.catch(failureOf);
    expect(await refusal(listNoticeLog.call(stranger, {}))).toMatchObject({ code: "FORBIDDEN" });
    expect(await refusal(exportNoticeLog.call(stranger, {}))).toMatchObject({ code: "FORBIDDEN" });
    expect(await refusal(listNoticeLog.call(admin, { channel: "fax" as "sms" }))).toMatchObject({ code: "INVALID" });
  });

  it("tells of one attempt its exception, its message, the other attempts and what it told of together", async () => {
    const { own, exceptions } = told;
    const outboxId = await makeMessage(own.id, `together-${own.code}`);
    const digest = { outboxId, type: "digest", content: "both", channel: "voice" } as const;
    const first = await makeNotice(db(), exceptions.here, { ...digest, status: "failed", reason: "busy", at: at(10) });
    const second = await makeNotice(db(), exceptions.here, { ...digest, attempt: 2, at: at(11) });
    const beside = await makeNotice(db(), exceptions.there, { ...digest, attempt: 2, at: at(11) });
    const detail = await getNoticeLog.call(admin, { id: second.id });
    expect(detail).toMatchObject({
      content: "both",
      exception: { severity: "critical", startedAt: at(0).toISOString(), endedAt: null },
      message: { dueAt: at(0).toISOString(), status: "done" },
    });
    expect(detail.attempts.map(({ id, attempt, reason }) => [id, attempt, reason])).toEqual([
      [first.id, 1, "busy"],
      [second.id, 2, ""],
    ]);
    const place = told.there.carrier.name;
    expect(detail.together).toEqual([{ id: beside.id, exceptionId: exceptions.there.id, place }]);
  });

  it("keeps a text from those who may not see all that it tells of", async () => {
    const { own, exceptions, elsewhereId } = told;
    const outboxId = await makeMessage(own.id, `digest-${own.code}`);
    const digest = { outboxId, type: "digest", content: "two places" } as const;
    const row = await makeNotice(db(), exceptions.here, digest);
    await makeNotice(db(), exceptions.there, digest);
    const nurse = await contextOf(own, { scopeType: 0, sceneIds: [own.sceneId] });
    const both = await contextOf(own, { scopeType: 0, sceneIds: [own.sceneId, elsewhereId] });
    expect(await getNoticeLog.call(nurse, { id: row.id })).toMatchObject({ content: null, together: [] });
    expect(await getNoticeLog.call(both, { id: row.id })).toMatchObject({ content: "two places" });
    const { items } = await listNoticeLog.call(nurse, { type: "digest" });
    expect(items.find(({ id }) => id === row.id)?.content).toBeNull();
    expect(String((await exportNoticeLog.call(nurse, { type: "digest" })).body)).not.toContain("two places");
  });

  it("keeps the answer to a reply from those who may not see all that it acknowledged", async () => {
    const { own, exceptions, elsewhereId } = told;
    const reply = { type: "reply", channel: "sms", status: "received", recipient: "861****0001" } as const;
    const both = { ...reply, content: "Acknowledged: A, B", at: at(20) };
    const row = await makeNotice(db(), exceptions.here, both);
    await makeNotice(db(), exceptions.there, both);
    const alone = await makeNotice(db(), exceptions.here, { ...reply, content: "Acknowledged: A", at: at(21) });
    const nurse = await contextOf(own, { scopeType: 0, sceneIds: [own.sceneId] });
    const chief = await contextOf(own, { scopeType: 0, sceneIds: [own.sceneId, elsewhereId] });
    expect(await getNoticeLog.call(nurse, { id: row.id })).toMatchObject({ content: null });
    expect(await getNoticeLog.call(nurse, { id: alone.id })).toMatchObject({ content: "Acknowledged: A" });
    expect(await find({ type: "reply" }, nurse)).toEqual(["Acknowledged: A", null]);
    expect(await find({ type: "reply" }, chief)).toEqual(["Acknowledged: A", ...Array(2).fill("Acknowledged: A, B")]);
    expect(String((await exportNoticeLog.call(nurse, { type: "reply" })).body)).not.toContain("A, B");
  });

  it("is a file in the reader's language, with a formula disarmed", async () => {
    const mine = await makeCustomer(db());
    const fridge = await makeFridge(db(), mine);
    const exception = await makeException(db(), fridge);
    await makeNotice(db(), exception, {
      at: at(0),
      status: "failed",
      contactName: "=1+1",
      reason: "the channel email is not configured (SMTP_URL)",
      content: 'two\nlines, "quoted"',
    });
    const ctx = { ...(await contextOf(mine)), locale: "zh-CN" };
    const reply = await exportNoticeLog.call(ctx, { status: "failed" });
    expect(reply.headers["content-type"]).toBe("text/csv; charset=utf-8");
    const [head, ...lines] = String(reply.body).split("\r\n");
    expect(head).toBe("\uFEFF时间,客户,通知对象,地址,通知方式,类型,状态,原因,第几次,值班,监测点,异常,内容");
    expect(lines.join("\r\n")).toBe(
      `2026-11-20T16:00:00.000+08:00,${mine.name},'=1+1,wang@example.org,邮件,报警,失败,服务器未配置此通知方式。,1,,${fridge.carrier.name},${exception.id},"two\nlines, ""quoted"""\r\n`,
    );
  });

  it("counts to ten thousand and says that there are more", async () => {
    const mine = await makeCustomer(db());
    await db().$client`
      insert into notice (customer_id, channel, status, content, at)
      select ${mine.id}, 'email', 'sent', 'bulk', now() - make_interval(secs => n) from generate_series(1, 10001) n`;
    const ctx = await contextOf(mine);
    expect(await listNoticeLog.call(ctx, {})).toMatchObject({ total: 10_000, isCapped: true });
    expect((await listNoticeLog.call(ctx, { iDisplayStart: 9_990 })).items).toHaveLength(11);
  });
});

describe("the alarm switch log", () => {
  it("lists who switched which carrier from where to where, until when and why", async () => {
    const { own, here, there } = await makeTold();
    const admin = await contextOf(own, { username: `switcher-${own.code}`, name: "Zhao Min" });
    const hour = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();
    await switchAlarm.call(admin, { id: here.carrier.id, alarmSwitch: "off", reason: "defrosting 50%" });
    const pausedUntil = hour(1);
    await switchAlarm.call(admin, { id: there.carrier.id, alarmSwitch: "paused", pausedUntil, reason: "cleaning" });
    await switchAlarm.call(admin, { id: here.carrier.id, alarmSwitch: "on" });
    const list = async (query: Parameters<typeof listSwitchLog.call>[1], ctx = admin) =>
      (await listSwitchLog.call(ctx, query)).items;
    const rows = await list({});
    expect(rows.map(({ from, to }) => [from, to])).toEqual([
      ["off", "on"],
      ["on", "paused"],
      ["on", "off"],
    ]);
    expect(rows[1]).toMatchObject({
      customerName: own.name,
      carrier: { id: there.carrier.id, name: there.carrier.name, type: "refrigerator" },
      pausedUntil,
      reason: "cleaning",
      operator: { username: `switcher-${own.code}`, name: "Zhao Min" },
    });
    const reasons = async (query: Parameters<typeof listSwitchLog.call>[1], ctx = admin) =>
      (await list(query, ctx)).map(({ reason }) => reason);
    expect(await reasons({ position: "off" })).toEqual(["defrosting 50%"]);
    expect(await reasons({ q: "0%" })).toEqual(["defrosting 50%"]);
    expect(await reasons({ q: there.carrier.name })).toEqual(["cleaning"]);
    expect(await reasons({ operator: "zhao" })).toHaveLength(3);
    expect(await reasons({ operator: "nobody" })).toEqual([]);
    expect(await reasons({ carrierId: there.carrier.id })).toEqual(["cleaning"]);
    expect(await reasons({ from: hour(1) })).toEqual([]);
    expect(await reasons({ from: hour(-1), to: hour(1), iDisplayLength: 1 })).toEqual([""]);

    const nurse = await contextOf(own, { scopeType: 0, sceneIds: [own.sceneId] });
    expect(await reasons({}, nurse)).toEqual(["", "defrosting 50%"]);
    expect(await reasons({}, await contextOf(await makeCustomer(db())))).toEqual([]);
    const permissions = ALL_PERMISSIONS.filter((code) => !code.includes("Refrigerator"));
    const clerk = await contextOf(own, { permissions });
    expect(await reasons({}, clerk)).toEqual([]);
    expect(String((await exportSwitchLog.call(clerk, {})).body)).not.toContain(here.carrier.name);
    const stranger = await contextOf(own, { permissions: ["viewEx"] });
    await expect(list({}, stranger)).rejects.toMatchObject({ code: "FORBIDDEN" });

    const file = String((await exportSwitchLog.call({ ...admin, locale: "en-US" }, { position: "paused" })).body);
    expect(file.split("\r\n")).toHaveLength(3);
    expect(file).toContain(`${there.carrier.name},On,Paused,`);
    expect(file).toContain(`Zhao Min (switcher-${own.code}),cleaning`);
  });
});
