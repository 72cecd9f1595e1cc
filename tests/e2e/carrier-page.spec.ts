import { type APIRequestContext, expect, type Page } from "@playwright/test";
import { call, digits, enterEmptyCustomer } from "../support/empty-customer";
import { signIn } from "../support/sign-in";
import { test } from "../support/test";

type Named = { id: number; name: string };

const PATH = "/zh-CN/carrier/carrierDetailPage";

/** Running carriers with devices, by name. */
async function carriersOf(request: APIRequestContext): Promise<Named[]> {
  const response = await request.get("/service/carrier?status=running&hasDevices=1&sort=name&iDisplayLength=15");
  expect(response.status(), await response.text()).toBe(200);
  return ((await response.json()) as { result: { items: Named[] } }).result.items;
}

/** The page of this carrier is open, in the same tab, and named by it. */
async function expectPageOf(page: Page, { id, name }: Named) {
  await expect(page).toHaveURL(new RegExp(`${PATH}\\?id=${id}$`));
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(name);
  await expect.poll(async () => (await page.title()).startsWith(`${name} · `)).toBe(true);
  expect(page.context().pages()).toHaveLength(1);
}

test("a carrier has one page from everywhere, named by it, in the same tab", async ({ context, page }) => {
  await signIn(context, "admin");
  const [first, second] = (await carriersOf(context.request)) as [Named, Named];
  const rowLink = ({ name }: Named) => page.locator("tbody").getByRole("link", { name, exact: true });

  await page.goto(`/zh-CN/databoard/monitoringPoint?q=${encodeURIComponent(first.name)}`);
  await rowLink(first).click();
  await expectPageOf(page, first);

  await page.keyboard.press("Control+k");
  const field = page.getByRole("combobox", { name: "页面、监测点、设备、序列号、MAC" });
  await field.fill(second.name);
  await page
    .getByRole("group", { name: "监测点" })
    .getByRole("option")
    .filter({ hasText: second.name })
    .first()
    .click();
  await expectPageOf(page, second);

  // Each has a tab of its own, which is named by it even after a reload.
  const tabs = page.getByRole("navigation", { name: "访问过的页面" }).locator("li a");
  for (const { name } of [first, second]) await expect(tabs.filter({ hasText: name })).toHaveCount(1);
  await page.reload();
  await tabs.filter({ hasText: first.name }).click();
  await expectPageOf(page, first);

  // Its windows stay within reach.
  for (const [action, path] of [
    ["在单独窗口中打开", "newCarrierDetail"],
    ["实时窗口", "monitorPointRealTime"],
  ] as const) {
    const opening = context.waitForEvent("page");
    await page.getByRole("link", { name: action }).click();
    const opened = await opening;
    await expect(opened).toHaveURL(new RegExp(`/zh-CN/${path}\\?id=${first.id}$`));
    await expect(opened.getByRole("heading", { level: 1 })).toHaveText(first.name);
    await opened.close();
  }
});

test("home's verdict, counts and rows turn together, with the reading", async ({
  context,
  page,
  playwright,
  baseURL,
}) => {
  const { request } = context;
  await enterEmptyCustomer(context);
  const { token } = await call<{ token: string }>(request, "POST", "setupWizard/access", { mode: "direct" });
  await call(request, "POST", "setupWizard/carrier", { type: "refrigerator", name: "Fridge 1", sceneName: "Pharmacy" });
  const ranges = [{ measure: "temperature", limits: { minimum: 2, maximum: 8 } }];
  // Without a trigger nothing but the reading itself tells of it.
  await call(request, "POST", "setupWizard/index", { ranges, trigger: { kind: "none" } });
  const device = `SN-${digits(8)}`;
  await call(request, "POST", "setupWizard/device", { serialNumber: device, typeCode: "zbp_1" });
  await call(request, "PUT", "mine/homeStyle", { style: "list" });
  const gateway = await playwright.request.newContext({ ...(baseURL && { baseURL }) });
  const send = async (temperature: number) => {
    const headers = { authorization: `Bearer ${token}` };
    const readings = [{ device, at: Date.now(), values: { temperature } }];
    const response = await gateway.post("/service/ingest/readings", { headers, data: { readings } });
    expect((await response.json()).result).toMatchObject({ accepted: 1, rejected: [] });
  };
  await send(5);
  await page.goto("/en-US/home");
  const verdict = page.locator("[data-verdict]");
  const abnormal = page.getByRole("navigation", { name: "Counts by state" }).getByRole("link", { name: /Abnormal/ });
  await expect(verdict).toHaveAttribute("data-verdict", "normal");
  await expect(page.getByRole("status").filter({ hasText: "Live" })).toBeVisible();
  // Within a few seconds; by the clock alone it would be half a minute.
  for (const [temperature, state, count] of [
    [12, "warning", "1"],
    [5.5, "normal", "0"],
  ] as const) {
    await send(temperature);
    await expect(page.locator('td[data-column="temperature"]')).toContainText(temperature.toFixed(1));
    await expect(verdict).toHaveAttribute("data-verdict", state, { timeout: 8_000 });
    await expect(abnormal).toContainText(count, { timeout: 8_000 });
  }
  await gateway.dispose();
});

