import { readdirSync, readFileSync } from "node:fs";
import { expect } from "@playwright/test";
import { ERRORS, type ErrorCode } from "../../../lib/errors";
import { LOCALES } from "../../../lib/i18n/routing";
import {
  type Area,
  errorText,
  expectRefusals,
  fillAll,
  make,
  type Role,
  SECTION_8,
  stamp,
  textOf,
  textsOf,
} from "../../support/error-catalogue";
import { signIn } from "../../support/sign-in";
import { test } from "../../support/test";

// The code tables of specification, section 8. The form sends what fits, on its way the body is made to break one rule:
// the real call refuses it, and the console must say so in words, once, in the languages by turns: that each error has a
// text in all of them is checked without a browser. What a form cannot even express is reached as well.

/** The table of section 8 that the errors of a name stand in. */
const AREA_OF: Record<string, Area> = {
  CUSTOMER: "customer",
  USER: "user",
  ROLE: "role",
  MENU: "menu",
  PARAMETER: "parameter",
};

test("every error has a text in every language", () => {
  for (const locale of LOCALES)
    for (const name of Object.keys(ERRORS) as ErrorCode[])
      expect(errorText(locale, name), `${locale} ${name}`).toMatch(/\S/);
});

test("no code of accounts and administration is left out", () => {
  const specs = readdirSync("tests/e2e/long").filter((file) => /^error-catalogue.*\.spec\.ts$/.test(file));
  const text = specs
    .map((file) => readFileSync(`tests/e2e/long/${file}`, "utf8").replaceAll(/^\s*\/\/.*$/gm, ""))
    .join("\n");
  // What does not run tries nothing.
  expect(text).not.toMatch(/\.(skip|fixme|only)\(/);
  const tried = new Set([...text.matchAll(/"(\w+)", (\d+)\b/g)].map(([, area, code]) => `${area} ${code}`));
  const untried: string[] = [];
  for (const [name, { code }] of Object.entries(ERRORS)) {
    const area = AREA_OF[name.split("_")[0] as string];
    if (!area) continue;
    // Of the parent menu, the code is that of what does not exist.
    if (name !== "MENU_PARENT_MISSING") expect(SECTION_8[area] as readonly number[], name).toContain(code);
    if (text.includes(`error: "${name}"`)) tried.add(`${area} ${code}`);
    else if (!tried.has(`${area} ${code}`)) untried.push(name);
  }
  const all = Object.entries(SECTION_8).flatMap(([area, codes]) => codes.map((code) => `${area} ${code}`));
  expect([...untried, ...all.filter((code) => !tried.has(code))]).toEqual([]);
});

test("the codes of a customer are shown", async ({ context, page }) => {
  const locale = "zh-CN";
  await signIn(context, "root");
  const mark = `${locale.slice(0, 2)}${stamp}`;
  const taken = {
    name: `Taken ${mark}`,
    code: `T${mark}`,
    phone: `400-${stamp}-${locale.length}${mark.charCodeAt(0)}`,
    email: `${mark}@taken.example.com`,
  };
  await make(context.request, "customer", {
    ...taken,
    type: "customer",
    status: "active",
    contact: "Li",
    areaCode: "",
  });
  await page.goto(`/${locale}/sys/customer?form=new`);
  await fillAll(page, {
    name: `Free ${mark}`,
    code: `F${mark}`,
    contact: "Wang",
    phone: "400-1",
    email: `${mark}@free.example.com`,
  });
  const without = page.getByRole("dialog").locator('input[name="withAdministrator"]');
  if (await without.isChecked()) await without.uncheck();
  await expectRefusals(page, locale, "/service/customer", [
    { error: "CUSTOMER_CODE_FORMAT", body: { code: "no-letters-and-digits" } },
    { error: "CUSTOMER_TYPE_EMPTY", body: { type: "" } },
    { error: "CUSTOMER_NAME_TAKEN", body: { name: taken.name } },
    { error: "CUSTOMER_CODE_TAKEN", body: { code: taken.code.toLowerCase() } },
    { error: "CUSTOMER_EMAIL_TAKEN", body: { email: taken.email } },
    { error: "CUSTOMER_MOBILE_TAKEN", body: { phone: taken.phone } },
  ]);
});

test("the codes of a user are shown", async ({ context, page }) => {
  const locale = "en-US";
  await signIn(context, "admin");
  const mark = `${locale.slice(0, 2).toLowerCase()}${stamp}`;
  const digit = locale.charCodeAt(0) % 10;
  const deputy = { name: `Deputy ${mark}`, scopeType: 1, codes: ["viewEx"], status: "active" };
  const { id: roleId } = await make<Role>(context.request, "role", deputy);
  const taken = {
    username: `taken_${mark}`,
    name: `Taken ${mark}`,
    mobile: `136${stamp.slice(1)}${digit}`,
    email: `u${mark}@taken.example.com`,
  };
  await make(context.request, "user", { ...taken, roleId, status: "active" });
  await page.goto(`/${locale}/user/userinfo`);
  await page
    .getByRole("button", { name: textOf(textsOf(locale, "user"), "action.create") })
    .first()
    .click();
  await fillAll(page, { name: `Free ${mark}`, username: `free_${mark}`, mobile: `135${stamp}` });
  await page.getByRole("dialog").locator('select[name="roleId"]').selectOption(String(roleId));
  await expectRefusals(page, locale, "/service/user", [
    { error: "USER_EMAIL_FORMAT", body: { email: "nobody" } },
    { error: "USER_STATUS_EMPTY", body: { status: "" } },
    { error: "USER_ACCOUNT_TAKEN", body: { username: taken.username.toUpperCase() } },
    { error: "USER_NAME_TAKEN", body: { name: taken.name } },
    { error: "USER_MOBILE_TAKEN", body: { mobile: taken.mobile } },
    { error: "USER_EMAIL_TAKEN", body: { email: taken.email } },
  ]);
});

test("the codes of a role are shown", async ({ context, page }) => {
  const locale = "es";
  await signIn(context, "admin");
  await page.goto(`/${locale}/user/userLimits?id=new`);
  const form = page.getByRole("dialog");
  await form.getByRole("textbox").first().fill(`Free ${stamp}`);
  const group = textOf(textsOf(locale, "permission"), "group.analysis");
  for (const name of ["广州越华综合医院", group])
    await form.getByRole("treeitem", { name }).first().getByText(name).click();
  await expectRefusals(page, locale, "/service/role", [
    { error: "ROLE_CUSTOMER_MISMATCH", body: { customerId: 999_999 } },
    { error: "ROLE_NAME_TAKEN", body: { name: "护士与药师", scopeType: 1, sceneIds: [] } },
    { error: "ROLE_RESOURCES_EMPTY", body: { codes: [] } },
    { error: "ROLE_AGENT_EMPTY", body: { scopeType: -1, customerIds: [] } },
  ]);
});

test("the codes of the menu and of parameters are shown", async ({ context, page }) => {
  const locale = "ja";
  await signIn(context, "root");
  const mark = `${locale.slice(0, 2)}${stamp}`;
  const groups = (await (await context.request.get("/service/menu")).json()) as {
    result: { items: { id: number; code: string }[] };
  };
  const parentId = groups.result.items.find(({ code }) => code === "noti")?.id;
  const entry = { parentId, url: "https://example.com/", icon: "circle" };
  await make(context.request, "menu", { ...entry, name: `Taken ${mark}`, code: `taken_${mark}` });
  await page.goto(`/${locale}/sys/resource`);
  await page
    .locator("main")
    .getByRole("button", { name: new RegExp(textOf(textsOf(locale, "menu"), "action.add", { name: ".+" })) })
    .last()
    .click();
  await fillAll(page, { name: `Free ${mark}`, code: `free_${mark}` });
  await page.getByRole("dialog").locator('input[name="url"]').fill("https://example.com/");
  await expectRefusals(page, locale, "/service/menu", [
    { error: "MENU_NAME_TAKEN", body: { name: `Taken ${mark}`, parentId } },
    { error: "MENU_CODE_TAKEN", body: { code: `TAKEN_${mark}` } },
    { error: "MENU_PARENT_MISSING", body: { parentId: 999_999 } },
  ]);

  await make(context.request, "parameter", {
    code: `taken_${mark}`,
    name: `Taken ${mark}`,
    type: "text",
    content: "x",
  });
  await page.goto(`/${locale}/sys/paramsetup`);
  await page
    .locator("main")
    .getByRole("button", { name: textOf(textsOf(locale, "parameter"), "action.create") })
    .first()
    .click();
  await fillAll(page, { name: `Free ${mark}`, code: `free_${mark}`, content: "1" });
  await expectRefusals(page, locale, "/service/parameter", [
    { error: "PARAMETER_NAME_TAKEN", body: { name: `Taken ${mark}` } },
    { error: "PARAMETER_CODE_TAKEN", body: { code: `taken_${mark}` } },
  ]);
});
