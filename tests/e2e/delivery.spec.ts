import { type APIRequestContext, type BrowserContext, expect, type Page } from "@playwright/test";
import postgres from "postgres";
import { findings } from "../support/axe";
import { type Stage, test } from "../support/delivery-stage";
import { call, digits, enterEmptyCustomer } from "../support/empty-customer";
import { TEST_PASSWORD } from "../support/environment";
import type { Receivers, Text } from "../support/receivers";
import { ownAddress } from "../support/sign-in";
import { expectToast } from "../support/test";

const PIN = "4711";
const BATCH_WINDOW_SECONDS = 20;
const HOUR_SECONDS = 3600;

const WORDS = {
  "zh-CN": {
    live: "实时",
    popup: "弹窗",
    acknowledged: (name: string, place: string) => `${name} 已确认：${place}`,
    onDuty: (...names: string[]) => `当前值班：${names.join("和")}`,
    remark: "值班",
    timeline: {
      popup: "在控制台弹窗提示",
      refused: (name: string) => `${name} 通过短信的回复未被接受`,
      replied: (name: string) => `${name} 通过短信回复`,
      by: (name: string) => `${name} 通过短信确认`,
      told: (name: string) => `已通过短信告知 ${name} 报警已确认`,
    },
    log: { wrongPin: "PIN 码错误。", told: "确认通知" },
  },
  "en-US": {
    live: "Live",
    popup: "Pop-up",
    acknowledged: (name: string, place: string) => `${name} acknowledged: ${place}`,
    onDuty: (...names: string[]) => `On duty now: ${names.join(" and ")}`,
    remark: "On duty",
    timeline: {
      popup: "Shown as a pop-up in the console",
      refused: (name: string) => `Reply from ${name} by voice call rejected`,
      replied: (name: string) => `${name} replied by voice call`,
      by: (name: string) => `Acknowledged by ${name} by voice call`,
      told: (name: string) => `${name} notified of the acknowledgement by SMS`,
    },
    log: { wrongPin: "Wrong PIN.", told: "Acknowledgement" },
  },
} as const;
type Locale = keyof typeof WORDS;

/** Lets time pass for all messages that wait. */
async function pass(sql: postgres.Sql, seconds: number): Promise<void> {
  await sql`update outbox set due_at = due_at - make_interval(secs => ${seconds}) where status = 'pending'`;
  await sql`
    select graphile_worker.reschedule_jobs(array[id], run_at := run_at - make_interval(secs => ${seconds}))
      from graphile_worker.jobs where key like 'outbox:%' and locked_at is null`;
}

type Contact = { id: number; name: string; phone: string; email: string; groupId: number; userId: number | null };

type OnCall = { groupId: number; people: readonly Pick<Contact, "id" | "name">[] };

/** Everybody at all hours, by the call that the form sends. */
async function saveRota(request: APIRequestContext, { groupId, people }: OnCall): Promise<void> {
  const shift = { days: [1, 2, 3, 4, 5, 6, 7], from: "00:00", to: "24:00" };
  await call(request, "PUT", `dutyRota/${groupId}`, {
    allowsOverlap: true,
    shifts: people.map(({ id }) => ({ ...shift, contactId: id })),
  });
}

/** The same in the form, which names the hours without anybody and refuses to save them unasked. */
async function writeRota(page: Page, { groupId, people: [own, colleague] }: OnCall): Promise<void> {
  await page.goto(`/zh-CN/arch/duty?groupId=${groupId}`);
  await page.getByRole("button", { name: "创建值班表" }).click();
  const form = page.getByRole("dialog");
  const first = form.getByRole("region", { name: "班次 1" });
  await first.getByLabel("值班人员").selectOption(own?.name ?? "");
  await first.getByLabel("结束", { exact: false }).first().fill("20:00");
  await first.getByLabel("次日结束").uncheck();
  const gaps = form.getByText("未来四周以下时段无人值班");
  await expect(gaps).toBeVisible();
  await expect(form.getByRole("listitem").filter({ hasText: "20:00" }).first()).toBeVisible();
  await form.getByRole("button", { name: "保存" }).click();
  await expect(form.getByLabel("保存并保留这些空缺")).toHaveAttribute("aria-invalid", "true");
  expect(await findings(page)).toEqual([]);
  await first.getByLabel("次日结束").check();
  await first.getByLabel("结束", { exact: false }).first().fill("08:00");
  await expect(gaps).toBeHidden();
  await form.getByRole("button", { name: "添加班次" }).click();
  await form
    .getByRole("region", { name: "班次 2" })
    .getByLabel("值班人员")
    .selectOption(colleague?.name ?? "");
  await form.getByLabel("允许多人同时值班").check();
  await form.getByRole("button", { name: "保存" }).click();
  await expectToast(page, "值班表已保存");
}

