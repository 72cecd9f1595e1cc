import { type Db, openDb } from "@/db/client";
import { challenge } from "@/db/schema";
import { hashToken } from "@/lib/auth/token";
import { login, makeUser, type UserOptions } from "../factories/account";
import { makeCustomer } from "../factories/world";
import { startProduct } from "./server";

/** A captcha with a known answer. */
export async function makeCaptcha(db: Db, answer = "abcd", seconds = 120) {
  const expiresAt = new Date(Date.now() + seconds * 1000);
  const [row] = await db
    .insert(challenge)
    .values({ answerHash: hashToken(answer), expiresAt })
    .returning();
  return { key: row?.key as string, code: answer };
}

/** The running web server with the captcha on, its database, and a customer with accounts that log in. */
export async function startSessionProduct() {
  const product = await startProduct({ env: { LOGIN_CAPTCHA: "on" }, hasWorker: false });
  const db = openDb(product.databaseUrl, 4);
  const owner = await makeCustomer(db);
  const captcha = (answer?: string, seconds?: number) => makeCaptcha(db, answer, seconds);
  return {
    product,
    db,
    owner,
    captcha,
    member: (options: UserOptions = {}) => makeUser(db, owner.id, options),
    /** Logs in over HTTP with the captcha solved. */
    enter: async (username: string, fields: Record<string, unknown> = {}) =>
      login(product.baseUrl, username, { ...(await captcha()), ...fields }),
    async stop() {
      await db.$client.end({ timeout: 5 });
      await product.stop();
    },
  };
}

export type SessionProduct = Awaited<ReturnType<typeof startSessionProduct>>;

/** The header that authenticates a request without a cookie. */
export const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
