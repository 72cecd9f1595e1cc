import { randomBytes } from "node:crypto";
import { eq } from "drizzle-orm";
import sharp from "sharp";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { db } from "@/db/client";
import { challenge, knownLogin, userAccount } from "@/db/schema";
import { changePassword } from "@/features/session/password/operations";
import { beginFactor } from "@/features/session/second-factor/operations";
import { createCaptcha, login } from "@/features/session/session.operations";
import { findProof, isProof } from "@/lib/auth/proof-of-work";
import { noScope } from "@/lib/auth/scope";
import { sealSecret } from "@/lib/auth/secret-box";
import { hashToken } from "@/lib/auth/token";
import { newTotpSecret, totpCode } from "@/lib/auth/totp";
import { resetEnvironment } from "@/lib/env/env";
import { liveBus } from "@/lib/live/live";
import type { OperationContext } from "@/lib/operation/context";
import { accountContext, makeUser } from "../factories/account";
import { makeCustomer } from "../factories/world";
import { systemContext } from "../support/contexts";
import { TEST_PASSWORD } from "../support/environment";
import { refusal } from "../support/refusal";

let customerId: number;
let user: Awaited<ReturnType<typeof makeUser>>;

beforeAll(async () => {
  customerId = (await makeCustomer(db())).id;
});
beforeEach(async () => {
  user = await makeUser(db(), customerId);
});
afterAll(async () => {
  await liveBus().close();
  await db().$client.end({ timeout: 5 });
});

const HOME = "192.0.2.10";
let strangers = 0;
/** Each from another network, so that no limit of an address is met. */
function elsewhere(): string {
  strangers += 1;
  return `198.51.100.${strangers}`;
}
const newDevice = () => randomBytes(32).toString("base64url");
const from = (address: string, deviceToken?: string): OperationContext => ({
  ...systemContext(),
  actor: { type: "anonymous" },
  scope: noScope(),
  address,
  deviceToken,
});

const attempt = (ctx: OperationContext, password = TEST_PASSWORD, more = {}) =>
  login.call(ctx, { username: user.username, password, ...more });
const code = async (ctx: OperationContext, password?: string, more?: object) =>
  (await refusal(attempt(ctx, password, more))).code;

describe("five wrong passwords of strangers", () => {
  const lockOut = async () => {
    for (let time = 0; time < 5; time += 1) expect(await code(from(elsewhere()), "Wrong2026")).toBe("PASSWORD_WRONG");
    expect(await code(from(elsewhere()))).toBe("ACCOUNT_LOCKED");
  };

  it("lock the account for all from whom it has never logged in", async () => {
    await lockOut();
    expect(await code(from(HOME))).toBe("ACCOUNT_LOCKED");
  });

  it("do not lock out the device that the account uses, wherever it is by now", async () => {
    const device = newDevice();
    await attempt(from(HOME, device));
    await lockOut();
    expect((await attempt(from("203.0.113.77", device))).result.user.id).toBe(user.id);
  });

  it("do not lock out the network that it uses", async () => {
    await attempt(from(HOME, newDevice()));
    await lockOut();
    expect((await attempt(from(HOME))).result.user.id).toBe(user.id);
    // Nor does the login there set the strangers free.
    expect(await code(from(elsewhere()))).toBe("ACCOUNT_LOCKED");
  });

  it("at a known device lock that device, and nobody else", async () => {
    const [one, other] = [newDevice(), newDevice()];
    await attempt(from(HOME, one));
    await attempt(from("203.0.113.78", other));
    for (let time = 0; time < 5; time += 1) expect(await code(from(HOME, one), "Wrong2026")).toBe("PASSWORD_WRONG");
    expect(await code(from(HOME, one))).toBe("ACCOUNT_LOCKED");
    expect((await attempt(from("203.0.113.79", other))).result.user.id).toBe(user.id);
  });
});

