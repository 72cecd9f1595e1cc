import { type BrowserContext, expect, type Page, type Worker } from "@playwright/test";
import postgres from "postgres";
import { freePort } from "../../scripts/product/port.mjs";
import { findings } from "../support/axe";
import { demoDatabaseUrl } from "../support/demo-database";
import { call, digits, enterEmptyCustomer } from "../support/empty-customer";
import { type Receivers, startReceivers } from "../support/receivers";
import { type Product, startProduct } from "../support/server";
import { signIn } from "../support/sign-in";
import { test as base, expectToast } from "../support/test";

type Stage = { product: Product; receivers: Receivers };

/** A product of its own, whose push services may be on this machine. */
const test = base.extend<object, { stage: Stage }>({
  stage: [
    async ({ playwright: _ }, use) => {
      const receivers = await startReceivers();
      const port = String(await freePort());
      const env = { PUSH_PRIVATE: "on", PORT: port, PUBLIC_URL: `http://localhost:${port}` };
      const product = await startProduct({ adminUrl: demoDatabaseUrl(), env });
      await use({ product, receivers });
      await product.stop();
      await receivers.close();
    },
    { scope: "worker", timeout: 120_000 },
  ],
  baseURL: async ({ stage }, use) => use(stage.product.baseUrl),
});
test.use({ serviceWorkers: "allow", locale: "en-US" });

type Contact = { id: number; name: string; phone: string; email: string; groupId: number };

/** A fridge above its maximum, of which the account's contact is notified by push alone. */
async function raiseAlarm(context: BrowserContext, { product, receivers }: Stage): Promise<string> {
  const { request } = context;
  const { items } = await call<{ items: Contact[] }>(request, "GET", "contact");
  const { id, groupId, name, phone, email } = items[0] as Contact;
  await call(request, "PUT", `contact/${id}`, {
    ...{ groupId, name, phone, email, locale: "en-US", level: 1 },
    channels: ["push"],
  });
  const trigger = await call<{ id: number }>(request, "POST", "alarmTrigger", {
    name: "Vaccines 2 – 8 °C",
    severity: "critical",
    conditions: [{ kind: "range", measure: "temperature", minimum: 2, maximum: 8, delaySeconds: 0 }],
    plan: [{ afterMinutes: 0, contactGroupId: groupId, level: 1, channels: ["push"], repeatTimes: 0 }],
  });
  const { token } = await call<{ token: string }>(request, "POST", "setupWizard/access", { mode: "direct" });
  const place = `Vaccine fridge ${digits(4)}`;
  await call(request, "POST", "setupWizard/carrier", { type: "refrigerator", name: place, sceneName: "Pharmacy" });
  const presets = await call<{ id: number; measure: string }[]>(request, "GET", "share/zonePreset");
  const presetId = presets.find(({ measure }) => measure === "temperature")?.id;
  await call(request, "POST", "setupWizard/index", {
    ranges: [{ measure: "temperature", presetId }],
    trigger: { kind: "existing", id: trigger.id },
  });
  const device = `SN-${digits(8)}`;
  await call(request, "POST", "setupWizard/device", { serialNumber: device, typeCode: "zbp_2" });
  await request.post("/service/ingest/readings", {
    headers: { authorization: `Bearer ${token}` },
    data: { readings: [{ device, at: Date.now(), values: { temperature: 11.5 } }] },
  });
  const sql = postgres(product.databaseUrl, { max: 1 });
  await expect.poll(async () => (await sql`select from outbox where status = 'pending'`).length).toBeGreaterThan(0);
  await sql`update outbox set due_at = now() - interval '1 minute' where status = 'pending'`;
  await sql`
    select graphile_worker.reschedule_jobs(array[id], run_at := now()) from graphile_worker.jobs
     where key like 'outbox:%' and locked_at is null`;
  await sql.end();
  await expect.poll(() => receivers.push.length).toBe(1);
  return place;
}

type Notification = { body: string; requireInteraction: boolean; actions: { action: string }[]; data: object };

/** The product's service worker, which records what it shows: not every headless browser has notifications. */
async function workerOf(context: BrowserContext, page: Page): Promise<Worker> {
  await page.evaluate(() => navigator.serviceWorker.ready);
  const worker = context.serviceWorkers()[0] ?? (await context.waitForEvent("serviceworker"));
  await worker.evaluate(() => {
    const scope = globalThis as unknown as { registration: ServiceWorkerRegistration; shown: object[] };
    const real = scope.registration.showNotification.bind(scope.registration);
    scope.shown = [];
    scope.registration.showNotification = async (title, options) => {
      scope.shown.push({ title, ...options });
      await real(title, options).catch(() => undefined);
    };
  });
  return worker;
}

const shownBy = (worker: Worker) =>
  worker.evaluate(() => (globalThis as unknown as { shown: (Notification & { title: string })[] }).shown);

