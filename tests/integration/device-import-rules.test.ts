import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { db } from "@/db/client";
import { importDevices } from "@/features/device/import/import.jobs";
import { getImportById, imports } from "@/features/device/import/import.operations";
import { failureOf } from "@/lib/http/error-response";
import type { OperationContext } from "@/lib/operation/context";
import { deviceImportRules } from "../contract/rules/device-import";
import { accountContext, makeUser } from "../factories/account";
import { makeCustomer, makeGateway } from "../factories/world";
import { fillTemplate } from "../support/device-sheet";
import { runQueue } from "../support/run-queue";

let admin: OperationContext;
let known: string;

beforeAll(async () => {
  const customer = await makeCustomer(db());
  known = (await makeGateway(db(), customer.id)).serialNumber;
  admin = await accountContext(db(), await makeUser(db(), customer.id));
});
afterAll(() => db().$client.end({ timeout: 5 }));

const unique = () => randomBytes(5).toString("hex").toUpperCase();
const row = (fields: Record<string, string> = {}) => ({
  serialNumber: unique(),
  name: "One",
  typeCode: "zbp_1",
  ...fields,
});

const FILES: Record<string, () => Promise<Uint8Array | undefined>> = {
  "a filled template": () => fillTemplate(admin, "sensor", [row()]),
  "an empty template": () => fillTemplate(admin, "sensor", []),
  "another template": () => fillTemplate(admin, "display", [{ ...row(), typeCode: "dt_1" }]),
  "a text file": async () => new TextEncoder().encode("serial number\n1\n"),
  "more than 20 MB": async () => new Uint8Array(20 * 1024 * 1024 + 1),
  nothing: async () => undefined,
};
const TEXTS: Record<string, () => string> = { "one of its own": unique, "one that is there": () => known };

async function fileWith(field: string, value: unknown): Promise<Uint8Array | undefined> {
  if (field === "file") return (FILES[String(value)] as () => Promise<Uint8Array | undefined>)();
  const text = TEXTS[String(value)]?.() ?? String(value);
  return fillTemplate(admin, "sensor", [row({ [field]: text })]);
}

/** The rules that the call or, later, the worker names. */
async function rulesOf(file: Uint8Array | undefined): Promise<string[]> {
  const started = await imports.sensor.start.call(admin, { file } as never).catch((error: unknown) => failureOf(error));
  if (!("id" in started)) return (started.issues ?? []).map(({ path, rule }) => `${path} ${rule}`);
  await runQueue([importDevices]);
  const { status, issues } = await getImportById.call(admin, { id: started.id });
  expect(status).toBe(issues.length === 0 ? "done" : "refused");
  return issues.map(({ field, rule }) => `${field || "file"} ${rule}`);
}

describe("the rules of imports", () => {
  it.each(deviceImportRules)("$field: $rule ($fails)", async ({ field, passes, fails, rule }) => {
    expect(await rulesOf(await fileWith(field, fails))).toEqual([`${field} ${rule}`]);
    expect(await rulesOf(await fileWith(field, passes))).toEqual([]);
  });
});
