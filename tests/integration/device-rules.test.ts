import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { db } from "@/db/client";
import { DEVICE_KINDS, type DeviceKind } from "@/db/enums";
import { seedReference } from "@/db/seed/reference";
import { DEVICE_INPUT } from "@/features/device/device.schema";
import { devices } from "@/features/device/kinds.operations";
import { failureOf } from "@/lib/http/error-response";
import type { OperationContext } from "@/lib/operation/context";
import { issuesOf } from "@/lib/validation/issues";
import { deviceRules } from "../contract/rules/device";
import { accountContext, makeUser } from "../factories/account";
import { TYPE_CODES, uniqueText } from "../factories/device";
import { makeCustomer } from "../factories/world";

let admin: OperationContext;

beforeAll(async () => {
  await seedReference(db(), { rootPassword: "Frost2026" });
  admin = await accountContext(db(), await makeUser(db(), (await makeCustomer(db())).id));
});
afterAll(() => db().$client.end({ timeout: 5 }));

/** An entity is a kind, or a sensor by its type code. */
const kindOf = (entity: string): DeviceKind => DEVICE_KINDS.find((kind) => kind === entity) ?? "sensor";

const random = (alphabet: string) => alphabet[Math.floor(Math.random() * alphabet.length)] as string;

const taken = new Set<string>();

/** Serial numbers and MACs are unique: other digits in the same places. */
function distinct(field: string, value: unknown): unknown {
  if ((field !== "serialNumber" && field !== "mac") || typeof value !== "string") return value;
  const other = value.replaceAll(/[0-9A-Z]/g, () => random("0123456789ABCDEF"));
  if (taken.has(other)) return distinct(field, value);
  taken.add(other);
  return other;
}

/** An input that breaks no rule but the one of the field; the field left undefined is as it should be. */
function inputWith(entity: string, field: string, value: unknown): never {
  const kind = kindOf(entity);
  const text = uniqueText();
  const typeCode = entity in TYPE_CODES ? TYPE_CODES[kind] : entity;
  const [name = field, part] = field.split(".");
  const given = value === undefined ? {} : { [name]: part === undefined ? value : (value as object) };
  return { typeCode, serialNumber: text, mac: text, name: text, ...given } as never;
}

describe("the rules of devices", () => {
  it.each(deviceRules)("$entity $field: $rule ($line)", async ({ entity, field, passes, fails, rule }) => {
    const kind = kindOf(entity);
    const parsed = DEVICE_INPUT[kind].safeParse(inputWith(entity, field, fails));
    const issues = parsed.success ? [] : issuesOf(parsed.error);
    expect(issues.map((issue) => [issue.path, issue.rule])).toContainEqual([field, rule]);
    const create = devices[kind].create;
    expect(await create.call(admin, inputWith(entity, field, fails)).then(() => null, failureOf)).toMatchObject({
      code: "INVALID",
    });
    expect(await create.call(admin, inputWith(entity, field, distinct(field, passes)))).toHaveProperty("id");
  });
});
