import { randomBytes } from "node:crypto";
import { type BrowserContext, expect } from "@playwright/test";
import { TEST_PASSWORD } from "./environment";

export type DemoAccount = "root" | "platform" | "agent" | "admin" | "user";

/** A caller's address of its own, for logins are limited by address. */
export const ownAddress = () => ({ "x-forwarded-for": `10.${[...randomBytes(3)].join(".")}` });

/**
 * Signs a demo account in, with the guided tour off; the context's pages and requests carry the session. It ends the
 * account's earlier one.
 */
export async function signIn(context: BrowserContext, username: DemoAccount): Promise<void> {
  const response = await context.request.post("/service/user/login", {
    data: { username, password: TEST_PASSWORD },
    headers: ownAddress(),
  });
  expect(response.status(), await response.text()).toBe(200);
  await context.request.put("/service/mine/guide?on=0", { data: {} });
}
