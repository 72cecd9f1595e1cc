import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { AppError, ERRORS, type ErrorCode } from "@/lib/errors";
import { loadMessages } from "@/lib/i18n/load-messages";
import { LOCALES, type Locale } from "@/lib/i18n/routing";
import { log } from "@/lib/log/log";
import { errorResponse, failureOf } from "./error-response";

const { level } = log;
beforeAll(() => {
  log.level = "silent";
});
afterAll(() => {
  log.level = level;
});

const database = (fields: Record<string, string>) => Object.assign(new Error("insert into secret_table …"), fields);
/** As wrapped by drizzle. */
const wrapped = (fields: Record<string, string>) => new Error("Failed query: …", { cause: database(fields) });

const VIOLATIONS: [string, unknown, ErrorCode, { path: string; rule: string } | undefined][] = [
  [
    "a unique index",
    wrapped({ code: "23505", table_name: "zone", constraint_name: "zone_name_key" }),
    "CONFLICT",
    { path: "name", rule: "unique" },
  ],
  [
    "a unique index of a table and a column with long names",
    database({ code: "23505", table_name: "user_account", constraint_name: "user_account_mobile_phone_key" }),
    "CONFLICT",
    { path: "mobilePhone", rule: "unique" },
  ],
  [
    "a missing reference",
    database({ code: "23503", table_name: "carrier", detail: 'Key (scene_id)=(9) is not present in table "scene".' }),
    "INVALID",
    { path: "sceneId", rule: "reference" },
  ],
  [
    "a row in use",
    wrapped({ code: "23503", detail: 'Key (id)=(9) is still referenced from table "carrier_zone".' }),
    "CONFLICT",
    { path: "id", rule: "inUse" },
  ],
  ["a NUL in a text", wrapped({ code: "22021" }), "INVALID", undefined],
  ["half a surrogate pair in JSON", database({ code: "22P05" }), "INVALID", undefined],
  ["a deadlock", database({ code: "40P01" }), "UNAVAILABLE", undefined],
  ["a server that shuts down", database({ code: "57P01" }), "UNAVAILABLE", undefined],
  ["too many connections", database({ code: "53300" }), "UNAVAILABLE", undefined],
  ["a lost connection", wrapped({ code: "CONNECTION_CLOSED" }), "UNAVAILABLE", undefined],
  ["a server that is not there", wrapped({ code: "ECONNREFUSED" }), "UNAVAILABLE", undefined],
  ["a time-out", wrapped({ code: "CONNECT_TIMEOUT" }), "UNAVAILABLE", undefined],
  ["a wrong statement", database({ code: "42601" }), "INTERNAL", undefined],
  ["a programming error", new TypeError("secret is not a function"), "INTERNAL", undefined],
  ["what is no error", "secret", "INTERNAL", undefined],
  ["nothing", undefined, "INTERNAL", undefined],
];

describe("what the caller is told of an error", () => {
  it.each(VIOLATIONS)("%s", (_, error, code, issue) => {
    const failure = failureOf(error);
    expect(failure.code).toBe(code);
    expect(failure.issues).toEqual(issue ? [expect.objectContaining(issue)] : undefined);
    expect(JSON.stringify(failure)).not.toMatch(/secret|Failed query/);
  });

  it("are the issues of a schema, by path, with our own names of our own rules", () => {
    const schema = z.object({ zone: z.array(z.object({ name: z.string().min(1) })) }).superRefine((_, context) => {
      context.addIssue({ code: "custom", path: ["maximum"], params: { rule: "aboveMinimum" }, message: "must exceed" });
    });
    const parsed = schema.safeParse({ zone: [{ name: "a" }] });
    expect(failureOf(parsed.error)).toEqual({
      code: "INVALID",
      message: "maximum: must exceed",
      issues: [{ path: "maximum", rule: "aboveMinimum", message: "must exceed" }],
    });
    const broken = failureOf(schema.safeParse({ zone: [{ name: "" }] }).error);
    expect(broken.issues?.[0]).toMatchObject({ path: "zone.0.name", rule: "required" });
  });
});

