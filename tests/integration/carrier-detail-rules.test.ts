import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { db } from "@/db/client";
import { addCarrierFile } from "@/features/carrier/file/operations";
import { setRecordTimes } from "@/features/carrier/record-time/operations";
import { failureOf } from "@/lib/http/error-response";
import type { OperationContext } from "@/lib/operation/context";
import { carrierDetailRules } from "../contract/rules/carrier-detail";
import type { RuleCase } from "../contract/rules/rule-case";
import { accountContext, makeUser } from "../factories/account";
import { makePdf } from "../factories/document";
import { makeCustomer, makeFridge } from "../factories/world";

let admin: OperationContext;
let id: number;
let count = 0;

beforeAll(async () => {
  const customer = await makeCustomer(db());
  admin = await accountContext(db(), await makeUser(db(), customer.id));
  id = (await makeFridge(db(), customer)).carrier.id;
});
afterAll(() => db().$client.end({ timeout: 5 }));

/** A PDF of this many bytes. */
const pdfOf = (size: number) => {
  const short = makePdf().length;
  return size <= short ? makePdf().subarray(0, size === 0 ? 0 : short) : makePdf(" ".repeat(size - short));
};

async function attempt({ entity }: RuleCase, value: unknown) {
  count += 1;
  const file = typeof value === "number" ? pdfOf(value) : value;
  const call =
    entity === "recordTime"
      ? setRecordTimes.call(admin, { id, times: value } as never)
      : addCarrierFile.call(admin, { id, name: `${count}.pdf`, file });
  return call.then(() => null, failureOf);
}

describe("the rules of a carrier's record times and documents", () => {
  it.each(carrierDetailRules)("$field: $rule ($line)", async (rule) => {
    const refusal = await attempt(rule, rule.fails);
    expect(refusal).toMatchObject({ code: "INVALID", issues: [{ rule: rule.rule }] });
    expect(refusal?.issues?.[0]?.path.split(".")[0]).toBe(rule.field);
    expect(await attempt(rule, rule.passes)).toBeNull();
  });
});
