/** Wrong passwords in a row that lock an account (decisions, section 1). */
export const MAXIMUM_FAILURES = 5;
export const LOCK_MINUTES = 15;
/** A captcha answers once, within this time. */
export const CAPTCHA_SECONDS = 120;
/** Logins tried from one address within a minute. */
export const LOGINS_PER_MINUTE = 30;

export type LoginState = { failedLogins: number; lockedUntil: Date | null };

/** Whether the account is locked now. */
export const isLocked = ({ lockedUntil }: LoginState, now: Date): boolean => lockedUntil !== null && lockedUntil > now;

/** The state after a wrong password: the fifth in a row locks, and the count starts anew. */
export function afterFailure(state: LoginState, now: Date): LoginState {
  const failedLogins = state.failedLogins + 1;
  if (failedLogins < MAXIMUM_FAILURES) return { failedLogins, lockedUntil: null };
  return { failedLogins: 0, lockedUntil: new Date(now.getTime() + LOCK_MINUTES * 60_000) };
}

/** Captcha answers are compared without case. */
export const normaliseCaptcha = (answer: string): string => answer.trim().toLowerCase();
