import { type Browser, type BrowserContext, expect, type Locator, type Page } from "@playwright/test";
import { findings } from "../support/axe";
import { signIn } from "../support/sign-in";
import { readyWhenLoaded, test } from "../support/test";

const PATH = "/zh-CN/sys/customer";
const NEW_PASSWORD = "Fresh2027";

/** Of this run alone: the demo world may have seen the test before. */
const stamp = String(Date.now()).slice(-8);
const name = `珠海 <b>冷链</b> ${stamp}`;
const code = `ZH${stamp}`;
const username = `first${stamp}`;

const dialog = (page: Page): Locator => page.getByRole("dialog");
const question = (page: Page): Locator => page.getByRole("alertdialog");
const rowOf = (page: Page, text: string): Locator => page.locator("tbody tr", { hasText: text });

async function openAs(context: BrowserContext, page: Page, query = ""): Promise<void> {
  await signIn(context, "root");
  await page.goto(`${PATH}${query}`);
  await expect(page.getByRole("table")).toBeVisible();
}

/** What the menu of a row offers. */
async function ask(page: Page, text: string, item: string): Promise<void> {
  await rowOf(page, text)
    .getByRole("button", { name: /更多操作/ })
    .click();
  await page.getByRole("menuitem", { name: item }).click();
}

/** The first administrator on a device of his own, with his password. */
async function enter(browser: Browser, password: string): Promise<{ context: BrowserContext; page: Page }> {
  const context = readyWhenLoaded(await browser.newContext());
  const response = await context.request.post("/service/user/login", { data: { username, password } });
  expect(response.status(), await response.text()).toBe(200);
  return { context, page: await context.newPage() };
}

test.describe("in a browser of another zone", () => {
  test.use({ timezoneId: "Europe/Berlin" });

  test("a new customer gets its zone, and another one is found by typing @phone", async ({ context, page }) => {
    await signIn(context, "root");
    await page.goto(`${PATH}?form=new`);
    const zone = dialog(page).getByRole("combobox", { name: "时区" });
    const chosen = dialog(page).locator('select[name="timeZone"]');
    await expect(zone).toBeVisible();
    await expect(chosen).toHaveValue("Europe/Berlin");
    await zone.fill("new york");
    await expect(dialog(page).getByRole("option", { name: "America/New York" })).toBeVisible();
    expect(await findings(page)).toEqual([]);
    await zone.press("Enter");
    await expect(chosen).toHaveValue("America/New_York");
    await expect(dialog(page).getByTitle("America/New York")).toBeVisible();
  });
});

