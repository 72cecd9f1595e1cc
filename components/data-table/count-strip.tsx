import { useLocale } from "next-intl";
import type { ReactNode } from "react";
import { cn } from "@/components/ui/cn";
import { TONE_TEXT, type Tone } from "@/components/value/tone";
import { ToneIcon } from "@/components/value/tone-icon";
import { Link } from "@/lib/i18n/navigation";
import { formatNumber } from "@/lib/units/format";

export type CountPart = {
  name: string;
  label: string;
  count: number;
  /** The list of the counted records. */
  href: string;
  isCurrent: boolean;
  tone?: Tone | undefined;
  /** Replaces the icon of its tone. */
  icon?: ReactNode;
  hint?: string | undefined;
  /** The name used by the guided tour. */
  guide?: string;
};

type CountStripProps = { label: string; parts: readonly CountPart[]; className: string };

/** Counts above a list, each a link to the counted records; `className` sets the number per row. */
export function CountStrip({ label, parts, className }: CountStripProps) {
  const locale = useLocale();
  return (
    <nav aria-label={label} className="shrink-0 overflow-hidden rounded-lg border bg-border">
      <ul className={cn("grid gap-px", className)}>
        {parts.map(({ name, label: word, count, href, isCurrent, tone, icon, hint, guide }) => (
          <li key={name} className="@container bg-card" title={hint ?? word} data-guide={guide}>
            <Link
              href={href}
              prefetch={false}
              scroll={false}
              aria-current={isCurrent ? "true" : undefined}
              className={cn(
                "flex h-full flex-col px-2.5 py-1.5 max-sm:px-1 transition-colors hover:bg-row-hover focus-visible:-outline-offset-2 sm:@min-[8rem]:px-4 sm:@min-[12rem]:flex-row sm:@min-[12rem]:items-baseline sm:@min-[12rem]:gap-2",
                isCurrent && "bg-primary-soft shadow-[inset_0_-2px_0_var(--primary)] hover:bg-primary-soft",
              )}
            >
              <span
                className={cn(
                  "font-semibold text-2xl tabular-nums leading-7 tracking-tight",
                  count === 0 ? "text-faint-foreground" : tone && TONE_TEXT[tone],
                )}
              >
                {formatNumber(count, locale)}
              </span>
              <span className="flex items-center gap-1 text-muted-foreground text-xs">
                {icon ??
                  (tone && (
                    <ToneIcon tone={tone} className={cn("size-3.5 max-sm:hidden", count > 0 && TONE_TEXT[tone])} />
                  ))}
                <span className="line-clamp-2 min-w-0 text-ellipsis leading-tight max-sm:tracking-tight">{word}</span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
