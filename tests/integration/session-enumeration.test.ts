import { randomUUID } from "node:crypto";
import { verify } from "@node-rs/argon2";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { db } from "@/db/client";
import { login } from "@/features/session/session.operations";
import { liveBus } from "@/lib/live/live";
import { accountContext, makeUser, type UserOptions } from "../factories/account";
import { makeCustomer } from "../factories/world";

// The real one, watched: time itself is no measure on a busy machine.
vi.mock("@node-rs/argon2", async (original) => {
  const argon2 = await original<typeof import("@node-rs/argon2")>();
  return { ...argon2, hash: argon2.hash, verify: vi.fn(argon2.verify) };
});

let customerId: number;
let stranger: Parameters<typeof login.call>[0];

beforeAll(async () => {
  customerId = (await makeCustomer(db())).id;
  const { actor: _, ...base } = await accountContext(db(), await makeUser(db(), customerId));
  stranger = { ...base, actor: { type: "anonymous" } };
});
afterAll(async () => {
  await liveBus().close();
  await db().$client.end({ timeout: 5 });
});

const nameOf = async (options: UserOptions) => (await makeUser(db(), customerId, options)).username;

const ACCOUNTS: [string, () => Promise<string>, string][] = [
  ["unknown", async () => `nobody-${randomUUID().slice(0, 8)}`, "ACCOUNT_UNKNOWN"],
  ["known", () => nameOf({}), "PASSWORD_WRONG"],
  ["cancelled", () => nameOf({ status: "cancelled" }), "PASSWORD_WRONG"],
  ["locked", () => nameOf({ lockedUntil: new Date(Date.now() + 60_000) }), "ACCOUNT_LOCKED"],
  ["kept by a second factor", () => nameOf({ totpSecret: "v1.x", totpConfirmedAt: new Date() }), "PASSWORD_WRONG"],
  ["obliged to change the password", () => nameOf({ mustChangePassword: true }), "PASSWORD_WRONG"],
];

describe("a wrong password costs one hash of the same strength, so that time tells nothing", () => {
  it.each(ACCOUNTS)("where the account is %s", async (_, who, code) => {
    const username = await who();
    vi.mocked(verify).mockClear();
    await expect(login.call(stranger, { username, password: "wrong" })).rejects.toMatchObject({ code });
    expect(vi.mocked(verify).mock.calls).toHaveLength(1);
    expect(vi.mocked(verify).mock.calls[0]?.[0]).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  });
});
