import { expect, type Page } from "@playwright/test";
import { findings } from "../support/axe";
import { demoDatabase } from "../support/demo-database";
import { signIn } from "../support/sign-in";
import { test } from "../support/test";

const PATH = "/zh-CN/abnormal/sysAlarm";
const CALL = "/service/alarmTrigger";

type Trigger = { id: number; name: string; carrierCount: number; conditions: { id: number; kind: string }[] };

async function triggers(page: Page, query = ""): Promise<Trigger[]> {
  const answer = await page.context().request.get(`${CALL}?iDisplayLength=100${query}`);
  return (await answer.json()).result.items;
}

test("a trigger is made with every word beside its field, changed in place and deleted @core", async ({
  context,
  page,
}) => {
  await signIn(context, "admin");
  await page.goto(PATH);
  const name = `触发器 ${Date.now().toString(36)}`;
  await page.getByRole("button", { name: "新建触发器" }).first().click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("名称").fill(name);

  // The first condition follows the carriers' ranges; with limits of its own it needs one.
  await dialog.getByRole("button", { name: /^温度超出监测点的监测范围/ }).click();
  await dialog.getByRole("radio", { name: "自定限值" }).check();
  await dialog.getByLabel("持续时间", { exact: true }).fill("9");
  await dialog.getByLabel("持续时间: 单位").selectOption("seconds");
  await dialog.getByRole("button", { name: "保存" }).click();
  await expect(dialog.getByLabel("持续时间", { exact: true })).toHaveAccessibleDescription("请填写 0，或至少 10 秒。");
  await dialog.getByLabel("持续时间", { exact: true }).fill("90");
  await dialog.getByRole("button", { name: "保存" }).click();
  await expect(dialog.getByLabel("下限")).toHaveAccessibleDescription("请填写下限或上限。");
  await dialog.getByLabel("下限").fill("2");
  await dialog.getByLabel("上限").fill("8,5");
  await expect(dialog.getByRole("button", { name: /^温度低于 2\.0 °C 或高于 8\.5 °C/ })).toBeVisible();

  await dialog.getByRole("button", { name: "添加条件" }).click();
  await page.getByRole("menuitem", { name: /WHO.*高于 8\.0 °C.*累计 10 小时/ }).click();
  await expect(dialog.getByRole("button", { name: /^温度高于 8\.0 °C/ })).toHaveAttribute("aria-expanded", "true");

  // A second row that comes too early is refused beside its minutes.
  await dialog.getByRole("button", { name: "添加一行" }).click();
  const second = dialog.getByRole("listitem").filter({ has: page.getByRole("heading", { name: "第 2 行" }) });
  await second.getByLabel("开始后", { exact: false }).first().fill("30");
  await second.getByLabel("开始后: 单位").selectOption("minutes");
  await dialog.getByRole("button", { name: "保存" }).click();
  await expect(second).toContainText("各行之间须超过 30 分钟。");
  await second.getByLabel("开始后", { exact: false }).first().fill("31");
  expect(await findings(page)).toEqual([]);
  await dialog.getByRole("button", { name: "保存" }).click();
  const row = page.getByRole("row", { name });
  await expect(row).toContainText("低于 2.0 °C 或高于 8.5 °C");
  await expect(row).toContainText("30 天内累计 10 小时");

  // Changed in place a condition stays itself: what it has open would go on.
  const [before] = await triggers(page, `&q=${encodeURIComponent(name)}`);
  await row.getByRole("button", { name: "编辑" }).click();
  await dialog.getByRole("button", { name: /^温度低于/ }).click();
  await dialog.getByLabel("上限").fill("10");
  await dialog.getByRole("button", { name: /^删除条件：温度：没有数据/ }).click();
  await expect(dialog).toContainText("保存后，它们正在进行的报警立即结束");
  await dialog.getByRole("button", { name: "保存" }).click();
  await expect(row).toContainText("高于 10.0 °C");
  const [after] = await triggers(page, `&q=${encodeURIComponent(name)}`);
  const kept = before?.conditions.filter(({ kind }) => kind !== "no-data").map(({ id }) => id);
  expect(after?.conditions.map(({ id }) => id)).toEqual(kept);

  await row.getByRole("checkbox").check();
  await page.getByRole("button", { name: "停用", exact: true }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "停用" }).click();
  await expect(row.getByRole("switch", { name })).not.toBeChecked();
  await row.getByRole("button", { name: "删除" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "删除" }).click();
  // What stands behind a dialog is hidden as well: only without one the row is gone.
  await expect(page.getByRole("alertdialog")).toHaveCount(0);
  await expect(row).toBeHidden();
  expect(await triggers(page, `&q=${encodeURIComponent(name)}`)).toEqual([]);
});

