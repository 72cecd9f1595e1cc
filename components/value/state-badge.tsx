import type { ComponentProps } from "react";
import { cn } from "@/components/ui/cn";
import { TONE_SOFT, TONE_TEXT, type Tone } from "./tone";
import { ToneIcon } from "./tone-icon";

/** A state with icon, label and colour. `plain` omits the box, for dense tables. */
export function StateBadge({
  tone,
  plain = false,
  className,
  children,
  ...props
}: ComponentProps<"span"> & { tone: Tone; plain?: boolean }) {
  return (
    <span
      className={cn(
        "inline-flex items-center gap-1.5 whitespace-nowrap font-medium text-xs",
        plain ? TONE_TEXT[tone] : ["h-6 rounded-md border pr-2 pl-1.5", TONE_SOFT[tone]],
        className,
      )}
      {...props}
    >
      <ToneIcon tone={tone} className="size-3.5" />
      {children}
    </span>
  );
}
