import { ArrowDown, ArrowRight, ArrowUp } from "lucide-react";
import { cn } from "@/components/ui/cn";

type ChangeProps = {
  /** Against the range before; null: unknown. */
  change: number | null;
  /** The size of the change with its unit, without a sign. */
  format: (size: number) => string;
  /** Which direction is good; undefined: neither. */
  good?: "up" | "down";
  /** The whole sentence for screen readers and as a title. */
  label: (text: string) => string;
  /** Smaller changes count as none. */
  least: number;
};

/** A difference to the range before: arrow, sign and number; a colour in addition. */
export function Change({ change, format, good, label, least }: ChangeProps) {
  if (change === null) return null;
  const isNone = Math.abs(change) < least;
  const direction = change > 0 ? "up" : "down";
  const Icon = isNone ? ArrowRight : change > 0 ? ArrowUp : ArrowDown;
  const text = isNone ? "±0" : `${change > 0 ? "+" : "\u2212"}${format(Math.abs(change))}`;
  return (
    <span
      title={label(text)}
      className={cn(
        "inline-flex items-center gap-0.5 whitespace-nowrap text-xs",
        isNone || !good ? "text-muted-foreground" : good === direction ? "text-normal" : "text-critical",
      )}
    >
      <Icon aria-hidden="true" className="size-3" />
      <span className="sr-only">{label(text)}</span>
      <span aria-hidden="true">{text}</span>
    </span>
  );
}
