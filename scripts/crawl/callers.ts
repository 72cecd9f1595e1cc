import { randomBytes } from "node:crypto";
import type { APIRequestContext, BrowserContext } from "@playwright/test";
import { grantable, type Permission } from "@/lib/auth/permissions";
import type { Caller } from "./plan";

/** The name and password of an account. */
export type Account = { username: string; password: string };

/** The permissions of a caller decide which screens it may open; null without a session. */
export type Rights = ReadonlySet<Permission> | null;

/** Logs in (an agent also chooses the first customer) and returns the permissions of the account. */
export async function signInAs(context: BrowserContext, caller: Caller, account: Account | null): Promise<Rights> {
  if (!account) return null;
  await call(context.request, "POST", "user/login", account);
  if (caller === "agent") {
    const { items, current } = await call<{ items: { id: number }[]; current: number | null }>(
      context.request,
      "GET",
      "mine/switch",
    );
    const customerId = items[0]?.id;
    if (current === null && customerId) await call(context.request, "POST", "mine/switch", { customerId });
  }
  // The guided tour would cover the home page.
  await call(context.request, "PUT", "mine/guide?on=0", {});
  const { permissions } = await call<{ permissions: Permission[] }>(context.request, "GET", "mine/me");
  return new Set(permissions);
}

/** Creates a platform administrator, which the demo world lacks. `own` is a caller without a session. */
export async function makePlatformAdministrator(
  root: APIRequestContext,
  own: APIRequestContext,
  password: string,
): Promise<Account> {
  const mark = randomBytes(3).toString("hex");
  const role = { name: `平台管理员 ${mark}`, scopeType: 3, codes: grantable(3, false) };
  const { id: roleId } = await call<{ id: number }>(root, "POST", "role", role);
  const mobile = `139${String(Number.parseInt(mark, 16)).padStart(8, "0")}`;
  const person = { username: `padmin_${mark}`, name: "周明", mobile, roleId, status: "active" };
  const { password: oldPassword } = await call<{ password: string }>(root, "POST", "user", person);
  const { username } = person;
  await call(own, "POST", "user/login", { username, password: oldPassword });
  await call(own, "PUT", "mine/password", { oldPassword, newPassword: password, confirmPassword: password });
  return { username, password };
}

/** Returns the result of a call; throws with the product's message if the call is refused. */
export async function call<T>(request: APIRequestContext, method: string, path: string, data?: unknown): Promise<T> {
  const response = await request.fetch(`/service/${path}`, {
    method,
    // Logins are rate-limited by address, and all callers here share one.
    headers: { "x-forwarded-for": `10.${[...randomBytes(3)].join(".")}` },
    ...(data !== undefined && { data }),
  });
  if (!response.ok()) throw new Error(`${method} /service/${path}: ${response.status()} ${await response.text()}`);
  return ((await response.json()) as { result: T }).result;
}
