import type { Tone } from "./tone";

// Plain shapes on a 16 px grid that differ without colour; inline, so that a table of states needs no script.
export const TONE_SHAPES: Record<Tone, string> = {
  normal: "M5 8.2l2.1 2.1L11.2 6M14.25 8A6.25 6.25 0 1 1 1.75 8a6.25 6.25 0 0 1 12.5 0z",
  warning:
    "M8 6.25v3.25M8 11.9v.1M6.9 2.6 1.6 11.8a1.3 1.3 0 0 0 1.1 1.95h10.6a1.3 1.3 0 0 0 1.1-1.95L9.1 2.6a1.3 1.3 0 0 0-2.2 0z",
  above: "M3 2.25h10M8 13.75v-8M4.5 9.25 8 5.75l3.5 3.5",
  below: "M3 13.75h10M8 2.25v8M4.5 6.75 8 10.25l3.5-3.5",
  critical: "M8 4.9v3.6M8 10.9v.1M5.4 1.75h5.2l3.65 3.65v5.2l-3.65 3.65H5.4L1.75 10.6V5.4z",
  offline:
    "M2 2l12 12M1.5 6.1A9.6 9.6 0 0 1 4.4 4.2M14.5 6.1a9.6 9.6 0 0 0-6.1-2.7M4 8.8a6 6 0 0 1 2.6-1.5M12 8.8a6 6 0 0 0-1-.8M6.4 11.4a2.4 2.4 0 0 1 2.9-.2M8 13.6v.1",
  paused: "M6.25 5.75v4.5M9.75 5.75v4.5M14.25 8A6.25 6.25 0 1 1 1.75 8a6.25 6.25 0 0 1 12.5 0z",
};

export function ToneIcon({ tone, className = "size-4" }: { tone: Tone; className?: string }) {
  return (
    <svg viewBox="0 0 16 16" aria-hidden="true" className={`shrink-0 ${className}`}>
      <path
        d={TONE_SHAPES[tone]}
        fill="none"
        stroke="currentColor"
        strokeWidth="1.5"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  );
}