/** A channel fails: the banner, the plan and the screen of channels say so until a test is delivered. */
async function mendChannel(page: Page, sql: postgres.Sql, trigger: { name: string }, contact: Contact, sms: Text[]) {
  await sql`
    insert into channel_outage (channel, started_at, raised_at, reason, is_notified)
    values ('sms', now(), now(), 'the SMS gateway answered HTTP 503', true)`;
  await page.goto("/zh-CN/abnormal/sysAlarm");
  const banner = page.getByRole("region", { name: "无法使用的通知渠道" });
  await expect(banner).toHaveText(/短信发送失败：1 个通知计划依赖它通知 2 位联系人。/);
  const row = page.getByRole("row").filter({ hasText: trigger.name });
  await expect(row.getByText("短信目前发送失败。")).toBeVisible();
  await row.getByRole("button", { name: "编辑" }).click();
  await expect(page.getByRole("dialog").getByText("短信目前发送失败。").first()).toBeVisible();
  expect(await findings(page)).toEqual([]);
  await page.keyboard.press("Escape");
  await banner.getByRole("link", { name: "查看" }).click();

  const card = page.getByRole("region", { name: "短信", exact: true });
  await expect(card.getByText("发送失败", { exact: true })).toBeVisible();
  await card.getByRole("button", { name: "发送测试" }).click();
  const dialog = page.getByRole("dialog", { name: "发送测试：短信" });
  await dialog.getByRole("radio", { name: "联系人" }).check();
  await dialog.getByRole("combobox").click();
  await dialog
    .getByRole("option", { name: contact.name })
    .or(page.getByRole("option", { name: contact.name }))
    .click();
  expect(await findings(page)).toEqual([]);
  await dialog.getByRole("button", { name: "发送", exact: true }).click();
  await expect(dialog.getByText("已送达", { exact: true })).toBeVisible();
  expect(sms.map(({ to }) => to)).toEqual([contact.phone]);
  await dialog.getByRole("button", { name: "关闭" }).last().click();
  await expect(card.getByText("正常", { exact: true })).toBeVisible();
  await expect(banner).toHaveCount(0);
}

/** A fridge whose trigger notifies who is on duty by every channel, at once and hour by hour. */
async function prepare(
  context: BrowserContext,
  locale: Locale,
  { subscription }: Receivers,
  makeRota: (onCall: OnCall) => Promise<void>,
) {
  const { request } = context;
  await enterEmptyCustomer(context, { name: "医院", notifyBySms: true });
  await call(request, "PUT", "mine/guide?on=0", {});
  await call(request, "POST", "push", { ...subscription, label: "Chrome, Linux" });
  const { items } = await call<{ items: Contact[] }>(request, "GET", "contact");
  const own = items[0] as Contact;
  const { groupId, name, phone, email } = own;
  const common = { groupId, locale, level: 1 };
  await call(request, "PUT", `contact/${own.id}`, {
    ...{ ...common, name, phone, email, pin: PIN },
    channels: ["email", "sms", "voice", "push"],
  });
  const colleague = await call<Contact>(request, "POST", "contact", {
    ...{ ...common, name: "李娜", phone: `138${digits(8)}`, email: `li${digits(8)}@example.com` },
    channels: ["email", "sms"],
  });
  await makeRota({ groupId, people: [own, colleague] });
  const trigger = await call<{ id: number; name: string }>(request, "POST", "alarmTrigger", {
    name: "疫苗 2 – 8 °C",
    severity: "critical",
    conditions: [{ kind: "range", measure: "temperature", minimum: 2, maximum: 8, delaySeconds: 0 }],
    plan: [
      {
        afterMinutes: 0,
        contactGroupId: groupId,
        isOnDuty: true,
        channels: ["email", "sms", "voice", "push", "popup"],
        repeatTimes: 3,
        repeatIntervalMinutes: 60,
      },
    ],
  });
  const { token } = await call<{ token: string }>(request, "POST", "setupWizard/access", { mode: "direct" });
  const place = `疫苗冰箱 ${digits(4)}`;
  await call(request, "POST", "setupWizard/carrier", { type: "refrigerator", name: place, sceneName: "药房" });
  const presets = await call<{ id: number; measure: string }[]>(request, "GET", "share/zonePreset");
  const presetId = presets.find(({ measure }) => measure === "temperature")?.id;
  await call(request, "POST", "setupWizard/index", {
    ranges: [{ measure: "temperature", presetId }],
    trigger: { kind: "existing", id: trigger.id },
  });
  const device = `SN-${digits(8)}`;
  await call(request, "POST", "setupWizard/device", { serialNumber: device, typeCode: "zbp_2" });
  return { own, colleague, groupId, trigger, token, place, device };
}

