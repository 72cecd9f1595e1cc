import type { ScopeType } from "@/db/enums";
/** Consecutive wrong passwords or second factors that lock an account (decisions, section 1). */
export const MAXIMUM_FAILURES = 5;
export const LOCK_MINUTES = 15;
/** Consecutive wrong passwords after which each attempt requires a proof of work. */
export const PROOF_AFTER = 2;
/** The most devices and networks that are stored per account. */
export const MAXIMUM_KNOWN = 50;
/** Login attempts from one network address within a minute. */
export const LOGINS_PER_MINUTE = 30;
/** How long a solved captcha remains valid while the second factor is requested, in seconds. */
export const TICKET_SECONDS = 300;
/** Second-factor codes that may be tried with one captcha. */
export const TICKET_TRIES = 3;

export type LoginState = { failedLogins: number; lockedUntil: Date | null };

/** Whether the account is locked now. */
export const isLocked = ({ lockedUntil }: LoginState, now: Date): boolean => lockedUntil !== null && lockedUntil > now;

/** The state after a wrong password. The fifth in a row locks the account and resets the count. */
export function afterFailure(state: LoginState, now: Date): LoginState {
  const failedLogins = state.failedLogins + 1;
  if (failedLogins < MAXIMUM_FAILURES) return { failedLogins, lockedUntil: null };
  return { failedLogins: 0, lockedUntil: new Date(now.getTime() + LOCK_MINUTES * 60_000) };
}

/** The state after a correct password. */
export const NO_FAILURES: LoginState = { failedLogins: 0, lockedUntil: null };

/** The remaining validity of a solved captcha. */
export type Ticket = { expiresAt: Date; triesLeft: number };

/** The validity of a captcha that was just solved. */
export const newTicket = (now: Date): Ticket => ({
  expiresAt: new Date(now.getTime() + TICKET_SECONDS * 1000),
  triesLeft: TICKET_TRIES,
});

/** The ticket after a wrong code; null after the last attempt. */
export const afterWrongCode = ({ expiresAt, triesLeft }: Ticket): Ticket | null =>
  triesLeft > 1 ? { expiresAt, triesLeft: triesLeft - 1 } : null;

/** Captcha answers are compared case-insensitively. */
export const normaliseCaptcha = (answer: string): string => answer.trim().toLowerCase();

/** The session parameters by code, with the default if one is missing or invalid. */
export const SESSION_PARAMETERS = {
  "session.hours": { fallback: 12, minimum: 1, maximum: 720 },
  "session.limit": { fallback: 5, minimum: 1, maximum: 100 },
  "session.captchaSeconds": { fallback: 120, minimum: 10, maximum: 3600 },
} as const;

/** `sessionLimit`: how many sessions an account may have at once. */
export type SessionSettings = { sessionSeconds: number; sessionLimit: number; captchaSeconds: number };

/** The settings from the rows of the parameter table, each within its bounds. */
export function sessionSettings(rows: readonly { code: string; content: string }[]): SessionSettings {
  const within = (code: keyof typeof SESSION_PARAMETERS) => {
    const { fallback, minimum, maximum } = SESSION_PARAMETERS[code];
    const text = rows.find((row) => row.code === code)?.content.trim() ?? "";
    return /^\d{1,9}$/.test(text) ? Math.min(maximum, Math.max(minimum, Number(text))) : fallback;
  };
  return {
    sessionSeconds: within("session.hours") * 3600,
    sessionLimit: within("session.limit"),
    captchaSeconds: within("session.captchaSeconds"),
  };
}

/** The categories of an account by its scope type (specification, section 6, "Scope category"). */
export const categoriesOf = (type: ScopeType) => ({
  sysScope: type === 2 || type === 3,
  sysAdmin: type === 3,
  scopeAdmin: type === 1,
});
