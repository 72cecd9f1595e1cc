import { randomBytes } from "node:crypto";
import { type BrowserContext, expect } from "@playwright/test";
import { TEST_PASSWORD } from "./environment";

export type DemoAccount = "root" | "platform" | "agent" | "admin" | "user";

/** A separate address per caller, because logins are rate-limited by address. */
export const ownAddress = () => ({ "x-forwarded-for": `10.${[...randomBytes(3)].join(".")}` });

/** Session cookies of the demo accounts in the product that the tests share. */
const sessions = new Map<DemoAccount, Awaited<ReturnType<BrowserContext["cookies"]>>>();

/** Logs a demo account in, with the guided tour off. */
export async function logIn(context: BrowserContext, username: DemoAccount): Promise<void> {
  const response = await context.request.post("/service/user/login", {
    data: { username, password: TEST_PASSWORD },
    headers: ownAddress(),
  });
  expect(response.status(), await response.text()).toBe(200);
  await leaveTour(context);
  sessions.set(username, await context.cookies());
}

const leaveTour = (context: BrowserContext) => context.request.put("/service/mine/guide?on=0", { data: {} });

/**
 * Gives a context the session of a demo account for its pages and requests: that of the last test while it is valid,
 * otherwise a new one. An agent's is always new, because it stores a customer.
 */
export async function signIn(context: BrowserContext, username: DemoAccount): Promise<void> {
  const known = username === "agent" ? undefined : sessions.get(username);
  if (known) {
    await context.addCookies(known);
    if ((await leaveTour(context)).ok()) return;
    await context.clearCookies();
  }
  await logIn(context, username);
}