/** Has the browser deliver a message to the service worker, as a push service does. */
async function deliver(context: BrowserContext, page: Page, data: string): Promise<void> {
  const session = await context.newCDPSession(page);
  const registered = new Promise<string>((resolve) => {
    session.on("ServiceWorker.workerRegistrationUpdated", ({ registrations }) => {
      const [own] = registrations.filter(({ isDeleted }) => !isDeleted);
      if (own) resolve(own.registrationId);
    });
  });
  await session.send("ServiceWorker.enable");
  const { origin } = new URL(page.url());
  await session.send("ServiceWorker.deliverPushMessage", { origin, registrationId: await registered, data });
}

/** Touches the notification that was shown last: the protocol of the browser cannot. */
const touch = (worker: Worker, action: string) =>
  worker.evaluate(async (chosen) => {
    const { shown } = globalThis as unknown as { shown: Notification[] };
    const works: Promise<unknown>[] = [];
    const notification = { ...shown.at(-1), close: () => undefined };
    const waitUntil = (work: Promise<unknown>) => works.push(work);
    const event = Object.assign(new Event("notificationclick"), { action: chosen, notification, waitUntil });
    globalThis.dispatchEvent(event);
    await Promise.all(works);
  }, action);

test("an alarm comes to the browser with value, limit, carrier and action, and is acknowledged by it @core", async ({
  context,
  page,
  stage,
}) => {
  const { receivers } = stage;
  receivers.push.length = 0;
  await enterEmptyCustomer(context, { name: "Hospital" });
  await call(context.request, "PUT", "mine/guide?on=0", {});
  await call(context.request, "POST", "push", { ...receivers.subscription, label: "Chrome, Linux" });
  const place = await raiseAlarm(context, stage);

  // The account is logged out by now: the notification needs no session.
  await call(context.request, "GET", "user/logout");
  await page.goto("/en-US/login");
  const worker = await workerOf(context, page);
  await deliver(context, page, JSON.stringify(receivers.push[0]));
  const alarm = {
    title: `[Critical] ${place}: Temperature above maximum`,
    body: expect.stringMatching(/8\.0 °C.*11\.5 °C/),
    requireInteraction: true,
    actions: [{ action: "acknowledge", title: "Acknowledge" }],
  };
  await expect.poll(() => shownBy(worker)).toMatchObject([alarm]);

  await context.setOffline(true);
  await touch(worker, "acknowledge");
  const failed = expect.stringMatching(/^Not acknowledged: could not be sent\. Try again\.\n.*8\.0 °C.*11\.5 °C/);
  expect((await shownBy(worker)).at(-1)).toMatchObject({ ...alarm, body: failed });
  await context.setOffline(false);
  await touch(worker, "acknowledge");
  expect((await shownBy(worker)).at(-1)).toMatchObject({
    title: alarm.title,
    body: expect.stringMatching(/^Acknowledged\./),
    requireInteraction: false,
    actions: [],
  });
  const sql = postgres(stage.product.databaseUrl, { max: 1 });
  expect(await sql`select acknowledged_via as via from exception order by id desc limit 1`).toEqual([{ via: "push" }]);
  // The same message once more, as from a second device: it is not acknowledged twice.
  await deliver(context, page, JSON.stringify(receivers.push[0]));
  await expect.poll(async () => (await shownBy(worker)).at(-1)).toMatchObject(alarm);
  await touch(worker, "acknowledge");
  expect((await shownBy(worker)).at(-1)?.body).toMatch(/^Already acknowledged\.\n/);
  await sql`delete from exception_link`;
  await sql.end();
  await deliver(context, page, JSON.stringify(receivers.push[0]));
  await expect.poll(async () => (await shownBy(worker)).at(-1)).toMatchObject(alarm);
  await touch(worker, "acknowledge");
  expect((await shownBy(worker)).at(-1)).toMatchObject({
    body: expect.stringMatching(/^Not acknowledged: this notification is no longer valid\./),
    requireInteraction: true,
    actions: [],
  });
});

type Subscription = { endpoint: string; key: string; keys: Record<string, string> };

/** A browser that may show notifications, with a subscription of its own that its pages keep; headless ones have none. */
async function withPush(context: BrowserContext, { subscription }: Receivers): Promise<void> {
  await context.addInitScript(({ endpoint, keys }) => {
    const bytes = (text: string) =>
      Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (c) => c.charCodeAt(0));
    const text = (key: ArrayBuffer) => btoa(String.fromCharCode(...new Uint8Array(key)));
    const read = (): Subscription | null => JSON.parse(localStorage.getItem("e2e push") ?? "null");
    const shown = (kept: Subscription | null) =>
      kept && {
        endpoint: kept.endpoint,
        options: { applicationServerKey: bytes(kept.key).buffer },
        toJSON: () => ({ endpoint: kept.endpoint, keys: kept.keys }),
        unsubscribe: async () => localStorage.removeItem("e2e push"),
      };
    Object.defineProperty(Notification, "permission", { get: () => "granted" });
    Notification.requestPermission = async () => "granted";
    const real = PushManager.prototype as unknown as Record<string, unknown>;
    real.getSubscription = async () => shown(read());
    real.subscribe = async ({ applicationServerKey }: { applicationServerKey: Uint8Array<ArrayBuffer> }) => {
      const key = text(applicationServerKey.buffer).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
      const made: Subscription = read() ?? { endpoint: `${endpoint}?${crypto.randomUUID()}`, key, keys };
      localStorage.setItem("e2e push", JSON.stringify(made));
      return shown(made);
    };
  }, subscription);
}