test("a trigger that watches carriers stays, and names them", async ({ context, page }) => {
  await signIn(context, "admin");
  await page.goto(PATH);
  const bound = (await triggers(page)).find(({ carrierCount }) => carrierCount > 0 && carrierCount <= 5) as Trigger;
  const answer = await context.request.get(`${CALL}/${bound.id}/carrier`);
  const carriers: { name: string }[] = (await answer.json()).result.items;
  const row = page.getByRole("row", { name: bound.name });
  await row.getByRole("button", { name: "删除" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "删除" }).click();
  for (const { name } of carriers) await expect(page.getByRole("alertdialog")).toContainText(name);
  await page.keyboard.press("Escape");

  await row.getByRole("button", { name: `${bound.carrierCount} 个监测点` }).click();
  await expect(page.getByRole("dialog").getByRole("link")).toHaveCount(bound.carrierCount);
  await page.getByRole("dialog").getByRole("button", { name: "绑定监测点" }).click();
  await expect(page.getByRole("dialog").getByText("已绑定")).toHaveCount(bound.carrierCount);
  expect(await findings(page)).toEqual([]);
});

test("a trigger is tried out and explained @everywhere", async ({ context, page }) => {
  await signIn(context, "admin");
  const [first] = await triggers(page, "&isBound=true");
  await page.goto(`${PATH}?form=${first?.id}`);
  const dialog = page.getByRole("dialog");
  await expect(dialog).toContainText(first?.name as string);
  await dialog.getByRole("button", { name: "模拟 30 天" }).click();
  await expect(dialog.getByRole("status").filter({ hasText: "假设监测点一直运行" })).toBeVisible();
  expect(await findings(page)).toEqual([]);
  await page.goto("/zh-CN/atinstruction");
  await expect(page.getByRole("heading", { name: "趋势预警" })).toBeVisible();
});

test("the triggers open in a window of their own as well", async ({ context, page }) => {
  await signIn(context, "admin");
  await page.goto(PATH);
  await expect(page.getByRole("navigation", { name: "主菜单" })).toBeVisible();
  const count = await page.getByRole("row").count();
  await page.goto("/zh-CN/sysAlarm");
  await expect(page.getByRole("row")).toHaveCount(count);
  await expect(page.getByRole("navigation", { name: "主菜单" })).toHaveCount(0);
  expect(await findings(page)).toEqual([]);
});

test("leaving a geofence is a condition, for as long as it is chosen @everywhere", async ({ context, page }) => {
  await signIn(context, "platform");
  const depot = (await (await context.request.get("/service/geofence?iDisplayLength=100")).json()).result.items.find(
    ({ shape }: { shape: string }) => shape === "circle",
  );
  await page.goto("/en-US/abnormal/sysAlarm");
  const name = `Leaves ${Date.now().toString(36)}`;
  await page.getByRole("button", { name: "New trigger" }).first().click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Customer").selectOption({ value: String(depot.customerId) });
  await dialog.getByLabel("Name").fill(name);
  await dialog.getByRole("button", { name: "Add condition" }).click();
  await page.getByRole("menuitem", { name: /^Geofence/ }).click();
  await dialog.getByRole("combobox", { name: /^The carrier/ }).selectOption("exit");
  await dialog.getByRole("combobox", { name: "Geofence", exact: true }).selectOption({ label: depot.name });
  await dialog.getByLabel("Longer than", { exact: true }).fill("15");
  await expect(
    dialog.getByRole("button", { name: new RegExp(`^Leaves ${depot.name} for longer than 15 min`) }),
  ).toBeVisible();
  expect(await findings(page)).toEqual([]);
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog).toHaveCount(0);
  const [made] = await triggers(page, `&q=${encodeURIComponent(name)}`);
  expect(made?.conditions).toContainEqual(
    expect.objectContaining({ kind: "geofence", crossing: "exit", geofenceId: depot.id, delaySeconds: 900 }),
  );
});

