export const NAME_LENGTH = 100;
export const TEXT_LENGTH = 1000;
export const REASON_LENGTH = 250;
export const LABEL_LENGTH = 20;
export const MOST_POINTS = 200;
export const COUNT_MAXIMUM = 50;
export const METRES = { minimum: 0.1, maximum: 1000 } as const;
export const SAMPLING_SECONDS = { minimum: 10, maximum: 3600, default: 300 } as const;
/** Samples of a point: a week at 30 seconds, a month at 130. */
export const MOST_SAMPLES = 20_000;
/** Up to thirty days. */
export const DURATION_MINUTES = { minimum: 1, maximum: 43_200, default: 2880 } as const;
export const TIMEOUT_MINUTES = { minimum: 1, maximum: 10_080, default: 60 } as const;
/** The share of the record that may be missing, in percent. */
export const GAP_PERCENT = { minimum: 0, maximum: 50, default: 5 } as const;
/** Yearly, unless somebody says otherwise. */
export const VALID_MONTHS = { minimum: 1, maximum: 60, default: 12 } as const;
/** A due verification is announced so many days before. */
export const REMIND_DAYS = 30;