/** Registers the SMS gateway that passes on replies; answers with its secret. */
async function registerGateway(request: APIRequestContext): Promise<string> {
  await call(request, "POST", "user/login", { username: "root", password: TEST_PASSWORD });
  const gateway = { name: `SMS ${digits(6)}`, format: "generic", authentication: "secret" };
  return (await call<{ secret: string }>(request, "POST", "replyProvider", gateway)).secret;
}

type Fixtures = { context: BrowserContext; page: Page; request: APIRequestContext; stage: Stage };

async function journey(
  locale: Locale,
  via: "sms" | "voice",
  { context, page, request, stage }: Fixtures,
): Promise<void> {
  const { receivers, product } = stage;
  const { mails, sms, voice, push } = receivers;
  for (const inbox of [mails, sms, voice, push]) inbox.length = 0;
  const words = WORDS[locale];
  const isChinese = locale === "zh-CN";
  const { own, colleague, groupId, trigger, token, place, device } = await prepare(
    context,
    locale,
    receivers,
    (onCall) => (isChinese ? writeRota(page, onCall) : saveRota(context.request, onCall)),
  );
  const secret = await registerGateway(request);
  const sql = postgres(product.databaseUrl, { max: 1 });
  if (isChinese) await mendChannel(page, sql, trigger, colleague, sms);
  sms.length = 0;

  // The alarm comes in, and everybody on duty is told by every channel that they allow.
  await page.goto(`/${locale}/databoard/monitoringPoint`);
  await expect(page.getByRole("status").filter({ hasText: words.live })).toBeAttached();
  const reading = { device, at: Date.now(), values: { temperature: 11.5 } };
  const taken = await request.post("/service/ingest/readings", {
    headers: { authorization: `Bearer ${token}` },
    data: { readings: [reading] },
  });
  expect((await taken.json()).result).toMatchObject({ accepted: 1, rejected: [] });
  await expect.poll(async () => (await sql`select from outbox where status = 'pending'`).length).toBeGreaterThan(0);
  await pass(sql, BATCH_WINDOW_SECONDS + 5);
  const arrived = () => ({
    mails: mails.map(({ to }) => [to].flat()[0]?.text).sort(),
    sms: sms.map(({ to }) => to).sort(),
    voice: voice.map(({ to }) => to),
    push: push.length,
  });
  const round = (times: number) => {
    const each = <T>(...one: T[]) =>
      Array.from({ length: times }, () => one)
        .flat()
        .sort();
    const { phone, email } = own;
    return {
      mails: each(email, colleague.email),
      sms: each(phone, colleague.phone),
      voice: each(phone),
      push: times,
    };
  };
  await expect.poll(arrived).toEqual(round(1));
  const alarm = page.locator("[data-over-dialogs]").getByRole("article").filter({ hasText: place });
  await expect(alarm).toBeVisible();
  await expect(alarm).toContainText("11.5 °C");
  expect(mails[0]?.subject).toContain(place);
  expect(push[0]?.title).toContain(place);
  expect(voice[0]?.text).toContain(place);
  const code = sms.find(({ to }) => to === own.phone)?.code ?? "";
  expect(code).toMatch(/^[2-9][A-Z]{1,2}$/);
  expect(sms.find(({ to }) => to === own.phone)?.text).toContain(`OK ${code}`);
  // Who cannot acknowledge by a reply is not asked for one.
  expect(sms.find(({ to }) => to === colleague.phone)).toMatchObject({ code: "" });
  await pass(sql, HOUR_SECONDS);
  await expect.poll(arrived).toEqual(round(2));

  // The contact replies through the gateway. What proves nothing changes nothing.
  const key = voice[0]?.key;
  const said = (pin: string) => (via === "sms" ? { text: `OK ${code}+PIN ${pin}` } : { digits: `1${pin}#`, key });
  const reply = async (data: { id: string; at?: string } & ReturnType<typeof said>, bearer = secret) => {
    const at = new Date().toISOString();
    const response = await request.post("/service/notice/reply", {
      headers: { ...ownAddress(), authorization: `Bearer ${bearer}` },
      data: { from: own.phone, at, ...data },
    });
    return { status: response.status(), outcome: (await response.json()).result?.outcome };
  };
  const late = new Date(Date.now() - 16 * 60_000).toISOString();
  const right = said(PIN);
  expect(await reply({ id: "forged", ...right }, `${secret}x`)).toEqual({ status: 401, outcome: undefined });
  expect(await reply({ id: "late", ...right, at: late })).toEqual({ status: 400, outcome: undefined });
  expect(await reply({ id: "wrong", ...said("0000") })).toEqual({ status: 200, outcome: "wrongPin" });
  expect(await reply({ id: "wrong", ...right })).toEqual({ status: 200, outcome: "wrongPin" });
  await expect(alarm).toBeVisible();
  expect(await reply({ id: "right", ...right })).toEqual({ status: 200, outcome: "acknowledged" });
  expect(await reply({ id: "right", ...right })).toEqual({ status: 200, outcome: "acknowledged" });

  // The console says so at once, the colleague is told who it was, and nobody is told anything else.
  await expectToast(page, words.acknowledged(own.name, place));
  await expect(alarm).toHaveCount(0);
  await expect
    .poll(
      async () => (await sql`select from outbox where status = 'pending' and payload->>'type' = 'acknowledged'`).length,
    )
    .toBe(1);
  await pass(sql, 3 * HOUR_SECONDS);
  await expect.poll(async () => (await sql`select from outbox where status = 'pending'`).length).toBe(0);
  const word = sms.pop();
  expect(word).toMatchObject({ to: colleague.phone, text: expect.stringContaining(own.name) });
  expect(arrived()).toEqual(round(2));
  await sql.end();

  // Three screens tell the same.
  const { items } = await call<{ items: { id: number }[] }>(context.request, "GET", "exception");
  const [{ id } = { id: 0 }] = items;
  await page.goto(`/${locale}/abnormal/dataex?id=${id}`);
  const story = page.getByRole("dialog").getByRole("region", { name: /^(经过|Timeline)$/ });
  await expect(story.getByText(words.timeline.by(own.name), { exact: true })).toHaveCount(1);
  await expect(story.getByText(words.timeline.refused(own.name), { exact: true })).toHaveCount(1);
  await expect(story.getByText(words.log.wrongPin)).toHaveCount(1);
  await expect(story.getByText(words.timeline.replied(own.name), { exact: true })).toHaveCount(1);
  await expect(story.getByText(words.timeline.told(colleague.name), { exact: true })).toHaveCount(1);
  await expect(story.getByText(words.timeline.popup, { exact: true })).toHaveCount(1);
  expect(await findings(page)).toEqual([]);

  await page.goto(`/${locale}/noti/notification?exceptionId=${id}&iDisplayLength=50`);
  const rows = page.locator("tbody tr");
  // Twice four to one and two to the other; the pop-up, which is not repeated; two replies; word of the acknowledgement.
  await expect(rows).toHaveCount(2 * (4 + 2) + 1 + 2 + 1);
  await expect(rows.filter({ hasText: words.remark })).toHaveCount(2 * (4 + 2));
  await expect(rows.filter({ hasText: words.popup })).toHaveCount(1);
  await expect(rows.filter({ hasText: words.log.wrongPin })).toHaveCount(1);
  await expect(rows.filter({ hasText: words.log.told }).first()).toContainText(colleague.name);
  expect(await findings(page)).toEqual([]);

  await page.goto(`/${locale}/arch/duty?groupId=${groupId}`);
  await expect(page.getByText(words.onDuty(own.name, colleague.name))).toBeVisible();
  await expect(page.getByRole("main")).toContainText(trigger.name);
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
  expect(await findings(page)).toEqual([]);
}

test("an alarm reaches who is on duty by every channel, until one of them replies", async ({
  context,
  page,
  request,
  stage,
}) => journey("zh-CN", "sms", { context, page, request, stage }));

test("the same on a phone, in English, until somebody presses a key during the call @phone @core", async ({
  context,
  page,
  request,
  stage,
}) => journey("en-US", "voice", { context, page, request, stage }));
