import { randomBytes } from "node:crypto";
import { type APIRequestContext, type BrowserContext, expect, type Page } from "@playwright/test";
import { findings } from "../support/axe";
import { TEST_PASSWORD } from "../support/environment";
import { ownAddress, signIn } from "../support/sign-in";
import { test } from "../support/test";

const PATH = "/zh-CN/setupWizard";
const digits = (length: number) => Array.from(randomBytes(length), (byte) => byte % 10).join("");

async function call<T>(request: APIRequestContext, method: string, path: string, data?: unknown): Promise<T> {
  const headers = ownAddress();
  const response = await request.fetch(`/service/${path}`, { method, headers, ...(data !== undefined && { data }) });
  expect(response.status(), `${path}: ${await response.text()}`).toBe(200);
  const body = (await response.json()) as { result?: T; data?: T };
  return (body.result ?? body.data) as T;
}

/** Signs in as the administrator of a customer of whom nothing else is there. */
async function enterEmptyCustomer(context: BrowserContext): Promise<void> {
  const number = digits(8);
  const username = `w${number}`;
  await signIn(context, "root");
  const { password } = await call<{ password: string }>(context.request, "POST", "customer", {
    code: `W${number}`,
    name: `向导 ${number}`,
    type: "customer",
    status: "active",
    contact: "陈晓",
    phone: number,
    email: `w${number}@example.com`,
    administrator: { username, name: "陈晓", mobile: `139${number}`, email: `a${number}@example.com` },
  });
  await context.clearCookies();
  await call(context.request, "POST", "user/login", { username, password });
  const change = { oldPassword: password, newPassword: TEST_PASSWORD, confirmPassword: TEST_PASSWORD };
  await call(context.request, "PUT", "mine/password", change);
  await context.clearCookies();
  await call(context.request, "POST", "user/login", { username, password: TEST_PASSWORD });
}

const next = (page: Page) => page.getByRole("button", { name: "保存并继续" });
const live = (page: Page) => page.locator("[data-live]");

test("from nothing to the first live value, by the real door with the token that was shown @phone", async ({
  context,
  page,
  playwright,
  baseURL,
}) => {
  test.setTimeout(60_000);
  await enterEmptyCustomer(context);
  await page.goto(PATH);

  const gateway = `GW-${digits(8)}`;
  await page.getByLabel("序列号", { exact: false }).fill(gateway);
  await next(page).click();
  await expect(page.getByLabel("MAC 地址")).toHaveAccessibleDescription("该序列号不是 MAC，请填写 MAC 地址。");
  const mac = `001A${digits(8)}`;
  await page.getByLabel("MAC 地址").fill(mac.toLowerCase().replace(/(..)(?=.)/g, "$1:"));
  await next(page).click();
  await expect(live(page)).toHaveAttribute("data-live", "waiting");
  const token = await page.getByLabel("接入令牌").inputValue();
  await expect(page.getByText(`Bearer ${token}`)).toBeVisible();
  // Whoever enters it into the gateway needs the user name as well as the topic.
  for (const value of [mac, `ingest/${mac}/readings`])
    await expect(page.getByText(value, { exact: true })).toBeVisible();
  expect(await findings(page)).toEqual([]);

  const door = await playwright.request.newContext({ ...(baseURL && { baseURL }) });
  const send = async (device: string, values: Record<string, number>) => {
    const headers = { authorization: `Bearer ${token}` };
    const readings = [{ device, at: Date.now(), values }];
    const response = await door.post("/service/ingest/readings", { headers, data: { readings } });
    expect((await response.json()).result).toMatchObject({ accepted: 1, rejected: [] });
  };
  await send(gateway, { power: 1 });
  await expect(live(page)).toHaveAttribute("data-live", "there");
  await page.getByRole("button", { name: "继续" }).click();

  await page.getByLabel("名称", { exact: false }).first().fill("疫苗冰箱 1");
  await next(page).click();
  // Left and taken up again: it goes on here, and nothing is made twice.
  await expect(page.getByRole("heading", { name: "什么是正常？" })).toBeVisible();
  await page.reload();
  const range = page.getByLabel("温度范围", { exact: false });
  const fridge = await range.locator("option", { hasText: "2 – 8 °C" }).first().getAttribute("value");
  await range.selectOption(fridge);
  await page.getByLabel("超限多久后报警").selectOption("0");
  await next(page).click();
  const sensor = `SN-${digits(8)}`;
  await page.getByLabel("传感器序列号", { exact: false }).fill(sensor);
  await next(page).click();
  await expect(page.getByRole("heading", { name: "疫苗冰箱 1 已设置完成" })).toBeVisible();
  await expect(live(page)).toHaveAttribute("data-live", "waiting");
  await send(sensor, { temperature: 5.2 });
  await expect(live(page)).toHaveAttribute("data-live", "there");
  await expect(page.getByRole("heading", { name: "疫苗冰箱 1 已开始监测" })).toBeVisible();
  await expect(page.getByTestId("live-values")).toContainText("5.2");
  expect(await findings(page)).toEqual([]);
  await door.dispose();

  const carriers = await call<{ total: number }>(context.request, "GET", "carrier");
  const devices = await call<{ total: number }>(context.request, "GET", "device");
  expect([carriers.total, devices.total]).toEqual([1, 2]);
});
