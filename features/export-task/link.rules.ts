/** A larger file is not attached: many mail servers refuse it. */
export const ATTACHED_BYTES = 10 * 1024 * 1024;
export const LINK_DAYS = 7;
/** Calls per minute: of one link, and from one address. */
export const RATE = { link: 20, address: 60, seconds: 60 } as const;

const PATH = "/exportFile";

/** The page of a link, in the reader's language. */
export const linkPath = (locale: string, token: string): string => `/${locale}${PATH}?key=${token}`;

/** When a link sent at `now` expires: after a week, or with the file. */
export const linkExpiry = (now: Date, fileExpiresAt: Date | null): Date => {
  const week = new Date(now.getTime() + LINK_DAYS * 86_400_000);
  return fileExpiresAt && fileExpiresAt < week ? fileExpiresAt : week;
};
