import { type APIRequestContext, type BrowserContext, expect, type Page } from "@playwright/test";
import { findings } from "../support/axe";
import { type Stage, test } from "../support/delivery-stage";
import { call, digits, enterEmptyCustomer } from "../support/empty-customer";
import { expectToast } from "../support/test";

const WORDS = {
  "zh-CN": {
    test: "测试",
    open: "发送测试报警",
    title: (place: string) => `测试报警：${place}`,
    gets: "将通知",
    not: "不通知",
    notAllowed: "联系人已关闭此渠道",
    all: "所有步骤",
    send: (count: number) => `发送 ${count} 条消息`,
    again: "再次发送",
    progress: (count: number) => `已送达 ${count}/${count}`,
    popup: (place: string) => `${place} 的测试报警，由 陈晓 发送，无需处理。`,
    subject: (place: string) => `【测试报警，无需处理】${place}`,
    text: "这是一条测试报警，一切正常，无需处理。",
    paused: "报警已暂停，至",
    close: "关闭",
  },
  "en-US": {
    test: "Test",
    open: "Send test alarm",
    title: (place: string) => `Test alarm: ${place}`,
    gets: "Notified",
    not: "Not notified",
    notAllowed: "Disabled for this contact",
    all: "All steps",
    send: (count: number) => `Send ${count} messages`,
    again: "Send again",
    progress: (count: number) => `${count} of ${count} delivered`,
    popup: (place: string) => `Test alarm of ${place}, sent by 陈晓. No action needed.`,
    subject: (place: string) => `TEST ALARM, no action needed: ${place}`,
    text: "This is a test alarm. Everything is in order. No action is needed.",
    paused: "Alarms are paused until",
    close: "Close",
  },
} as const;
type Locale = keyof typeof WORDS;
type Contact = { id: number; groupId: number; name: string; phone: string; email: string };

/** A fridge whose trigger notifies one person at once by three channels, and another after 40 minutes. */
async function prepare(request: APIRequestContext, locale: Locale) {
  await call(request, "PUT", "mine/guide?on=0", {});
  const { items } = await call<{ items: Contact[] }>(request, "GET", "contact");
  const own = items[0] as Contact;
  const { groupId, name, phone, email } = own;
  const common = { groupId, locale };
  const self = { ...common, level: 1, name, phone, email };
  await call(request, "PUT", `contact/${own.id}`, { ...self, channels: ["email", "sms"] });
  const others = [
    { name: "李娜", level: 1, channels: ["voice"] },
    { name: "王芳", level: 2, channels: ["email"] },
  ];
  for (const one of others)
    await call(request, "POST", "contact", {
      ...{ ...common, ...one, phone: `138${digits(8)}`, email: `c${digits(8)}@example.com` },
    });
  const repeats = { repeatTimes: 0, repeatIntervalMinutes: 10 };
  const trigger = await call<{ id: number; name: string }>(request, "POST", "alarmTrigger", {
    name: "疫苗 2 – 8 °C",
    severity: "critical",
    conditions: [{ kind: "range", measure: "temperature", minimum: 2, maximum: 8, delaySeconds: 0 }],
    plan: [
      { ...repeats, afterMinutes: 0, contactGroupId: groupId, level: 1, channels: ["email", "sms", "popup"] },
      { ...repeats, afterMinutes: 40, contactGroupId: groupId, level: 2, channels: ["email"] },
    ],
  });
  await call(request, "POST", "setupWizard/access", { mode: "direct" });
  const place = `疫苗冰箱 ${digits(4)}`;
  await call(request, "POST", "setupWizard/carrier", { type: "refrigerator", name: place, sceneName: "药房" });
  const ranges = [{ measure: "temperature", limits: { minimum: 2, maximum: 8 } }];
  await call(request, "POST", "setupWizard/index", { ranges, trigger: { kind: "existing", id: trigger.id } });
  await call(request, "POST", "setupWizard/device", { serialNumber: `SN-${digits(8)}`, typeCode: "zbp_2" });
  const carriers = await call<{ items: { id: number }[] }>(request, "GET", "carrier");
  return { own, trigger, place, carrierId: carriers.items[0]?.id as number };
}

const fits = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth);

type Fixtures = { context: BrowserContext; page: Page; stage: Stage };