/** How far the list reaches beyond its frame, in px. */
const overhang = (page: Page, table: string) =>
  page.locator(`[data-table="${table}"]`).evaluate(({ parentElement: frame }) => {
    if (!frame) throw new Error("the table has no frame");
    return frame.scrollWidth - frame.clientWidth;
  });

test("beside the exceptions home's list shows humidity and alarm switch whole", async ({ context, page }) => {
  await signIn(context, "admin");
  await call(context.request, "PUT", "mine/homeStyle", { style: "list" });
  for (const locale of ["zh-CN", "en-US"]) {
    await page.goto(`/${locale}/home`);
    await expect(page.locator("[data-guide=exceptions]")).toBeVisible();
    await expect(page.locator('td[data-column="humidity"]').first()).toBeVisible();
    expect(await overhang(page, "monitoring"), locale).toBeLessThanOrEqual(0);
  }
});

test("the device board shows whole when each device was last heard", async ({ context, page }) => {
  await signIn(context, "platform");
  for (const locale of ["zh-CN", "en-US"]) {
    await page.goto(`/${locale}/databoard/deviceMonitor`);
    const header = page.locator('[data-table="deviceBoard"] th[data-column="lastSeenAt"]');
    await expect(header).toBeInViewport({ ratio: 1 });
  }
});

test("the alarm switch of an obsolete fridge is not green", async ({ context, page }) => {
  await signIn(context, "admin");
  const response = await context.request.get("/service/carrier/monitoring?status=stopped&alarmSwitch=on");
  const [stopped] = ((await response.json()) as { result: { items: Named[] } }).result.items;
  const [running] = await carriersOf(context.request);
  const iconOf = async ({ name }: Named) => {
    await page.goto(`/en-US/databoard/monitoringPoint?q=${encodeURIComponent(name)}`);
    return page.locator("tbody tr").first().locator('td[data-column="alarmSwitch"] svg');
  };
  if (!stopped || !running) throw new Error("the demo world has no carrier out of service with its alarm on");
  await expect(await iconOf(running)).toHaveClass(/text-normal|text-critical|text-paused/);
  const icon = await iconOf(stopped);
  await expect(icon).not.toHaveClass(/text-normal/);
  await expect(
    page.locator("tbody tr").first().locator('td[data-column="alarmSwitch"]').locator("[title]"),
  ).toHaveAttribute("title", /no alarms are raised because the carrier is out of service/);
});

for (const [locale, report] of [
  ["en-US", "Create report"],
  ["es", "Generar informe"],
] as const)
  test(`on a phone a carrier's name has room beside its actions, in ${locale} @phone`, async ({ context, page }) => {
    await signIn(context, "admin");
    const carriers = await carriersOf(context.request);
    const longest = carriers.toSorted((a, b) => b.name.length - a.name.length)[0] as Named;
    await page.goto(`/${locale}/carrier/carrierDetailPage?id=${longest.id}`);
    const title = page.getByRole("heading", { level: 2, name: longest.name });
    const width = await title.evaluate((heading) => heading.parentElement?.parentElement?.clientWidth ?? 0);
    expect(width).toBeGreaterThan(190);
    const button = page.getByRole("button", { name: report });
    const box = await button.boundingBox();
    expect(Math.abs((box?.width ?? 0) - (box?.height ?? 0))).toBeLessThan(1);
    await button.click();
    await expect(page.getByRole("menuitem")).toHaveCount(3);
  });
