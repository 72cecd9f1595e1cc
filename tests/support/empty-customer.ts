import { randomBytes } from "node:crypto";
import { type APIRequestContext, type BrowserContext, expect } from "@playwright/test";
import { OWN_REQUEST } from "@/lib/http/own-request";
import { TEST_PASSWORD } from "./environment";
import { ownAddress, signIn } from "./sign-in";

export const digits = (length: number) => Array.from(randomBytes(length), (byte) => byte % 10).join("");

/** The result of a call that must succeed. */
export async function call<T>(request: APIRequestContext, method: string, path: string, data?: unknown): Promise<T> {
  const headers = { ...ownAddress(), ...OWN_REQUEST };
  const response = await request.fetch(`/service/${path}`, { method, headers, ...(data !== undefined && { data }) });
  expect(response.status(), `${path}: ${await response.text()}`).toBe(200);
  const body = (await response.json()) as { result?: T; data?: T };
  return (body.result ?? body.data) as T;
}

/** Logs in as the administrator of an otherwise empty customer, and returns it. */
export async function enterEmptyCustomer(
  context: BrowserContext,
  { name = "向导", ...more }: { name?: string; notifyBySms?: boolean } = {},
): Promise<{ username: string; email: string }> {
  const number = digits(8);
  const [username, email] = [`w${number}`, `a${number}@example.com`];
  await signIn(context, "root");
  const { password } = await call<{ password: string }>(context.request, "POST", "customer", {
    ...more,
    code: `W${number}`,
    name: `${name} ${number}`,
    type: "customer",
    status: "active",
    contact: "陈晓",
    phone: number,
    email: `w${number}@example.com`,
    administrator: { username, name: "陈晓", mobile: `139${number}`, email },
  });
  await context.clearCookies();
  await call(context.request, "POST", "user/login", { username, password });
  const change = { oldPassword: password, newPassword: TEST_PASSWORD, confirmPassword: TEST_PASSWORD };
  await call(context.request, "PUT", "mine/password", change);
  await context.clearCookies();
  await call(context.request, "POST", "user/login", { username, password: TEST_PASSWORD });
  return { username, email };
}