describe("the password that is asked for again within the session", () => {
  const NEXT = { oldPassword: TEST_PASSWORD, newPassword: "Snow2027", confirmPassword: "Snow2027" };
  const guessOutside = async () => {
    for (let time = 0; time < 5; time += 1) await code(from(elsewhere()), "Wrong2026");
    expect(await code(from(elsewhere()))).toBe("ACCOUNT_LOCKED");
  };
  /** The account's session, as its calls come from there. */
  const inside = async (address: string, deviceToken?: string): Promise<OperationContext> => ({
    ...(await accountContext(db(), user)),
    address,
    deviceToken,
  });

  it("is taken on a known device, whatever strangers do", async () => {
    const device = newDevice();
    await attempt(from(HOME, device));
    await guessOutside();
    const owner = await inside("203.0.113.80", device);
    expect(await beginFactor.call(owner, { password: TEST_PASSWORD })).toMatchObject({ secret: expect.any(String) });
    expect((await changePassword.call(owner, NEXT)).result).toEqual({ id: user.id });
    // Nor does that set the strangers free.
    expect(await code(from(elsewhere()), NEXT.newPassword)).toBe("ACCOUNT_LOCKED");
  });

  it("is counted where the session is: five wrong ones lock that device, and no other", async () => {
    const [stolen, own] = [newDevice(), newDevice()];
    for (const device of [stolen, own]) await attempt(from(elsewhere(), device));
    const thief = await inside(elsewhere(), stolen);
    for (let time = 0; time < 5; time += 1)
      expect((await refusal(changePassword.call(thief, { ...NEXT, oldPassword: "Wrong2026" }))).code).toBe(
        "OLD_PASSWORD_WRONG",
      );
    expect((await refusal(changePassword.call(thief, NEXT))).code).toBe("ACCOUNT_LOCKED");
    expect((await changePassword.call(await inside(elsewhere(), own), NEXT)).result).toEqual({ id: user.id });
  });

  it("is counted among the strangers where the session is at a place that the account does not know", async () => {
    await attempt(from(HOME, newDevice()));
    await guessOutside();
    expect((await refusal(changePassword.call(await inside(elsewhere()), NEXT))).code).toBe("ACCOUNT_LOCKED");
  });
});

describe("what is remembered of a login", () => {
  it("is a hash of the device's token, which comes as a cookie that no script reads", async () => {
    const reply = await attempt(from(HOME));
    const cookies = reply.options.cookies ?? [];
    const [, token] =
      /^frostline\.device=([\w-]{43}); Path=\/; HttpOnly; SameSite=Lax; Max-Age=\d+$/.exec(cookies[1] ?? "") ?? [];
    const rows = await db().select().from(knownLogin).where(eq(knownLogin.userId, user.id));
    expect(rows.map(({ kind, hash }) => [kind, hash]).sort()).toEqual([
      ["device", hashToken(token as string)],
      ["network", hashToken(HOME)],
    ]);
  });

  it("is nothing for another account at the same device", async () => {
    const device = newDevice();
    await attempt(from(HOME, device));
    const other = await makeUser(db(), customerId);
    user = other;
    for (let time = 0; time < 5; time += 1) await code(from(elsewhere()), "Wrong2026");
    expect(await code(from(elsewhere(), device))).toBe("ACCOUNT_LOCKED");
  });
});

