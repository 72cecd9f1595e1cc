/** How long a login QR code is good (specification, section 9). */
export const QRCODE_SECONDS = 300;
/** Codes made by one account, and tried from one address, within a minute. */
export const QRCODES_PER_MINUTE = 30;

/** The page that the other device opens. */
export const qrLoginUrl = (origin: string, locale: string, key: string): string =>
  `${origin}/${locale}/qrLogin?key=${encodeURIComponent(key)}`;
