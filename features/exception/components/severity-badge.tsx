import { useTranslations } from "next-intl";
import { cn } from "@/components/ui/cn";
import type { Severity } from "@/db/enums";
import { SEVERITY_RANK } from "../exception.rules";

const LOOK: Record<Severity, string> = {
  critical: "text-critical",
  major: "text-warning",
  minor: "text-foreground",
  warning: "text-muted-foreground",
};

/** Four bars, filled according to the severity, and its name, so that the order is visible without colour. */
export function SeverityBadge({ severity, className }: { severity: Severity; className?: string }) {
  const t = useTranslations("exception.severity");
  return (
    <span
      className={cn(
        "inline-flex items-center gap-1.5 whitespace-nowrap font-medium text-xs",
        LOOK[severity],
        className,
      )}
    >
      <svg viewBox="0 0 16 16" aria-hidden="true" className="size-4 shrink-0">
        {[1, 2, 3, 4].map((bar) => (
          <rect
            key={bar}
            x={bar * 3.5 - 2}
            y={13 - bar * 2.75}
            width="2.25"
            height={bar * 2.75 + 1}
            rx="0.75"
            fill="currentColor"
            opacity={bar <= SEVERITY_RANK[severity] ? 1 : 0.25}
          />
        ))}
      </svg>
      {t(severity)}
    </span>
  );
}
