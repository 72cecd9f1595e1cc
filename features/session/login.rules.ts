import { LOCALES, toLocale } from "@/lib/i18n/routing";

/** Why a login was refused; each has a text under `login.error`. */
export const LOGIN_REFUSALS = [
  "usernameRequired",
  "passwordRequired",
  "codeRequired",
  "totpRequired",
  "accountUnknown",
  "passwordWrong",
  "codeWrong",
  "totpWrong",
  "locked",
  "rateLimited",
  "failed",
  "network",
  "timeout",
  "server",
] as const;
export type LoginRefusal = (typeof LOGIN_REFUSALS)[number];

export type LoginField = "username" | "password" | "code" | "totp" | "form";

/** What an answer of the login call means for the form. */
export type LoginOutcome =
  | { kind: "enter"; locale: string | null }
  /** The password was right, and the second factor is asked for. */
  | { kind: "factor" }
  /** The same again, with a proof of work for the captcha's key. */
  | { kind: "proof" }
  | { kind: "refused"; field: LoginField; text: LoginRefusal; requestId?: string };

type Envelope = {
  state?: { code?: number; requestId?: string };
  data?: { user?: { locale?: string | null } };
} | null;

const REFUSALS: Record<number, { field: LoginField; text: LoginRefusal }> = {
  500087: { field: "username", text: "accountUnknown" },
  500088: { field: "password", text: "passwordWrong" },
  500106: { field: "code", text: "codeWrong" },
  500109: { field: "totp", text: "totpWrong" },
  500107: { field: "form", text: "locked" },
  500103: { field: "form", text: "failed" },
  // The same by the older API.
  50098: { field: "form", text: "failed" },
  429: { field: "form", text: "rateLimited" },
};

type Typed = Record<Exclude<LoginField, "form">, string>;
type Step = { withCaptcha: boolean; isAsked: boolean };

/** The first field that is asked for and empty, as a refusal beside it; `isAsked`: the second factor is, too. */
export function missingField(
  { username, password, code, totp }: Typed,
  { withCaptcha, isAsked }: Step,
): Extract<LoginOutcome, { kind: "refused" }> | null {
  if (!username) return { kind: "refused", field: "username", text: "usernameRequired" };
  if (!password) return { kind: "refused", field: "password", text: "passwordRequired" };
  if (withCaptcha && !code) return { kind: "refused", field: "code", text: "codeRequired" };
  if (isAsked && !totp) return { kind: "refused", field: "totp", text: "totpRequired" };
  return null;
}

const SUCCESS = 200000;
const ALREADY_SIGNED_IN = 500105;
const SECOND_FACTOR_REQUIRED = 500108;
const PROOF_REQUIRED = 500114;

/** Reads the envelope; the business code wins over the HTTP status. */
export function loginOutcome(status: number, envelope: Envelope): LoginOutcome {
  const code = envelope?.state?.code ?? status;
  if (code === SUCCESS || code === ALREADY_SIGNED_IN) {
    return { kind: "enter", locale: envelope?.data?.user?.locale ?? null };
  }
  if (code === PROOF_REQUIRED) return { kind: "proof" };
  if (code === SECOND_FACTOR_REQUIRED) return { kind: "factor" };
  const refusal = REFUSALS[code];
  if (refusal) return { kind: "refused", ...refusal };
  return { kind: "refused", field: "form", text: "server", requestId: envelope?.state?.requestId };
}

/**
 * Where to go after login: a path of this site with its query, in the given language; home for anything else.
 * An absolute address, a protocol-relative one or a back-slash would lead away, so none of them is taken.
 */
export function nextPath(wanted: string | null | undefined, locale: string): string {
  const home = `/${locale}/home`;
  if (!wanted?.startsWith("/") || /^\/[/\\]|[\\\p{Cc}]/u.test(wanted)) return home;
  const url = new URL(wanted, "http://site.invalid");
  if (url.host !== "site.invalid") return home;
  const [, first = "", ...rest] = url.pathname.split("/");
  if (!LOCALES.some((known) => known === first) || rest[0] === "login" || rest.join("") === "") return home;
  return `/${[locale, ...rest].join("/")}${url.search}${url.hash}`;
}

/**
 * Where a login leads: to the page that was wanted, in the language of now; without one to the home page in the
 * account's own language, unless another was chosen at the login, which shows in `wanted` naming the one before.
 */
export function destination(wanted: string | null | undefined, locale: string, own: string | null): string {
  const path = nextPath(wanted, locale);
  const before = toLocale(wanted?.split("/")[1]);
  const isChosenHere = before !== undefined && before !== locale;
  const home = toLocale(own);
  return home && !isChosenHere && path === `/${locale}/home` ? `/${home}/home` : path;
}

/** Ends of a session that the login tells of; each has a text under `login.ended`. */
export const TOLD_ENDS = ["replaced", "cancelled", "password-changed"] as const;
export type ToldEnd = (typeof TOLD_ENDS)[number];

/** What to tell of an end, if anything. */
export const toldEnd = (reason: string | null | undefined): ToldEnd | null =>
  TOLD_ENDS.find((known) => known === reason) ?? null;

/** Why single sign-on let somebody stay out; each but the first has a text of its own under `login.error`. */
export const SIGN_ON_REFUSALS = ["accountEnded", "customerStopped", "otherCustomer", "unassigned"] as const;
export type SignOnRefusal = (typeof SIGN_ON_REFUSALS)[number];

/** Errors with which next-auth leads back to the login, ours by their names, and their texts under `login.error`. */
const RETURNED = {
  accountEnded: "failed",
  customerStopped: "customerStopped",
  otherCustomer: "otherCustomer",
  unassigned: "unassigned",
  LOGIN_FAILED: "failed",
  ACCOUNT_UNKNOWN: "accountUnknown",
  PASSWORD_WRONG: "passwordWrong",
  CAPTCHA_WRONG: "codeWrong",
  SECOND_FACTOR_REQUIRED: "totpRequired",
  SECOND_FACTOR_WRONG: "totpWrong",
  ACCOUNT_LOCKED: "locked",
  RATE_LIMITED: "rateLimited",
} as const;
type Returned = (typeof RETURNED)[keyof typeof RETURNED] | "providerFailed";

/** The text for the `error` of the login's address: next-auth's own errors all mean that single sign-on failed. */
export function returnedError(error: string | undefined): Returned | null {
  if (!error) return null;
  return Object.hasOwn(RETURNED, error) ? RETURNED[error as keyof typeof RETURNED] : "providerFailed";
}

/** The page that was wanted: by `next`, or by next-auth's `callbackUrl`, of which only the path counts. */
export function wantedOf(next: string | undefined, callbackUrl: string | undefined): string | undefined {
  if (next || !callbackUrl || !URL.canParse(callbackUrl)) return next;
  const { pathname, search, hash } = new URL(callbackUrl);
  return `${pathname}${search}${hash}`;
}
