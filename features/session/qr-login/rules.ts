/** The lifetime of a login QR code (specification, section 9). */
export const QRCODE_SECONDS = 300;
/** Codes created by one account, and tried from one network address, within a minute. */
export const QRCODES_PER_MINUTE = 30;

/** The page that the other device opens. */
export const qrLoginUrl = (origin: string, locale: string, key: string): string =>
  `${origin}/${locale}/qrLogin?key=${encodeURIComponent(key)}`;

/** Whole seconds from `now` (epoch ms) to the instant, never negative. */
export const secondsUntil = (instant: string, now: number): number =>
  Math.max(0, Math.ceil((Date.parse(instant) - now) / 1000));

/** Formats seconds as `4:05`. */
export const clockOf = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
