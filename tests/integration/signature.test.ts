import { and, eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { z } from "zod";
import { db } from "@/db/client";
import { exception, parameter, signature } from "@/db/schema";
import { getException } from "@/features/exception/exception.operations";
import { closeException, reopenException } from "@/features/exception/handling/operations";
import { removeException } from "@/features/exception/handling/removal.operations";
import { beginFactor, confirmFactor } from "@/features/session/second-factor/operations";
import { getSignatureImage } from "@/features/signature/signature.operations";
import { type SignedRecord, signingOf, signRecord } from "@/features/signature/signature.service";
import { verifySignatures } from "@/features/signature/verification.service";
import { saveSignature } from "@/features/user/signature/operations";
import { totpCode } from "@/lib/auth/totp";
import { RawReply } from "@/lib/http/reply";
import { liveBus } from "@/lib/live/live";
import { defineOperation, type MutationContext } from "@/lib/operation/define-operation";
import { SIGNED_RECORDS } from "@/worker/signed-records";
import { accountContext, makeUser } from "../factories/account";
import { makeException } from "../factories/exception";
import { makePng } from "../factories/picture";
import { makeCustomer, makeFridge } from "../factories/world";
import { brokenLink, trailOf } from "../support/audit";
import { systemContext } from "../support/contexts";
import { TEST_PASSWORD } from "../support/environment";

type Account = Awaited<ReturnType<typeof accountContext>>;

const NOW = new Date();
const ago = (minutes: number) => new Date(NOW.getTime() - minutes * 60_000);

let owner: Awaited<ReturnType<typeof makeCustomer>>;
let fridge: Awaited<ReturnType<typeof makeFridge>>;
let maker: Account;
let approver: Account;
let stranger: Account;
let next = 1000;

beforeAll(async () => {
  owner = await makeCustomer(db());
  fridge = await makeFridge(db(), owner);
  const elsewhere = await makeCustomer(db());
  [maker, approver, stranger] = await Promise.all([
    makeUser(db(), owner.id).then((user) => accountContext(db(), user)),
    makeUser(db(), owner.id).then((user) => accountContext(db(), user)),
    makeUser(db(), elsewhere.id).then((user) => accountContext(db(), user)),
  ]);
});

afterAll(async () => {
  await liveBus().close();
  await db().$client.end({ timeout: 5 });
});

let record: SignedRecord;
beforeEach(() => {
  next += 1;
  record = { kind: "report", id: next, version: 1, customerId: owner.id, content: { figures: [1, 2], title: "March" } };
});

type Extra = Partial<{ password: string; totp: string; reason: string; contentHash: string }>;

/** Signs inside a mutation, as the features do. */
async function sign(
  ctx: Account,
  meaning: "made" | "reviewed" | "approved" | "rejected",
  extra: Extra = {},
  of: SignedRecord = record,
): Promise<number> {
  const { contentHash } = await signingOf(ctx, of);
  const operation = defineOperation({
    name: "test.sign",
    kind: "mutation",
    permission: "viewEx",
    input: z.object({}),
    run: (mutation: MutationContext) =>
      signRecord(mutation, of, { meaning, password: TEST_PASSWORD, contentHash, ...extra }),
    audit: { entity: "test", id: (id) => id as number },
  });
  return (await operation.call(ctx, {})) as number;
}

const stored = () => db().select().from(signature).where(eq(signature.recordId, next));

/** Changes rows as the database's owner, past the trigger. */
const tamper = (statement: ReturnType<typeof sql>) =>
  db().transaction(async (tx) => {
    await tx.execute(sql`set local session_replication_role = replica`);
    await tx.execute(statement);
  });

const problemsOf = async (recordId: number) => {
  const { problems } = await verifySignatures(systemContext(), SIGNED_RECORDS);
  return problems.filter((one) => one.recordId === recordId).map(({ problem, fields }) => ({ problem, fields }));
};

describe("signing a record", () => {
  it("stores who, when, what and the content, with an audit row in the chain", async () => {
    const id = await sign(maker, "made");
    const [row] = await stored();
    const { user } = maker.actor.principal;
    expect(row).toMatchObject({ id, meaning: "made", account: user.username, printedName: user.name, version: 1 });
    expect(row?.content).toBe('{"figures":[1,2],"title":"March"}');
    const [line] = await trailOf(db(), owner.id, "signature", id);
    expect(line).toMatchObject({
      operation: "signature.sign",
      newValues: { meaning: "made", contentHash: row?.contentHash },
    });
    expect(await brokenLink(db(), owner.id)).toBeNull();
    const signing = await signingOf(maker, record);
    expect(signing.signatures).toMatchObject([{ printedName: user.name, state: "valid", changedFields: [] }]);
    // Four eyes: the maker is offered no approval, the other is.
    expect(signing.next).toEqual(["rejected"]);
    expect((await signingOf(approver, record)).next).toEqual(["reviewed", "approved", "rejected"]);
  });

  it("asks for the password again, counts failures and stores nothing", async () => {
    await expect(sign(maker, "made", { password: "wrong" })).rejects.toMatchObject({
      code: "PASSWORD_WRONG",
      details: { issues: [{ path: "password" }] },
    });
    expect(await stored()).toEqual([]);
    await sign(maker, "made");
  });

  it("refuses a record that changed since the signer saw it", async () => {
    const { contentHash } = await signingOf(maker, record);
    const changed = { ...record, content: { ...record.content, title: "April" } };
    await expect(sign(maker, "made", { contentHash }, changed)).rejects.toMatchObject({
      code: "CONFLICT",
      details: { issues: [{ rule: "changedMeanwhile" }] },
    });
    expect(await stored()).toEqual([]);
  });

  it("has an order, four eyes, and a reason for a rejection", async () => {
    await expect(sign(approver, "approved")).rejects.toMatchObject({
      details: { issues: [{ rule: "signatureOrder" }] },
    });
    await sign(maker, "made");
    await expect(sign(maker, "approved")).rejects.toMatchObject({ details: { issues: [{ rule: "fourEyes" }] } });
    await expect(sign(approver, "rejected")).rejects.toMatchObject({ details: { issues: [{ path: "reason" }] } });
    await sign(approver, "rejected", { reason: "a page is missing" });
    await expect(sign(approver, "approved")).rejects.toMatchObject({
      details: { issues: [{ rule: "signatureOrder" }] },
    });
    // The next version begins anew, and the earlier signatures are shown as those of another version.
    const second = { ...record, version: 2 };
    await sign(maker, "made", {}, second);
    await sign(approver, "approved", {}, second);
    const { signatures } = await signingOf(maker, second);
    expect(signatures.map(({ meaning, state }) => [meaning, state])).toEqual([
      ["made", "superseded"],
      ["rejected", "superseded"],
      ["made", "valid"],
      ["approved", "valid"],
    ]);
  });

  it("lets a customer with a single account approve its own work once it has switched four eyes off", async () => {
    const alone = await makeCustomer(db());
    const single = await accountContext(db(), await makeUser(db(), alone.id));
    const own = { ...record, customerId: alone.id };
    await sign(single, "made", {}, own);
    await expect(sign(single, "approved", {}, own)).rejects.toMatchObject({ code: "CONFLICT" });
    const switched = { customerId: alone.id, code: "approval.fourEyes", type: "boolean", content: "false" } as const;
    await db().insert(parameter).values(switched);
    expect((await signingOf(single, own)).next).toContain("approved");
    await makeUser(db(), alone.id);
    await expect(sign(single, "approved", {}, own)).rejects.toMatchObject({ code: "CONFLICT" });
  });

  it("asks for the second factor once in a sitting", async () => {
    const user = await makeUser(db(), owner.id);
    const person = await accountContext(db(), user);
    const { secret } = await beginFactor.call(person, { password: TEST_PASSWORD });
    const at = (seconds: number): Account => ({ ...person, now: new Date(NOW.getTime() + seconds * 1000) });
    await confirmFactor.call(at(0), { code: totpCode(secret, at(0).now) });
    await expect(sign(at(60), "made")).rejects.toMatchObject({ code: "SECOND_FACTOR_REQUIRED" });
    await expect(sign(at(60), "made", { totp: "000000" })).rejects.toMatchObject({ code: "SECOND_FACTOR_WRONG" });
    await sign(at(60), "made", { totp: totpCode(secret, at(60).now) });
    await sign(at(61), "made", {}, { ...record, version: 2 });
    await expect(sign(at(61 + 16 * 60), "made", {}, { ...record, version: 3 })).rejects.toMatchObject({
      code: "SECOND_FACTOR_REQUIRED",
    });
  });

  it("keeps the drawn signature as it was, and shows it inside the scope only", async () => {
    await saveSignature.call(maker, { file: makePng({ width: 40, height: 20 }) });
    const id = await sign(maker, "made");
    await saveSignature.call(maker, { file: makePng({ width: 44, height: 20 }) });
    const again = await sign(maker, "made", {}, { ...record, version: 2 });
    const images = (await stored()).map(({ imageHash }) => imageHash);
    expect(new Set(images).size).toBe(2);
    expect(await getSignatureImage.call(approver, { id })).toBeInstanceOf(RawReply);
    await expect(getSignatureImage.call(stranger, { id: again })).rejects.toMatchObject({ code: "NOT_FOUND" });
  });

  it("is for persons only", async () => {
    await expect(
      sign({ ...systemContext(), actor: { type: "system", job: "x" } } as never, "made"),
    ).rejects.toMatchObject({
      code: "FORBIDDEN",
    });
  });

  it("is never changed or deleted by the product", async () => {
    const id = await sign(maker, "made");
    await expect(db().update(signature).set({ reason: "x" }).where(eq(signature.id, id))).rejects.toThrow();
    await expect(db().delete(signature).where(eq(signature.id, id))).rejects.toThrow();
  });
});

describe("the closing of a critical exception", () => {
  const processed = () =>
    makeException(db(), fridge, {
      startedAt: ago(120),
      endedAt: ago(60),
      acknowledgedAt: ago(50),
      status: "processed",
    });

  it("needs no signature by default", async () => {
    const { id } = await processed();
    await closeException.call(maker, { id });
    expect((await getException.call(maker, { id })).closing).toMatchObject({ isSigned: false, signatures: [] });
  });

  it("is signed where the customer wants it, and signed anew after a reopening", async () => {
    const wish = {
      customerId: owner.id,
      code: "approval.signCriticalClosing",
      type: "boolean",
      content: "true",
    } as const;
    await db().insert(parameter).values(wish);
    const { id } = await processed();
    const before = await getException.call(maker, { id });
    expect(before.closing.isSigned).toBe(true);
    await expect(closeException.call(maker, { id })).rejects.toMatchObject({
      code: "INVALID",
      details: { issues: [{ path: "password", rule: "required" }] },
    });
    const { contentHash } = before.closing;
    await expect(closeException.call(maker, { id, password: "wrong", contentHash })).rejects.toMatchObject({
      code: "PASSWORD_WRONG",
    });
    expect((await getException.call(maker, { id })).isClosed).toBe(false);
    await closeException.call(maker, { id, password: TEST_PASSWORD, contentHash });
    expect(await getException.call(maker, { id })).toMatchObject({
      isClosed: true,
      closing: { signatures: [{ meaning: "approved", state: "valid" }] },
    });
    expect(await problemsOf(id)).toEqual([]);

    await expect(removeException.call(maker, { id, reason: "a test" })).rejects.toMatchObject({
      code: "CONFLICT",
      details: { issues: [{ path: "id", rule: "signed" }] },
    });
    expect((await getException.call(maker, { id })).removedAt).toBeNull();

    await reopenException.call(maker, { id, reason: "again" });
    const reopened = await getException.call(maker, { id });
    expect(reopened.closing.signatures).toMatchObject([{ state: "changed", changedFields: ["status"] }]);
    await db().update(exception).set({ status: "processed", remark: "second look" }).where(eq(exception.id, id));
    const fresh = (await getException.call(maker, { id })).closing.contentHash;
    await closeException.call(maker, { id, password: TEST_PASSWORD, contentHash: fresh });
    const { closing } = await getException.call(maker, { id });
    expect(closing.signatures.map(({ state }) => state)).toEqual(["superseded", "valid"]);
  });

  it("names what was changed behind the product's back: record, signature, trail", async () => {
    const { id } = await processed();
    const { contentHash } = (await getException.call(maker, { id })).closing;
    await closeException.call(maker, { id, password: TEST_PASSWORD, contentHash });
    const [row] = await db()
      .select()
      .from(signature)
      .where(and(eq(signature.recordKind, "exception"), eq(signature.recordId, id)));
    const signatureId = row?.id as number;

    await tamper(sql`update exception set peak = 7.9 where id = ${id}`);
    expect(await problemsOf(id)).toEqual([{ problem: "changed", fields: ["peak"] }]);
    expect((await getException.call(maker, { id })).closing.signatures).toMatchObject([{ state: "changed" }]);
    await tamper(sql`update exception set peak = 11.3 where id = ${id}`);
    expect(await problemsOf(id)).toEqual([]);

    await tamper(sql`update signature set printed_name = 'Somebody Else' where id = ${signatureId}`);
    expect(await problemsOf(id)).toEqual([{ problem: "forged", fields: [] }]);
    expect((await getException.call(maker, { id })).closing.signatures).toMatchObject([{ state: "forged" }]);
    await tamper(sql`update signature set printed_name = ${row?.printedName} where id = ${signatureId}`);
    expect(await problemsOf(id)).toEqual([]);

    const [line] = await trailOf(db(), owner.id, "signature", signatureId);
    await tamper(
      sql`update audit set new_values = jsonb_set(new_values, '{contentHash}', '"0"') where id = ${line?.id}`,
    );
    expect(await problemsOf(id)).toEqual([{ problem: "unrecorded", fields: [] }]);
    expect(await brokenLink(db(), owner.id)).toBe(line?.sequence);
    await tamper(sql`update audit set new_values = ${JSON.stringify(line?.newValues)}::jsonb where id = ${line?.id}`);

    await tamper(sql`delete from signature where id = ${signatureId}`);
    const { problems } = await verifySignatures(systemContext(), SIGNED_RECORDS);
    expect(problems.filter((one) => one.id === signatureId)).toMatchObject([{ problem: "missing" }]);
  });
});
