import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, type Page } from "@playwright/test";
import { findings } from "../support/axe";
import { signIn } from "../support/sign-in";
import { expectToast, test } from "../support/test";

const FORWARDING = "/en-US/sys/forwarding";
const NAME = "E2E platform";
const CUSTOMER = "广州越华综合医院";

const dialog = (page: Page) => page.getByRole("dialog");
const rowOf = (page: Page, text: string) => page.locator("tbody tr").filter({ hasText: text });

/** A platform that takes everything. */
async function startPlatform() {
  const messages: { type: string; replay?: boolean }[] = [];
  const server = createServer((request, response) => {
    let body = "";
    request.on("data", (chunk) => {
      body += chunk;
    });
    request.on("end", () => {
      messages.push(JSON.parse(body));
      response.end("{}");
    });
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  return { messages, port: (server.address() as AddressInfo).port, server };
}

test("a target is made, tested, sent to again, switched off and deleted", async ({ context, page }) => {
  const platform = await startPlatform();
  await signIn(context, "platform");
  // What an earlier try has left.
  const { result } = await (await context.request.get(`/service/forwardSet/page?q=${NAME}`)).json();
  for (const { id } of result.items) {
    await context.request.put(`/service/forwardSet/${id}/enabled`, { data: { isEnabled: false } });
    await context.request.delete(`/service/forwardSet/del?ids=${id}`);
  }
  await page.goto(FORWARDING);

  await page.getByRole("button", { name: "New target" }).click();
  await dialog(page).getByLabel("Customer").selectOption({ label: CUSTOMER });
  await dialog(page).getByLabel("Type").selectOption({ label: "HTTP" });
  await dialog(page).getByLabel("Server name").fill(NAME);
  await dialog(page).getByLabel("Host").fill("http://127.0.0.1");
  await dialog(page).getByLabel("Port").fill(String(platform.port));
  await dialog(page).getByLabel("Use TLS").uncheck();
  await dialog(page).getByLabel("Password or token").fill("secret-token");
  await dialog(page).getByRole("button", { name: "Save" }).click();
  await expect(dialog(page).getByLabel("Host")).toHaveAccessibleDescription("Enter a host name or an IPv4 address.");
  expect(await findings(page)).toEqual([]);
  await dialog(page).getByLabel("Host").fill("127.0.0.1");
  await dialog(page).getByRole("button", { name: "Save" }).click();
  await expect(dialog(page)).toHaveCount(0);
  const row = rowOf(page, NAME);
  await expect(row).toContainText(`127.0.0.1:${platform.port}`);

  await row.getByRole("button", { name: `Send test to ${NAME}` }).click();
  await expectToast(page, `Test delivered to ${NAME}`);
  expect(platform.messages.map(({ type }) => type)).toContain("test");

  await row.getByRole("button", { name: `Edit ${NAME}` }).click();
  await expect(dialog(page).getByLabel("Password or token")).toHaveValue("");
  await expect(dialog(page).getByText(/Leave empty to keep it/)).toBeVisible();
  await dialog(page).getByLabel("Port").fill("1");
  await dialog(page).getByRole("button", { name: "Save" }).click();
  await expect(dialog(page).getByLabel("Password or token")).toHaveAccessibleDescription(/Enter the password again/);
  await page.keyboard.press("Escape");
  await dialog(page).getByRole("button", { name: "Discard" }).click();

  const [platformWindow] = await Promise.all([
    context.waitForEvent("page"),
    row.getByRole("link", { name: `Platform details of ${NAME}` }).click(),
  ]);
  await expect(platformWindow.getByRole("heading", { name: NAME })).toBeVisible();
  await expect(platformWindow.getByText("Test delivered")).toBeVisible();
  // Before the window has taken over, a click is lost.
  await expect(async () => {
    await platformWindow.getByRole("button", { name: "Resend" }).click({ timeout: 1000 });
    await expect(dialog(platformWindow)).toBeVisible({ timeout: 2000 });
  }).toPass();
  await dialog(platformWindow).getByRole("button", { name: "Resend" }).click();
  await expect(dialog(platformWindow)).toHaveCount(0);
  await expect(platformWindow.getByText("Resending completed")).toBeVisible({ timeout: 60_000 });
  expect(platform.messages.some(({ type, replay }) => type === "readings" && replay)).toBe(true);
  expect(await findings(platformWindow)).toEqual([]);
  await platformWindow.close();

  await row.getByRole("button", { name: `Delete ${NAME}` }).click();
  const question = page.getByRole("alertdialog");
  await question.getByRole("button", { name: "Delete" }).click();
  await expect(question.getByRole("alert")).toHaveText("Enabled. Disable it first.");
  await question.getByRole("button", { name: "Cancel" }).click();
  await row.getByRole("switch").click();
  await expect(row).toContainText("Disabled");
  await row.getByRole("button", { name: `Delete ${NAME}` }).click();
  await question.getByRole("button", { name: "Delete" }).click();
  await expect(row).toHaveCount(0);
  platform.server.closeAllConnections();
  platform.server.close();
});

test("the list and its form fit @everywhere", async ({ context, page }) => {
  await signIn(context, "platform");
  await page.goto(`${FORWARDING}?form=new`);
  await expect(dialog(page).getByLabel("Publish topic")).toBeVisible();
  await dialog(page).getByLabel("Type").selectOption({ label: "TCP" });
  await expect(dialog(page).getByLabel("Publish topic")).toHaveCount(0);
  const width = page.viewportSize()?.width ?? 0;
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
});