async function journey(locale: Locale, { context, page, stage: { receivers } }: Fixtures): Promise<void> {
  const { mails, sms } = receivers;
  mails.length = 0;
  sms.length = 0;
  const words = WORDS[locale];
  const { request } = context;
  await enterEmptyCustomer(context, { name: "医院", notifyBySms: true });
  const { own, trigger, place, carrierId } = await prepare(request, locale);

  // From the checklist at home: first who would be notified, and who would not and why.
  await page.goto(`/${locale}/home`);
  const step = page.locator("[data-step=alarm]");
  await expect(step).toHaveAttribute("data-done", "false");
  await step.getByRole("button", { name: words.test }).click();
  const dialog = page.getByRole("dialog", { name: words.title(place) });
  const first = dialog.locator("[data-step-chosen=true]");
  await expect(first.getByRole("list", { name: words.gets, exact: true }).getByRole("listitem")).toHaveCount(3);
  await expect(first.getByRole("list", { name: words.gets, exact: true })).toContainText(own.email);
  await expect(first.getByRole("list", { name: words.not })).toContainText("李娜");
  await expect(first.getByRole("list", { name: words.not })).toContainText(words.notAllowed);
  await expect(dialog).toContainText("2 – 8 °C");
  await expect(dialog).toContainText(trigger.name);
  expect(mails).toHaveLength(0);
  expect(await fits(page)).toBe(true);
  expect(await findings(page)).toEqual([]);

  // Then it is sent, and each delivery is shown as it happens.
  await dialog.getByRole("button", { name: words.send(3) }).click();
  await expect(dialog.getByText(words.progress(3))).toBeVisible();
  await expect(dialog.locator("[data-state=delivered]")).toHaveCount(3);
  expect(await findings(page)).toEqual([]);
  expect(mails.map(({ subject }) => subject)).toEqual([words.subject(place)]);
  expect(mails[0]?.text).toContain(words.text);
  expect(mails[0]?.text).toContain("2 – 8 °C");
  expect(mails[0]?.text).toContain(trigger.name);
  expect(sms).toMatchObject([{ to: own.phone, text: expect.stringContaining(place) }]);
  await dialog.getByRole("button", { name: words.close }).last().click();
  await expect(step).toHaveAttribute("data-done", "true");
  const exceptions = await call<{ total: number }>(request, "GET", "exception");
  expect(exceptions.total).toBe(0);

  // From the page of the carrier, to all steps; what would prevent a real alarm is said, and the pop-up comes too.
  const until = new Date(Date.now() + 3_600_000).toISOString();
  const pause = { from: "on", alarmSwitch: "paused", pausedUntil: until, reason: "除霜" };
  await call(request, "PUT", `carrier/${carrierId}/alarmSwitch`, pause);
  await page.goto(`/${locale}/carrier/carrierDetailPage?id=${carrierId}&tab=trigger`);
  await page.getByRole("button", { name: words.open }).click();
  await expect(dialog).toContainText(words.paused);
  await dialog.getByRole("radio", { name: words.all }).check();
  expect(await findings(page)).toEqual([]);
  await dialog.getByRole("button", { name: words.send(4) }).click();
  await expectToast(page, words.popup(place));
  await expect(dialog.getByText(words.progress(4))).toBeVisible();
  expect(mails).toHaveLength(3);
  expect(await fits(page)).toBe(true);
  await dialog.getByRole("button", { name: words.close }).last().click();

  // At the end of the wizard. The fourth of a carrier in ten minutes is refused, and nothing is sent.
  await page.goto(`/${locale}/setupWizard`);
  await page.getByRole("button", { name: words.open }).click();
  await dialog.getByRole("button", { name: words.send(3) }).click();
  await expect(dialog.getByText(words.progress(3))).toBeVisible();
  await dialog.getByRole("button", { name: words.again }).click();
  await expect(dialog.getByRole("alert")).toBeVisible();
  expect(mails).toHaveLength(4);
  const log = await call<{ total: number }>(request, "GET", "noticeLog?type=test");
  expect(log.total).toBe(3 + 4 + 3);
}

test("a test alarm reaches those whom the plan names, and shows each delivery", async ({ context, page, stage }) =>
  journey("zh-CN", { context, page, stage }));

test("the same on a phone, in English @phone", async ({ context, page, stage }) =>
  journey("en-US", { context, page, stage }));
