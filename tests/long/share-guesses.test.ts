import { randomBytes } from "node:crypto";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect } from "vitest";
import { db } from "@/db/client";
import { shareOpening } from "@/db/schema";
import { publicCodes } from "@/features/share-code/public.operations";
import { hashPassword } from "@/lib/auth/password";
import { AppError } from "@/lib/errors";
import { closeRateLimits } from "@/lib/http/rate-limit";
import { anonymousContext } from "@/lib/operation/request-context";
import { makeShare } from "../factories/share";
import { makeCustomer, makeFridge } from "../factories/world";
import { longSuite, longTest } from "../support/long";

const GUESSES = 10_000;
const suite = longSuite(null);
const test = longTest(null);

suite("10,000 guesses of a code", () => {
  let shares: Awaited<ReturnType<typeof makeShare>>[];

  beforeAll(async () => {
    const owner = await makeCustomer(db());
    const { carrier } = await makeFridge(db(), owner);
    const pinHash = await hashPassword("4711");
    shares = await Promise.all(
      Array.from({ length: 40 }, (_, index) =>
        makeShare(db(), owner.id, { carrierId: carrier.id, pinHash: index % 2 === 0 ? pinHash : null }),
      ),
    );
  });
  afterAll(async () => {
    closeRateLimits();
    await db().$client.end({ timeout: 5 });
  });

  const guess = (address: string, key: string) =>
    publicCodes.view.call({ ...anonymousContext(new Headers(), "en-US"), address }, { key }).then(
      () => "found",
      (error: unknown) => (error instanceof AppError ? error.code : "broken"),
    );
  const count = (answers: readonly string[], answer: string) => answers.filter((one) => one === answer).length;

  /** As a guesser would try: at random, and close to codes that exist. */
  const guessed = (index: number) => {
    const code = shares[index % shares.length]?.code as string;
    if (index % 4 === 0) return `${code.slice(0, -1)}${code.endsWith("A") ? "B" : "A"}`;
    if (index % 4 === 1) return code.toLowerCase() === code ? code.toUpperCase() : code.toLowerCase();
    return randomBytes(18).toString("base64url");
  };

  test("from one network find nothing, and hardly any is looked up", async () => {
    closeRateLimits();
    const started = performance.now();
    const answers: string[] = [];
    for (let index = 0; index < GUESSES; index += 1) answers.push(await guess("203.0.113.9", guessed(index)));
    const minutes = Math.floor((performance.now() - started) / 60_000) + 1;
    expect(count(answers, "found") + count(answers, "broken")).toBe(0);
    expect(count(answers, "NOT_FOUND")).toBeLessThanOrEqual(60 * minutes);
    expect(count(answers, "RATE_LIMITED")).toBeGreaterThanOrEqual(GUESSES - 60 * minutes);
  });

  test("from many networks find nothing either", async () => {
    closeRateLimits();
    const answers: string[] = [];
    for (let index = 0; index < GUESSES; index += 1)
      answers.push(await guess(`198.51.${(index >> 8) & 255}.${index & 255}`, guessed(index)));
    expect(count(answers, "found") + count(answers, "broken")).toBe(0);
    for (const { id } of shares)
      expect(await db().select().from(shareOpening).where(eq(shareOpening.shareCodeId, id))).toEqual([]);
  });

  test("of a PIN stop at ten in a quarter of an hour, from however many networks", async () => {
    closeRateLimits();
    const code = shares[0]?.code as string;
    const answers = await Promise.all(
      Array.from({ length: 60 }, (_, index) =>
        publicCodes.open
          .call(
            { ...anonymousContext(new Headers(), "en-US"), address: `192.0.2.${index}` },
            { key: code, pin: String(1000 + index) },
          )
          .then(
            () => "opened",
            (error: unknown) => (error instanceof AppError ? error.code : "broken"),
          ),
      ),
    );
    expect(count(answers, "opened") + count(answers, "broken")).toBe(0);
    expect(count(answers, "NOT_FOUND")).toBe(10);
  });

  test("take as long whatever is wrong: no code, one that is over, or a wrong PIN", async () => {
    closeRateLimits();
    const { customerId, carrierId } = shares[0] as (typeof shares)[number];
    const pinHash = await hashPassword("4711");
    const past = new Date(Date.now() - 60_000);
    const made = async (values: Parameters<typeof makeShare>[2]) =>
      (await makeShare(db(), customerId, { carrierId, pinHash, ...values })).code;
    const codes: Record<string, () => Promise<string>> = {
      unknown: async () => randomBytes(18).toString("base64url"),
      expired: () => made({ expiresAt: past }),
      revoked: () => made({ revokedAt: past }),
      usedUp: () => made({ useLimit: 1, useCount: 1 }),
      wrongPin: () => made({}),
    };
    const taken = new Map<string, { opening: number[]; viewing: number[] }>();
    for (const kind of Object.keys(codes)) taken.set(kind, { opening: [], viewing: [] });
    const timed = async (work: Promise<unknown>) => {
      const started = performance.now();
      await work.catch(() => {});
      return performance.now() - started;
    };
    let reader = 0;
    for (let round = 0; round < 20; round += 1)
      for (const [kind, codeOf] of Object.entries(codes)) {
        const key = await codeOf();
        reader += 1;
        const ctx = { ...anonymousContext(new Headers(), "en-US"), address: `100.64.${reader >> 8}.${reader & 255}` };
        taken.get(kind)?.opening.push(await timed(publicCodes.open.call(ctx, { key, pin: "9999" })));
        taken.get(kind)?.viewing.push(await timed(publicCodes.view.call(ctx, { key })));
      }
    const medians = (of: "opening" | "viewing") =>
      [...taken].map(([kind, times]) => [kind, times[of].toSorted((a, b) => a - b)[10] as number] as const);
    const spread = (of: readonly (readonly [string, number])[]) => {
      const times = of.map(([, ms]) => ms);
      return Math.max(...times) - Math.min(...times);
    };
    const [opening, viewing] = [medians("opening"), medians("viewing")];
    console.log(`refused openings ${JSON.stringify(opening)} ms, pages ${JSON.stringify(viewing)} ms`);
    // The wait fills up to half a second; beyond a network, a few milliseconds cannot be told apart.
    expect(spread(opening)).toBeLessThan(10);
    expect(spread(viewing)).toBeLessThan(3);
  });
});
