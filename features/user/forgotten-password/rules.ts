/** How long a mail about a forgotten password is valid. */
export const RESET_MINUTES = 30;
/** Mails to one account within an hour; further requests are answered alike and send nothing. */
export const RESETS_PER_HOUR = 3;
/** Requests of one network in ten minutes. */
export const REQUESTS: readonly [limit: number, windowSeconds: number] = [10, 600];
/** Keys that one network may try in ten minutes. */
export const TRIES: readonly [limit: number, windowSeconds: number] = [30, 600];

/** What is known about an account whose password was forgotten. */
export type Forgetful = { isActive: boolean; email: string | null; isSingleSignOn: boolean; recentResets: number };

/**
 * Whether a mail is sent: to active accounts with an address, three an hour at most. Accounts of the single sign-on
 * provider get none, because a password here would evade the provider's checks.
 */
export const maySendReset = ({ isActive, email, isSingleSignOn, recentResets }: Forgetful): boolean =>
  isActive && Boolean(email) && !isSingleSignOn && recentResets < RESETS_PER_HOUR;

export const resetExpiry = (now: Date): Date => new Date(now.getTime() + RESET_MINUTES * 60_000);

/** The key in what somebody entered: the key alone, or the link of the mail. */
export function keyOf(entered: string): string {
  const text = entered.trim();
  const [, key] = /^https?:\/\/\S+[?&]key=([\w-]+)/.exec(text) ?? [];
  return key ?? text;
}