type Device = { endpoint: string; endReason: string | null };
const devicesOf = async ({ request }: BrowserContext) =>
  (await call<{ devices: Device[] }>(request, "GET", "push")).devices.map(({ endReason }) => endReason);

test("the card subscribes again under a new key, tests the device, and another account ends it", async ({
  context,
  page,
  stage,
}) => {
  const { product, receivers } = stage;
  receivers.push.length = 0;
  await withPush(context, receivers);
  await enterEmptyCustomer(context, { name: "Hospital" });
  await call(context.request, "PUT", "mine/guide?on=0", {});
  await page.goto("/en-US/personal/material");
  const card = page
    .locator("section, div")
    .filter({ has: page.getByRole("heading", { name: "Push notifications" }) })
    .last();
  const devices = page.getByRole("list", { name: "Devices" });
  await page.evaluate(() => navigator.serviceWorker.ready);
  await card.getByRole("button", { name: "Turn on here" }).click();
  await expect(devices.getByText("This device")).toBeVisible();
  await expect(devices.getByText("Nothing delivered yet")).toBeVisible();
  await card.getByRole("button", { name: "Send test" }).click();
  await expectToast(page, "Test sent to this device");
  expect(receivers.push).toMatchObject([{ title: "Frostline: test message" }]);
  await expect(devices.getByText(/^Last delivery: today \d\d:\d\d$/)).toBeVisible();
  expect(await findings(page)).toEqual([]);

  // As with another AUTH_SECRET: the key cannot be opened any more.
  const sql = postgres(product.databaseUrl, { max: 1 });
  await sql`update installation_key set sealed_private_key = 'v1.AAAA'`;
  await page.reload();
  await expect(devices.getByText("This device")).toBeVisible();
  await expect(card.getByRole("button", { name: "Send test" })).toBeVisible();
  await expect.poll(() => devicesOf(context)).toEqual([null]);
  await card.getByRole("button", { name: "Send test" }).click();
  await expect.poll(() => receivers.push.length).toBe(2);
  await sql.end();

  const one = await context.storageState();
  await signIn(context, "root");
  await page.goto("/en-US/home");
  await expect.poll(() => page.evaluate(() => localStorage.getItem("e2e push"))).toBeNull();
  await context.clearCookies();
  await context.addCookies(one.cookies);
  await page.goto("/en-US/personal/material");
  await expect(devices.getByText("Another account logged in there.")).toBeVisible();
  expect(await devicesOf(context)).toEqual(["otherAccount"]);
  await expect(card.getByRole("button", { name: "Turn on here" })).toBeVisible();
  expect(await findings(page)).toEqual([]);
});

test("an administrator sees whom no push notification reaches, and ends a device @everywhere", async ({
  context,
  page,
  stage,
}) => {
  await enterEmptyCustomer(context, { name: "Hospital" });
  const { request } = context;
  await call(request, "PUT", "mine/guide?on=0", {});
  const { items } = await call<{ items: Contact[] }>(request, "GET", "contact");
  const { id, groupId, name, phone, email } = items[0] as Contact;
  const fields = { groupId, name, phone, email, locale: "en-US", level: 1 };
  await call(request, "PUT", `contact/${id}`, { ...fields, channels: ["push"] });
  const endpoint = `${stage.receivers.subscription.endpoint}?${digits(8)}`;
  await call(request, "POST", "push", { ...stage.receivers.subscription, endpoint, label: "Firefox, Android" });

  await page.goto(`/en-US/arch/contacts?groupId=${groupId}`);
  const channels = page.locator('td[data-column="channels"]');
  await expect(channels).toHaveText("Push notification");
  await expect(page.getByRole("button", { name: `Send test to ${name}` })).toBeVisible();
  await page.goto(`/en-US/arch/contacts?groupId=${groupId}&form=${id}`);
  const form = page.getByRole("dialog");
  const devices = form.getByRole("region", { name: "Devices with push notifications" });
  await expect(devices).toContainText("Firefox, Android");
  expect(await findings(page)).toEqual([]);
  await devices.getByRole("button", { name: "Remove: Firefox, Android" }).click();
  await expect(devices).toContainText("Ended by an administrator.");
  await expect(devices.getByRole("button")).toHaveCount(0);

  await page.goto(`/en-US/arch/contacts?groupId=${groupId}&form=${id}`);
  await expect(form.getByText(/^This user has no browser that receives push notifications\./)).toBeVisible();
  expect(await findings(page)).toEqual([]);
  await page.keyboard.press("Escape");
  await expect(channels).toContainText("Push notification: no device");
  await expect(channels).toContainText("Not reachable");
  const rights = await channels.locator("li").evaluateAll((all) => all.map((one) => one.getBoundingClientRect().right));
  expect(Math.max(...rights)).toBeLessThan((page.viewportSize()?.width ?? 0) - 12);
  await expect(page.getByRole("button", { name: `Send test to ${name}` })).toHaveCount(0);
});
