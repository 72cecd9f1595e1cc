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

/** The meaning of a login response for the form. */
export type LoginOutcome =
  | { kind: "enter"; locale: string | null }
  /** The password is correct, and the second factor is required. */
  | { kind: "factor" }
  /** Repeat with a proof of work for the captcha's key. */
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
  // The same code in the older API.
  50098: { field: "form", text: "failed" },
  429: { field: "form", text: "rateLimited" },
};

type Typed = Record<Exclude<LoginField, "form">, string>;
type Step = { withCaptcha: boolean; isAsked: boolean };

/** The first empty required field, as a refusal; `isAsked`: the second factor is required, too. */
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

/** Interprets the envelope; the business code takes precedence over the HTTP status. */
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
 * The path to open after login: a path of this site with its query, in the given language; home for anything else.
 * Absolute and protocol-relative addresses and back-slashes are rejected because they could lead to another site.
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
 * The target of a login: the requested page in the current language; else the home page in the account's own language,
 * unless another language was selected on the login page, which is detected from the language in `wanted`.
 */
export function destination(wanted: string | null | undefined, locale: string, own: string | null): string {
  const path = nextPath(wanted, locale);
  const before = toLocale(wanted?.split("/")[1]);
  const isChosenHere = before !== undefined && before !== locale;
  const home = toLocale(own);
  return home && !isChosenHere && path === `/${locale}/home` ? `/${home}/home` : path;
}

/** Reasons for the end of a session that the login page shows; each has a text under `login.ended`. */
export const SHOWN_ENDS = ["replaced", "cancelled", "password-changed"] as const;
export type ShownEnd = (typeof SHOWN_ENDS)[number];

/** The reason to show, if any. */
export const shownEnd = (reason: string | null | undefined): ShownEnd | null =>
  SHOWN_ENDS.find((known) => known === reason) ?? null;

/** Why single sign-on refused a login; each but the first has its own text under `login.error`. */
export const SIGN_ON_REFUSALS = ["accountEnded", "customerStopped", "otherCustomer", "unassigned"] as const;
export type SignOnRefusal = (typeof SIGN_ON_REFUSALS)[number];

/** Error codes with which next-auth returns to the login, including our own, and their texts under `login.error`. */
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

/** The text for the `error` parameter of the login. All of next-auth's own errors mean that single sign-on failed. */
export function returnedError(error: string | undefined): Returned | null {
  if (!error) return null;
  return Object.hasOwn(RETURNED, error) ? RETURNED[error as keyof typeof RETURNED] : "providerFailed";
}

/** The requested page: from `next`, or the path of next-auth's `callbackUrl`. */
export function wantedOf(next: string | undefined, callbackUrl: string | undefined): string | undefined {
  if (next || !callbackUrl || !URL.canParse(callbackUrl)) return next;
  const { pathname, search, hash } = new URL(callbackUrl);
  return `${pathname}${search}${hash}`;
}
