/** Wrong passwords or second factors in a row that lock an account (decisions, section 1). */
export const MAXIMUM_FAILURES = 5;
export const LOCK_MINUTES = 15;
/** Wrong passwords in a row after which each try costs a proof of work. */
export const PROOF_AFTER = 2;
/** Devices and networks that are remembered for an account. */
export const MAXIMUM_KNOWN = 50;
/** Logins tried from one address within a minute. */
export const LOGINS_PER_MINUTE = 30;
/** How long a solved captcha is not asked for again while the second factor is. */
export const TICKET_SECONDS = 300;
/** Codes of the second factor that may be tried with one captcha. */
export const TICKET_TRIES = 3;

export type LoginState = { failedLogins: number; lockedUntil: Date | null };

/** Whether the account is locked now. */
export const isLocked = ({ lockedUntil }: LoginState, now: Date): boolean => lockedUntil !== null && lockedUntil > now;

/** The state after a wrong password: the fifth in a row locks, and the count starts anew. */
export function afterFailure(state: LoginState, now: Date): LoginState {
  const failedLogins = state.failedLogins + 1;
  if (failedLogins < MAXIMUM_FAILURES) return { failedLogins, lockedUntil: null };
  return { failedLogins: 0, lockedUntil: new Date(now.getTime() + LOCK_MINUTES * 60_000) };
}

/** The state after a right password. */
export const NO_FAILURES: LoginState = { failedLogins: 0, lockedUntil: null };

/** What a solved captcha is still good for. */
export type Ticket = { expiresAt: Date; triesLeft: number };

/** What a captcha is good for that was solved just now. */
export const newTicket = (now: Date): Ticket => ({
  expiresAt: new Date(now.getTime() + TICKET_SECONDS * 1000),
  triesLeft: TICKET_TRIES,
});

/** The ticket after a wrong code; null when that was the last try. */
export const afterWrongCode = ({ expiresAt, triesLeft }: Ticket): Ticket | null =>
  triesLeft > 1 ? { expiresAt, triesLeft: triesLeft - 1 } : null;

/** Captcha answers are compared without case. */
export const normaliseCaptcha = (answer: string): string => answer.trim().toLowerCase();

/** The parameters that sessions obey, by code, with what holds where one is missing or makes no sense. */
export const SESSION_PARAMETERS = {
  "session.hours": { fallback: 12, minimum: 1, maximum: 720 },
  "session.captchaSeconds": { fallback: 120, minimum: 10, maximum: 3600 },
} as const;

export type SessionSettings = { sessionSeconds: number; captchaSeconds: number };

/** The settings as the rows of the parameter table say, each within its bounds. */
export function sessionSettings(rows: readonly { code: string; content: string }[]): SessionSettings {
  const within = (code: keyof typeof SESSION_PARAMETERS) => {
    const { fallback, minimum, maximum } = SESSION_PARAMETERS[code];
    const text = rows.find((row) => row.code === code)?.content.trim() ?? "";
    return /^\d{1,9}$/.test(text) ? Math.min(maximum, Math.max(minimum, Number(text))) : fallback;
  };
  return { sessionSeconds: within("session.hours") * 3600, captchaSeconds: within("session.captchaSeconds") };
}
