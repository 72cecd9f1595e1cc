/** The states that have a colour. An icon or a word always accompanies the colour. */
export const TONES = ["normal", "warning", "above", "below", "critical", "offline", "paused"] as const;
export type Tone = (typeof TONES)[number];

export const TONE_SOFT: Record<Tone, string> = {
  normal: "border-normal-line bg-normal-soft text-normal",
  warning: "border-warning-line bg-warning-soft text-warning",
  above: "border-above-line bg-above-soft text-above",
  below: "border-below-line bg-below-soft text-below",
  critical: "border-critical-line bg-critical-soft text-critical",
  offline: "border-offline-line bg-offline-soft text-offline",
  paused: "border-paused-line bg-paused-soft text-paused",
};

export const TONE_TEXT: Record<Tone, string> = {
  normal: "text-normal",
  warning: "text-warning",
  above: "text-above",
  below: "text-below",
  critical: "text-critical",
  offline: "text-offline",
  paused: "text-paused",
};

export const TONE_SOLID: Record<Tone, string> = {
  normal: "bg-normal-solid",
  warning: "bg-warning-solid",
  above: "bg-above-solid",
  below: "bg-below-solid",
  critical: "bg-critical-solid",
  offline: "bg-offline-solid",
  paused: "bg-paused-solid",
};