describe("with the captcha", () => {
  beforeAll(() => {
    process.env.LOGIN_CAPTCHA = "on";
    resetEnvironment();
  });
  afterAll(() => {
    process.env.LOGIN_CAPTCHA = "off";
    resetEnvironment();
  });

  const solved = async () => {
    const [row] = await db()
      .insert(challenge)
      .values({ answerHash: hashToken("abcd"), expiresAt: new Date(Date.now() + 60_000) })
      .returning();
    return { key: row?.key as string, code: "abcd" };
  };

  it("each password after the second wrong one costs a proof for the captcha's key, which stays solved", async () => {
    for (let time = 0; time < 2; time += 1)
      expect(await code(from(elsewhere()), "Wrong2026", await solved())).toBe("PASSWORD_WRONG");
    const [before] = await db().select().from(userAccount).where(eq(userAccount.id, user.id));
    const captcha = await solved();
    const asked = await refusal(attempt(from(elsewhere()), TEST_PASSWORD, captcha));
    expect(asked).toMatchObject({ code: "PROOF_REQUIRED", issues: [{ path: "proof", rule: "proof" }] });
    const proof = await findProof(captcha.key);
    expect(isProof(captcha.key, proof)).toBe(true);
    expect(isProof((await solved()).key, proof)).toBe(false);
    expect(await code(from(elsewhere()), TEST_PASSWORD, { ...captcha, proof: `${proof}1` })).toBe("PROOF_REQUIRED");
    // Neither was a try of the password.
    const [after] = await db().select().from(userAccount).where(eq(userAccount.id, user.id));
    expect(after?.failedLogins).toBe(before?.failedLogins);
    expect((await attempt(from(elsewhere()), TEST_PASSWORD, { ...captcha, proof })).result.user.id).toBe(user.id);
  });

  it("a captcha that was kept for the proof is good for one wrong password", async () => {
    for (let time = 0; time < 2; time += 1) await code(from(elsewhere()), "Wrong2026", await solved());
    const captcha = await solved();
    expect(await code(from(elsewhere()), "Wrong2026", captcha)).toBe("PROOF_REQUIRED");
    const full = { ...captcha, proof: await findProof(captcha.key) };
    expect(await code(from(elsewhere()), "Wrong2026", full)).toBe("PASSWORD_WRONG");
    expect(await code(from(elsewhere()), "Wrong2026", full)).toBe("CAPTCHA_WRONG");
  });

  const withFactor = async () => {
    const secret = newTotpSecret();
    const factor = {
      totpSecret: sealSecret(secret, `user ${user.id}`),
      totpConfirmedAt: new Date(),
      totpLastStep: null,
    };
    await db().update(userAccount).set(factor).where(eq(userAccount.id, user.id));
    return () => totpCode(secret, new Date());
  };

  it("a stranger's wrong password leaves what the owner has begun", async () => {
    const device = newDevice();
    await attempt(from(HOME, device), TEST_PASSWORD, await solved());
    const codeNow = await withFactor();
    const captcha = await solved();
    expect(await code(from(HOME, device), TEST_PASSWORD, captcha)).toBe("SECOND_FACTOR_REQUIRED");
    expect(await code(from(elsewhere()), "Wrong2026", await solved())).toBe("PASSWORD_WRONG");
    const entered = await attempt(from(HOME, device), TEST_PASSWORD, { key: captcha.key, totp: codeNow() });
    expect(entered.result.user.id).toBe(user.id);
  });

  it("one captcha is good for three codes of the second factor, and being asked again gives no more", async () => {
    await withFactor();
    const captcha = await solved();
    const tried = (more: object = {}) => code(from(HOME), TEST_PASSWORD, { key: captcha.key, ...more });
    expect(await code(from(HOME), TEST_PASSWORD, captcha)).toBe("SECOND_FACTOR_REQUIRED");
    const proof = await findProof(captcha.key);
    for (let time = 0; time < 3; time += 1) {
      expect(await tried({ proof })).toBe("SECOND_FACTOR_REQUIRED");
      expect(await tried({ proof, totp: "000000" })).toBe("SECOND_FACTOR_WRONG");
    }
    expect(await tried({ proof })).toBe("CAPTCHA_WRONG");
  });

  it("requests at once share neither a captcha nor a proof", async () => {
    for (let time = 0; time < 2; time += 1) await code(from(elsewhere()), "Wrong2026", await solved());
    const captcha = await solved();
    expect(await code(from(elsewhere()), "Wrong2026", captcha)).toBe("PROOF_REQUIRED");
    const full = { ...captcha, proof: await findProof(captcha.key) };
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, guess) => code(from(elsewhere()), `Wrong${guess}`, full)),
    );
    expect(answers.toSorted()).toEqual([...Array(5).fill("CAPTCHA_WRONG"), "PASSWORD_WRONG"]);
    const [row] = await db().select().from(userAccount).where(eq(userAccount.id, user.id));
    expect(row?.failedLogins).toBe(3);
  });

  it("the picture is made of pixels: there is no path to compare with the font's", async () => {
    const drawn = async () => (await createCaptcha.call(from(elsewhere()), {})).svg;
    const svg = await drawn();
    expect(svg).not.toMatch(/<path|<text|\sd="/);
    const [, data] = /href="data:image\/png;base64,([^"]+)"/.exec(svg) ?? [];
    const picture = sharp(Buffer.from(data as string, "base64"));
    expect(await picture.metadata()).toMatchObject({ format: "png", width: 240, height: 80 });
    // Letters and noise: dark and light, and no two pictures alike.
    const { channels } = await picture.stats();
    expect(channels[0]?.stdev).toBeGreaterThan(25);
    expect(await drawn()).not.toBe(svg);
  });
});
