import { cn } from "@/components/ui/cn";
import { TONE_SOLID, TONE_TEXT, type Tone } from "@/components/value/tone";

type LiveDotProps = { tone: Tone; hint?: string; children: string };

/** The state of the live connection: a dot and a word, with its meaning for the displayed data. */
export function LiveDot({ tone, hint, children }: LiveDotProps) {
  return (
    <span
      role="status"
      title={hint ? `${children}: ${hint}` : children}
      className={cn("mr-2 inline-flex items-center gap-1.5 text-xs", TONE_TEXT[tone])}
    >
      <span aria-hidden="true" className={cn("size-2 rounded-full", TONE_SOLID[tone])} />
      <span className="max-sm:sr-only">{children}</span>
    </span>
  );
}
