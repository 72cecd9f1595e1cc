import { request } from "@playwright/test";
import { type Account, call, makePlatformAdministrator } from "./callers";
import { CALLERS, type Caller } from "./plan";

const DEMO: Partial<Record<Caller, string>> = {
  root: "root",
  platform: "platform",
  agent: "agent",
  admin: "admin",
  user: "user",
};

/** The account of each caller. A caller without an account is skipped; `nobody` needs none. */
export type Accounts = Partial<Record<Caller, Account | null>>;

/**
 * The accounts that callers log in with: those of the demo world, or, if CRAWL_ACCOUNTS is set
 * (`admin=nurse7,platform=ops2`), only those it names, all with CRAWL_PASSWORD. Root creates a platform administrator
 * if none is named.
 */
export async function accountsOf(
  baseURL: string,
  callers: readonly Caller[],
  { CRAWL_ACCOUNTS, CRAWL_PASSWORD }: Readonly<Record<string, string | undefined>>,
): Promise<Accounts> {
  const password = CRAWL_PASSWORD || "Frost2026";
  const names = CRAWL_ACCOUNTS ? readNames(CRAWL_ACCOUNTS) : DEMO;
  const accounts: Accounts = {};
  for (const caller of callers) {
    const username = names[caller];
    if (caller === "nobody") accounts.nobody = null;
    else if (username) accounts[caller] = { username, password };
    else if (caller === "platformAdmin" && names.root)
      accounts.platformAdmin = await makeOne(baseURL, { username: names.root, password });
  }
  return accounts;
}

function readNames(text: string): Partial<Record<Caller, string>> {
  return Object.fromEntries(
    text.split(",").map((pair) => {
      const [caller = "", name = ""] = pair.split("=");
      if (!CALLERS.includes(caller as Caller) || !name) throw new Error(`CRAWL_ACCOUNTS: ${pair} is no caller=account`);
      return [caller, name];
    }),
  );
}

async function makeOne(baseURL: string, rootAccount: Account): Promise<Account> {
  const [root, own] = await Promise.all([request.newContext({ baseURL }), request.newContext({ baseURL })]);
  try {
    await call(root, "POST", "user/login", rootAccount);
    return await makePlatformAdministrator(root, own, rootAccount.password);
  } finally {
    await Promise.all([root.dispose(), own.dispose()]);
  }
}