test.describe
  .serial("a customer's life", () => {
    let password: string;

    test("it is opened with its first administrator, whose password is shown once", async ({ context, page }) => {
      await openAs(context, page);
      await page.getByRole("button", { name: "新建客户" }).click();
      await expect(page).toHaveURL(/form=new/);
      const form = dialog(page);
      await form.getByRole("button", { name: "创建客户" }).click();
      await expect(form.getByText("不能为空。").first()).toBeVisible();
      await expect(form.getByLabel("名称", { exact: false }).first()).toBeFocused();
      expect(await findings(page)).toEqual([]);

      for (const [field, value] of Object.entries({
        name,
        code,
        contact: "王芳",
        phone: `0756-${stamp}`,
        email: `${code}@example.com`,
        username,
        person: "王芳",
        mobile: `139${stamp}`,
      }))
        await form.locator(`input[name="${field}"]`).fill(value);
      await form.getByRole("button", { name: "创建客户" }).click();

      await expect(dialog(page).getByText(`已创建 ${name}`)).toBeVisible();
      await expect(dialog(page).getByText(username)).toBeVisible();
      password = await dialog(page).getByLabel("一次性密码").inputValue();
      expect(password).toMatch(/^[A-Za-z\d]{6,20}$/);
      expect(await findings(page)).toEqual([]);
      await dialog(page).getByRole("button", { name: "完成" }).click();
      await expect(rowOf(page, code)).toContainText(name);
      await expect(page).toHaveURL(new RegExp(`${PATH}$`));
    });

    test("its administrator comes in with that password and may do nothing but change it", async ({ browser }) => {
      const { context, page } = await enter(browser, password);
      await page.goto(PATH);
      await expect(page).toHaveURL(/\/zh-CN\/password/);
      const refused = await context.request.get("/service/customer");
      expect(refused.status()).toBe(403);
      expect((await refused.json()).state.error).toBe("PASSWORD_CHANGE_REQUIRED");
      const changed = await context.request.put("/service/mine/password", {
        data: { oldPassword: password, newPassword: NEW_PASSWORD, confirmPassword: NEW_PASSWORD },
      });
      expect(changed.status(), await changed.text()).toBe(200);
      await context.close();
    });

    test("cancelling it throws the open page of its people out at once", async ({ browser, context, page }) => {
      const inside = await enter(browser, NEW_PASSWORD);
      await inside.page.goto(PATH);
      await expect(rowOf(inside.page, code)).toBeVisible();
      await expect(inside.page.locator("tbody tr")).toHaveCount(1);
      await expect(inside.page.getByText("实时", { exact: true })).toBeVisible();

      await openAs(context, page);
      await ask(page, code, "注销");
      await expect(question(page)).toContainText(name);
      const thrownOut = inside.page.waitForRequest(/\/login/).then(() => Date.now());
      const answer = page.waitForResponse(/\/cancel$/);
      await question(page).getByRole("button", { name: "注销", exact: true }).click();
      expect((await answer).status()).toBe(200);
      const cancelledAt = Date.now();
      // Long before the page would ask by itself.
      expect((await thrownOut) - cancelledAt).toBeLessThan(10_000);
      await expect(inside.page).toHaveURL(/\/zh-CN\/login/);
      await expect(rowOf(page, code)).toContainText("已注销");
      const locked = await inside.context.request.post("/service/user/login", {
        data: { username, password: NEW_PASSWORD },
      });
      expect(locked.status()).toBeGreaterThanOrEqual(400);
      await inside.context.close();

      await ask(page, code, "激活");
      await expect(question(page).getByRole("button", { name: "取消", exact: true })).toBeVisible();
      await question(page).getByRole("button", { name: "激活", exact: true }).click();
      await expect(rowOf(page, code)).not.toContainText("已注销");
      const back = await enter(browser, NEW_PASSWORD);
      await back.context.close();
    });

    test("deleting it tells what goes with it and asks for its code", async ({ context, page }) => {
      await openAs(context, page);
      await ask(page, code, "删除");
      const asked = question(page);
      await expect(asked.locator("dl > div", { hasText: "用户" })).toContainText("1");
      await expect(asked.locator("dl > div", { hasText: "联系人" })).toContainText("1");
      expect(await findings(page)).toEqual([]);
      const submit = asked.getByRole("button", { name: "删除客户" });
      await asked.getByRole("textbox").fill("ZH");
      await expect(submit).toBeDisabled();
      await asked.getByRole("textbox").fill(code);
      await submit.click();
      await expect(rowOf(page, code)).toHaveCount(0);
      await expect(question(page)).toHaveCount(0);
    });
  });

test("a record and a search are addresses", async ({ context, page }) => {
  await openAs(context, page, "?q=GZYH");
  await expect(page.locator("tbody tr")).toHaveCount(1);
  await rowOf(page, "GZYH").getByRole("link").click();
  await expect(page).toHaveURL(/q=GZYH&id=\d+/);
  await expect(dialog(page)).toContainText("综合医院");
  const address = page.url();
  await page.keyboard.press("Escape");
  await expect(dialog(page)).toHaveCount(0);
  await page.goto(address);
  await expect(dialog(page)).toContainText("综合医院");
  expect(await findings(page)).toEqual([]);
});

test("a refused batch names the customer that refuses @everywhere", async ({ context, page }) => {
  await openAs(context, page);
  await rowOf(page, "PLATFORM").getByRole("checkbox").check();
  await page.getByRole("button", { name: "注销", exact: true }).click();
  await question(page).getByRole("button", { name: /^注销/ }).click();
  await expect(question(page).getByRole("alert")).toContainText("Frostline");
  await question(page).getByRole("button", { name: "保留" }).click();
  await expect(rowOf(page, "PLATFORM")).toContainText("已激活");
});