test("an alarm becomes more severe by steps, with every word beside its field @everywhere", async ({
  context,
  page,
}) => {
  await signIn(context, "admin");
  await page.goto(PATH);
  const name = `级别 ${Date.now().toString(36)}`;
  await page.getByRole("button", { name: "新建触发器" }).first().click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("名称").fill(name);
  await dialog.getByRole("combobox", { name: "级别", exact: true }).first().selectOption("minor");
  await dialog.getByRole("button", { name: /^温度超出监测点的监测范围/ }).click();
  const condition = dialog.getByRole("group", { name: "级别随时间升高" });
  await condition.getByRole("button", { name: "添加级别" }).click();
  await condition.getByRole("textbox", { name: "持续", exact: true }).fill("30");
  await condition.getByRole("combobox", { name: "持续: 单位" }).selectOption("minutes");
  await condition.getByRole("combobox", { name: "级别", exact: true }).selectOption("major");
  await condition.getByRole("button", { name: "添加级别" }).click();
  // The second step comes no later than the first.
  await condition.getByRole("textbox", { name: "持续", exact: true }).nth(1).fill("20");
  await condition.getByRole("combobox", { name: "持续: 单位" }).nth(1).selectOption("minutes");
  await condition.getByRole("combobox", { name: "级别", exact: true }).nth(1).selectOption("critical");
  await dialog.getByRole("button", { name: "保存" }).click();
  await expect(condition.getByRole("textbox", { name: "持续", exact: true }).nth(1)).toHaveAccessibleDescription(
    "必须晚于前一级。",
  );
  await condition.getByRole("textbox", { name: "持续", exact: true }).nth(1).fill("120");
  expect(await findings(page)).toEqual([]);
  await dialog.getByRole("button", { name: "保存" }).click();
  await expect(dialog).toHaveCount(0);
  const answer = await context.request.get(`${CALL}?q=${encodeURIComponent(name)}`);
  expect((await answer.json()).result.items[0].conditions).toContainEqual(
    expect.objectContaining({
      kind: "range",
      severitySteps: [
        { afterMinutes: 30, severity: "major" },
        { afterMinutes: 120, severity: "critical" },
      ],
    }),
  );
});

const WATCH = "/service/connectionWatch";

test("connection and power are watched as the customer says, and read without the right to change it @everywhere", async ({
  context,
  page,
}) => {
  const sql = demoDatabase();
  await signIn(context, "admin");
  const read = async () => (await (await context.request.get(WATCH)).json()).result;
  const { customerId: _, plan, ...before } = await read();
  try {
    await page.goto(PATH);
    await page.getByRole("button", { name: "连接与供电" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("combobox", { name: "网关的级别" }).selectOption("critical");
    await dialog.getByRole("checkbox", { name: "监测网关市电" }).uncheck();
    await expect(dialog.getByRole("combobox", { name: "断电的级别" })).toHaveCount(0);
    await expect(dialog).toContainText("此处关闭的项目不再产生异常");
    await dialog.getByRole("button", { name: "添加一行" }).click();
    const row = dialog.getByRole("listitem").last();
    // A row without a channel is refused beside its channels.
    await row.getByRole("checkbox", { name: "弹窗" }).uncheck();
    await dialog.getByRole("button", { name: "保存" }).click();
    await expect(row.getByRole("checkbox", { name: "弹窗" })).toHaveAttribute("aria-invalid", "true");
    await row.getByRole("checkbox", { name: "弹窗" }).check();
    expect(await findings(page)).toEqual([]);
    // Closing with changes asks first.
    await page.keyboard.press("Escape");
    await dialog.getByRole("button", { name: "继续编辑" }).click();
    await dialog.getByRole("button", { name: "保存" }).click();
    await expect(dialog).toHaveCount(0);
    expect(await read()).toMatchObject({
      ...{ gatewaySeverity: "critical", isPowerEnabled: false },
      plan: [{ afterMinutes: 0, contactGroupId: null, channels: ["popup"] }],
    });

    await sql`
      insert into role_permission (role_id, code) select role_id, 'viewAlarmTrigger' from user_account where username = 'user'
      on conflict do nothing`;
    await signIn(context, "user");
    await page.goto(PATH);
    await page.getByRole("button", { name: "连接与供电" }).click();
    await expect(dialog.getByRole("definition").nth(1)).toHaveText("紧急");
    await expect(dialog).toContainText("立即");
    await expect(dialog.getByRole("button", { name: "保存" })).toHaveCount(0);
    expect(await findings(page)).toEqual([]);
  } finally {
    await sql`
      delete from role_permission
       where code = 'viewAlarmTrigger' and role_id in (select role_id from user_account where username = 'user')`;
    await sql.end();
    await signIn(context, "admin");
    const kept = plan.map(({ groupName: _name, ...row }: Record<string, unknown>) => row);
    await context.request.put(WATCH, { data: { ...before, plan: kept } });
  }
});
