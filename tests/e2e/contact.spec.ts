import { type APIRequestContext, expect, type Page } from "@playwright/test";
import type { ContactDto } from "../../features/notice/contact/contact.schema";
import type { ContactGroupDto } from "../../features/notice/contact/group.schema";
import { findings } from "../support/axe";
import { signIn } from "../support/sign-in";
import { test } from "../support/test";

const PATH = "/zh-CN/arch/contacts";

async function call<T>(request: APIRequestContext, method: string, path: string, data?: unknown): Promise<T> {
  const response = await request.fetch(`/service/${path}`, { method, ...(data !== undefined && { data }) });
  expect(response.status(), `${path}: ${await response.text()}`).toBe(200);
  return ((await response.json()) as { result: T }).result;
}

let made = 0;
const unique = (word: string) => {
  made += 1;
  return `${word} ${Date.now().toString(36)}${made}`;
};
const newGroup = (request: APIRequestContext) =>
  call<ContactGroupDto>(request, "POST", "contactGroup", { name: unique("e2e") });

const dialog = (page: Page) => page.getByRole("dialog");
const named = (page: Page, name: string) => page.locator('td[data-column="name"]', { hasText: name });

test("a group and a contact are made; the same phone again is refused beside its field", async ({ context, page }) => {
  await signIn(context, "admin");
  await page.goto(PATH);
  const name = unique("夜班");
  await page.getByRole("button", { name: "新建组" }).first().click();
  await dialog(page).getByLabel("组名").fill(name);
  await dialog(page).getByRole("button", { name: "新建组" }).click();
  await expect(page.getByRole("heading", { name })).toBeVisible();
  await expect(page.getByText("该组还没有联系人")).toBeVisible();

  for (const person of ["陈晓", "李明"]) {
    await page.getByRole("button", { name: "新建联系人" }).click();
    await dialog(page).getByLabel("姓名").fill(person);
    await dialog(page).getByRole("textbox", { name: "电话" }).fill("13912345678");
    await expect(dialog(page).getByLabel("短信")).toBeChecked();
    await expect(dialog(page).locator("legend").first()).toHaveText("通知方式*");
    await dialog(page).getByRole("button", { name: "新建联系人" }).click();
    if (person === "陈晓") {
      await expect(dialog(page)).toBeHidden();
      await expect(named(page, "陈晓")).toBeVisible();
    }
  }
  const phone = dialog(page).getByRole("textbox", { name: "电话" });
  await expect(phone).toHaveAttribute("aria-invalid", "true");
  await expect(phone).toHaveAccessibleDescription("同一组同一级别中已有该电话。");
  expect(await findings(page)).toEqual([]);
  await dialog(page).getByLabel("级别").selectOption("2");
  await dialog(page).getByRole("button", { name: "新建联系人" }).click();
  await expect(named(page, "李明")).toBeVisible();
});

test("somebody is left alone at night, and the list says so", async ({ context, page }) => {
  await signIn(context, "admin");
  const { id: groupId } = await newGroup(context.request);
  const { id } = await call<ContactDto>(context.request, "POST", "contact", {
    groupId,
    name: "陈晓",
    phone: "13912345678",
  });
  await page.goto(`${PATH}?groupId=${groupId}&form=${id}`);
  await dialog(page).getByLabel("免打扰时段").selectOption("minor");
  await dialog(page).getByLabel("结束").fill("22:00");
  await dialog(page).getByRole("button", { name: "保存联系人" }).click();
  await expect(dialog(page).getByLabel("结束")).toHaveAccessibleDescription("结束时间不能与开始时间相同。");
  await dialog(page).getByLabel("结束").fill("07:00");
  expect(await findings(page)).toEqual([]);
  await dialog(page).getByRole("button", { name: "保存联系人" }).click();
  await expect(page.locator('td[data-column="channels"]').getByText("22:00–07:00")).toBeVisible();
});

test("users are taken over, each with a result in words", async ({ context, page }) => {
  await signIn(context, "admin");
  const group = await newGroup(context.request);
  const { items } = await call<{ items: { id: number; name: string }[] }>(context.request, "GET", "user");
  const [user] = items;
  if (!user) throw new Error("the demo world has no users");
  await page.goto(`${PATH}?groupId=${group.id}`);
  const take = async () => {
    await page.getByRole("button", { name: "从用户同步" }).click();
    await dialog(page).getByRole("combobox", { name: "用户" }).fill(user.name);
    const offered = dialog(page).getByRole("listbox", { name: "姓名或账号" }).getByRole("option");
    await expect(offered).toHaveCount(1);
    await offered.click();
    await dialog(page).getByRole("button", { name: "同步 1 个用户" }).click();
  };
  await take();
  await expect(dialog(page).getByText("同步成功")).toBeVisible();
  await dialog(page).getByRole("button", { name: "关闭" }).last().click();
  await expect(named(page, user.name)).toBeVisible();
  await take();
  await expect(dialog(page).getByText("已存在，跳过")).toBeVisible();
});

test("several move to another level, and a group that a plan tells stays", async ({ context, page }) => {
  await signIn(context, "admin");
  const group = await newGroup(context.request);
  const people = ["A", "B"].map((name) => ({ groupId: group.id, name, email: `${name}@example.com` }));
  for (const person of people) await call<ContactDto>(context.request, "POST", "contact", person);
  await page.goto(`${PATH}?groupId=${group.id}`);
  await page.getByLabel("选择本页全部行").check();
  await page.getByRole("button", { name: "移动" }).click();
  await dialog(page).getByLabel("移至级别").selectOption("3");
  await dialog(page).getByRole("button", { name: "移动" }).click();
  await expect(page.locator('td[data-column="level"]')).toHaveText(["3 级", "3 级"]);

  const { items } = await call<{ items: ContactGroupDto[] }>(context.request, "GET", "contactGroup?iDisplayLength=100");
  const told = items.find(({ triggers }) => triggers.length > 0);
  if (!told) throw new Error("no plan of the demo world tells a group");
  await page.goto(`${PATH}?groupId=${told.id}`);
  await page.getByRole("button", { name: `${told.name} 的操作` }).click();
  await page.getByRole("menuitem", { name: "删除组" }).click();
  const question = page.getByRole("alertdialog");
  await question.getByRole("button", { name: "删除组" }).click();
  await expect(question.getByRole("alert")).toContainText(told.triggers[0] as string);
});

test("groups are a select and people are cards @phone", async ({ context, page }) => {
  await signIn(context, "admin");
  const { items } = await call<{ items: ContactGroupDto[] }>(context.request, "GET", "contactGroup?iDisplayLength=100");
  const group = items.find(({ contactCount }) => contactCount > 1);
  await page.goto(`${PATH}?groupId=${group?.id}`);
  await expect(page.getByRole("combobox", { name: "联系人组" })).toBeVisible();
  await expect(page.getByRole("table")).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
});