describe("the failure envelope", () => {
  const asked = { requestId: "r-12345678", route: "GET /x", locale: "en-US" } as const;
  const stateOf = async (error: unknown, locale: Locale = "en-US") => {
    const body = await (await errorResponse(error, { ...asked, locale })).json();
    return (body as { state: { msg: string; detail: string } }).state;
  };

  it.each(Object.keys(ERRORS) as ErrorCode[])("carries status and business code of %s", async (code) => {
    const issues = [{ path: "name", rule: "unique", message: "already exists" }];
    const response = await errorResponse(new AppError(code, "why", { issues, retryAfterSeconds: 7 }), asked);
    expect(response.status).toBe(ERRORS[code].status);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      "x-request-id": "r-12345678",
      "cache-control": "private, no-store",
      "retry-after": "7",
      "content-type": "application/json",
    });
    const msg = "Name: Already exists. Choose another.";
    expect(await response.json()).toEqual({
      state: { code: ERRORS[code].code, error: code, msg, detail: "why", requestId: "r-12345678", issues },
      result: null,
    });
  });

  it("says of one among several records that were chosen only its rule, and never calls them an order", async () => {
    const refusal = (path: string, rule: string) =>
      new AppError("CONFLICT", "why", { issues: [{ path, rule, message: "it is enabled" }] });
    expect((await stateOf(refusal("ids.1", "isEnabled"))).msg).toBe("Enabled. Disable it first.");
    expect((await stateOf(refusal("ids", "required"))).msg).toBe("Selection: Required.");
    expect((await stateOf(refusal("ids", "required"), "es")).msg).toMatch(/^Selección: /);
  });

  it("tells devices and providers of their credentials and bodies, where people are told of session and page", async () => {
    const msgOf = async (code: ErrorCode, isSender: boolean) => {
      const response = await errorResponse(new AppError(code, "why"), { ...asked, isSender });
      return ((await response.json()) as { state: { msg: string } }).state.msg;
    };
    expect(await msgOf("UNAUTHENTICATED", false)).toContain("session");
    expect(await msgOf("UNAUTHENTICATED", true)).toBe("The token, secret or signature is missing or not valid.");
    expect(await msgOf("BAD_REQUEST", true)).toBe("The request is malformed. “detail” says where.");
    expect(await msgOf("TOO_LARGE", true)).toBe("The request is too large.");
  });

  it("of an unknown error shows the request id and nothing else", async () => {
    const response = await errorResponse(new Error("password=secret at /srv/app"), asked);
    expect(response.status).toBe(500);
    const msg = "Server error. Try again later.";
    expect(await response.json()).toEqual({
      state: { code: 500000, error: "INTERNAL", msg, detail: "internal error", requestId: "r-12345678" },
      result: null,
    });
  });

  it("of a save of an older version has the present one, and the fields that differ, named in the caller's language", async () => {
    const change = { field: "name", value: "Fridge 2", by: "Ada", at: "2026-11-20T10:42:00.000Z" };
    const changes = [change, { ...change, field: "odd" }];
    const error = new AppError("RECORD_CHANGED", "changed", { version: 3, changes });
    expect(await stateOf(error)).toMatchObject({
      ...{ code: 500115, error: "RECORD_CHANGED", version: 3, detail: "changed" },
      changes: [
        { ...change, label: "Name" },
        { ...change, field: "odd" },
      ],
    });
    expect(await stateOf(error, "zh-CN")).toMatchObject({ changes: [{ label: "名称" }, {}] });
  });

  it("names no field for one of several records", async () => {
    const error = new AppError("CONFLICT", "ids.1: why", {
      issues: [{ path: "ids.1", rule: "nameNotSerial", message: "why" }],
    });
    expect((await stateOf(error, "zh-CN")).msg).toMatch(/^该设备以名称上报/);
  });

  it("says every field with its rule in the caller's language", async () => {
    const schema = z.object({ name: z.string().min(1), days: z.number().max(9), odd: z.string() });
    const { error } = schema.safeParse({ name: "", days: 10 });
    expect((await stateOf(error)).msg).toBe("Name: Required. Days: At most 9. odd: Required.");
    expect((await stateOf(error, "zh-CN")).msg).toMatch(/^名称：不能为空。 天数：不得大于 9。 odd：不能为空。$/);
    for (const locale of LOCALES) {
      const { msg } = await stateOf(new AppError("NOT_FOUND", "no such carrier"), locale);
      expect(msg).toBe(((await loadMessages(locale)) as unknown as { error: { NOT_FOUND: string } }).error.NOT_FOUND);
    }
  });
});
