import { readFileSync } from "node:fs";
import {
  type APIRequestContext,
  type BrowserContext,
  expect,
  type Page,
  type Response,
  type Route,
} from "@playwright/test";
import { ERRORS, type ErrorCode } from "../../lib/errors";
import type { Locale } from "../../lib/i18n/routing";

/** The codes of specification, section 8, for accounts and administration, by their table. */
export const SECTION_8 = {
  business: [500000, 500087, 500088, 500100, 500102, 500103, 500104, 500105, 50098],
  http: [400, 401, 403, 404, 405, 500],
  customer: [200, 201, 202, 203, 406, 410, 418, 420, 421, 422],
  user: [200, 201, 412, 414, 416, 417, 418, 419, 501],
  role: [408, 409, 413, 415],
  menu: [407, 408],
  parameter: [0, 1, 3, 200, 400, 407, 408],
  password: [200, 404],
  sysLog: [0, 1],
  proxyCustomer: [200, 300],
} as const;
export type Area = keyof typeof SECTION_8;

/** A namespace of messages; `textOf` resolves groups within it. */
export type Texts = { [key: string]: string | Texts };

export const textsOf = (locale: Locale, namespace: string): Texts =>
  JSON.parse(readFileSync(`messages/${locale}/${namespace}.json`, "utf8"));

/** The message of a dotted key with its plain placeholders filled. */
export function textOf(texts: Texts, key: string, values: Record<string, string> = {}): string {
  const found = key.split(".").reduce<string | Texts | undefined>((group, part) => (group as Texts)?.[part], texts);
  if (typeof found !== "string") throw new Error(`no text ${key}`);
  return found.replace(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole);
}

/** The message of an error in a language. */
export const errorText = (locale: Locale, key: ErrorCode | "network" | "timeout"): string =>
  textOf(textsOf(locale, "error"), key);

export type Answer<T = unknown> = { state: { code: number; error?: string }; result: T };

const SUCCESS = 200000;

/** Expects a code of section 8 in an answer: of the result, of the refusal, or a plain success. */
export function expectCode(answer: Answer, area: Area, code: number): void {
  const { state, result } = answer;
  const own = (result as { code?: unknown } | null)?.code;
  const plain = state.code === SUCCESS ? 200 : state.code;
  expect(typeof own === "number" ? own : plain, `${area} ${code}: ${JSON.stringify(state)}`).toBe(code);
}

/** The same for the next answer to the page at this path during an action; for `http` the code is the status. */
export async function expectAnswered(page: Page, path: string, area: Area, code: number, act: () => Promise<void>) {
  // Matched by the request, because a redirected response has another address.
  const asked = page.waitForRequest(
    (request) => request.method() !== "GET" && new URL(request.url()).pathname === path,
  );
  await act();
  const response = await (await asked).response();
  if (!response) throw new Error(`no answer from ${path}`);
  if (area === "http") expect(response.status()).toBe(code);
  else expectCode((await response.json()) as Answer, area, code);
}

export const stamp = String(Date.now()).slice(-8);

/** Creates over the API what the browser then uses. */
export async function make<T>(request: APIRequestContext, path: string, data: unknown): Promise<T> {
  const response = await request.post(`/service/${path}`, { data });
  expect(response.status(), await response.text()).toBe(200);
  return ((await response.json()) as Answer<T>).result;
}

export async function read<T>(request: APIRequestContext, path: string): Promise<T> {
  const response = await request.get(`/service/${path}`);
  expect(response.status(), await response.text()).toBe(200);
  return ((await response.json()) as Answer<T>).result;
}

export type Role = { id: number; scopeType: number; customerId: number };

/** An administrator role of a demo customer that Root may assign. */
export const administratorRole = async (context: BrowserContext): Promise<Role> =>
  (await read<{ items: Role[] }>(context.request, "role?scopeType=1")).items[0] as Role;

type Refusal = { error: ErrorCode; body: Record<string, unknown> };

/** Intercepts the next write of the page to this path; reads pass through. */
async function catchNext(page: Page, path: string, take: (route: Route) => Promise<void>): Promise<void> {
  let isTaken = false;
  await page.route(
    (url) => url.pathname === path,
    (route) => {
      if (isTaken || route.request().method() === "GET") return route.fallback();
      isTaken = true;
      return take(route);
    },
  );
}

/** Replaces the body fields of the next write of the page to this path. */
export const tamper = (page: Page, path: string, body: Record<string, unknown>) =>
  catchNext(page, path, async (route) => {
    const sent = route.request().postDataJSON() as Record<string, unknown>;
    await route.continue({ postData: JSON.stringify({ ...sent, ...body }) });
  });

/** Like `expectAnswered`, for a page that navigates away once it is answered, which discards the response body. */
export async function expectLeaving(page: Page, path: string, area: Area, code: number, act: () => Promise<void>) {
  const answered = new Promise<Answer>((resolve) => {
    void catchNext(page, path, async (route) => {
      const response = await route.fetch();
      resolve((await response.json()) as Answer);
      await route.fulfill({ response });
    });
  });
  await act();
  expectCode(await answered, area, code);
}

/** Submits the open form once per refusal and expects its code in the answer and its message in the form. */
export async function expectRefusals(
  page: Page,
  locale: Locale,
  path: string,
  refusals: readonly Refusal[],
): Promise<void> {
  const form = page.getByRole("dialog");
  for (const { error, body } of refusals) {
    await tamper(page, path, body);
    const answered = page.waitForResponse((response: Response) => new URL(response.url()).pathname === path);
    await form.locator('button[type="submit"]').click();
    const { state } = (await (await answered).json()) as Answer;
    expect(state, error).toMatchObject({ code: ERRORS[error].code, error });
    await expect(form.getByText(errorText(locale, error)).first(), `${locale} ${error}`).toBeVisible();
  }
}

export const fillAll = async (page: Page, values: Record<string, string>) => {
  for (const [name, value] of Object.entries(values))
    await page.getByRole("dialog").locator(`:is(input, textarea)[name="${name}"]`).fill(value);
};

export const PERSONAL = "/service/mine/personal";

/** Saves a change to the user's own profile. */
export async function saveRemarks(page: Page): Promise<void> {
  const remarks = page.locator('textarea[name="remarks"]');
  const text = await remarks.inputValue();
  await remarks.fill(text.endsWith(".") ? text.slice(0, -1) : `${text}.`);
  await page.locator("form").filter({ has: remarks }).locator('button[type="submit"]').click();
}
