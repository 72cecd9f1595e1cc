import { type APIRequestContext, expect, type Page } from "@playwright/test";
import type { DeviceDto } from "../../features/device/device.schema";
import { findings } from "../support/axe";
import { publishLive } from "../support/publish-live";
import { signIn } from "../support/sign-in";
import { expectToast, test } from "../support/test";

const PATH = "/zh-CN/device/sensor";

const listed = async (request: APIRequestContext, q: string): Promise<DeviceDto[]> => {
  const response = await request.get(`/service/sensor?q=${encodeURIComponent(q)}`);
  return ((await response.json()) as { result: { items: DeviceDto[] } }).result.items;
};

/** What the test made goes again: disabled first, as everybody has to. */
async function clear(request: APIRequestContext, q: string): Promise<void> {
  const ids = (await listed(request, q)).map(({ id }) => id);
  if (ids.length === 0) return;
  await request.post("/service/device/disable", { data: { ids } });
  expect((await request.delete("/service/device", { data: { ids } })).status()).toBe(200);
}

/** A ZigBee sensor by the form, which refuses parameters that do not agree. */
async function create(page: Page, name: string, serialNumber: string): Promise<void> {
  await page.getByRole("button", { name: "新建传感器" }).first().click();
  const form = page.getByRole("dialog");
  await form.getByLabel("名称").fill(name);
  await form.getByLabel("类型").selectOption({ label: "ZigBee 温湿度计" });
  await form.getByLabel("序列号").fill(serialNumber);
  await form.getByLabel("采样间隔（秒）", { exact: true }).fill("60");
  await form.getByLabel("异常采样间隔（秒）").fill("90");
  await form.getByRole("button", { name: "新建", exact: true }).click();
  await expect(form.getByText("异常采样间隔不能大于采样间隔")).toBeInViewport();
  await form.getByLabel("异常采样间隔（秒）").fill("30");
  await form.getByRole("button", { name: "新建", exact: true }).click();
  await expectToast(page, `已保存 ${name}`);
}

test("a sensor is made, stands in the list and in a window of its own; a batch names the row that bars it @core", async ({
  context,
  page,
}) => {
  await signIn(context, "admin");
  const mark = `E2E${Date.now()}`;
  try {
    await page.goto(`${PATH}?q=${mark}`);
    await create(page, `${mark} A`, `${mark}-1`);
    const other = { name: `${mark} B`, serialNumber: `${mark}-2`, typeCode: "zbp_1" };
    expect((await context.request.post("/service/sensor", { data: other })).status()).toBe(200);
    await page.reload();
    const [first] = await listed(context.request, `${mark} A`);
    expect(first).toMatchObject({
      typeCode: "zbp_2",
      use: "activated",
      onlineStatus: "unknown",
      settings: { sampleIntervalSeconds: 60, exceptionSampleIntervalSeconds: 30 },
    });

    await page.getByRole("checkbox", { name: `选择 ${mark} A` }).check();
    await page.getByRole("checkbox", { name: `选择 ${mark} B` }).check();
    await page.getByRole("button", { name: "批量修改" }).click();
    const batch = page.getByRole("dialog");
    await batch.getByLabel("上报间隔（秒）").fill("120");
    await batch.getByRole("button", { name: "修改 2 台" }).click();
    await expect(batch.getByText(`${mark} B：请选择同一类型的`)).toBeVisible();
    expect(await findings(page)).toEqual([]);
    for (const { reportIntervalSeconds } of await listed(context.request, mark))
      expect(reportIntervalSeconds).not.toBe(120);

    await page.goto(`/zh-CN/SensorDetail?id=${first?.id}`);
    await expect(page.getByRole("heading", { name: `${mark} A` })).toBeVisible();
    await expect(page.getByText(`${mark}-1`)).toBeVisible();
    await expect(page).toHaveTitle(new RegExp(`^${mark} A · `));
    await expect(page.getByRole("heading", { name: "操作记录" })).toBeVisible();

    await page.goto(`/zh-CN/propertyList?id=${first?.id}`);
    await page.getByRole("searchbox").fill("serial_number");
    await expect(page.getByText(`${mark}-1`, { exact: true })).toBeVisible();
    await expect(page.getByText("type_code", { exact: true })).toHaveCount(0);
  } finally {
    await clear(context.request, mark);
  }
});

test("what is chosen stays in reach, and an alarm leaves an open form alone @everywhere", async ({ context, page }) => {
  await signIn(context, "admin");
  await page.goto(PATH);
  await page.getByRole("checkbox", { name: /^选择/ }).nth(1).check();
  await page.getByRole("row").last().scrollIntoViewIfNeeded();
  await expect(page.getByText("已选 1 行")).toBeInViewport();

  await page.goto(`${PATH}?form=new`);
  const form = page.getByRole("dialog");
  await expect(form.getByLabel("名称")).toBeVisible();
  const alarm = page.getByRole("region", { name: "报警", includeHidden: true }).getByRole("article");
  const me = await (await context.request.get("/service/mine/me")).json();
  const data = { exceptionId: 911, severity: "critical", kind: "no-data", carrierName: "冰箱", measure: null };
  const told = { ...data, side: null, value: null, limit: null, startedAt: Date.now() - 720_000 };
  await expect(async () => {
    await publishLive([{ type: "notice", customerId: me.result.customer.id, carrierId: null, data: told }]);
    await expect(alarm).toBeVisible({ timeout: 1000 });
  }).toPass();
  await expect(async () => {
    const [over, under] = [await alarm.boundingBox(), await form.boundingBox()];
    if (!over || !under) throw new Error("the alarm or the form is gone");
    const isBeside = over.x + over.width <= under.x || over.y + over.height <= under.y;
    expect(isBeside, `${JSON.stringify(over)} over ${JSON.stringify(under)}`).toBe(true);
  }).toPass();
  await alarm.getByRole("button", { name: /^关闭/ }).click();
  await expect(alarm).toHaveCount(0);
  await expect(form).toBeVisible();
});
