import { useTranslations } from "next-intl";
import { cn } from "@/components/ui/cn";
import { StateBadge } from "./state-badge";

type UnconfirmedValueProps = {
  /** The displayed value with its unit, from `formatReading`. */
  value: string;
  /** Shows only a sign, for narrow cells; the text is for screen readers and the tooltip. */
  isMark?: boolean;
  className?: string;
};

/** A newer, unconfirmed value, which the next reading has to confirm. Shown beside the valid value. */
export function UnconfirmedValue({ value, isMark = false, className }: UnconfirmedValueProps) {
  const t = useTranslations("common.value");
  // A no-break space, so that number and unit stay on one line.
  const text = t("unconfirmed", { value: value.replaceAll(" ", "\u00a0") });
  return (
    <StateBadge
      plain
      tone="warning"
      title={isMark ? text : undefined}
      className={cn("items-start font-normal", !isMark && "whitespace-normal", className)}
    >
      {isMark ? <span className="sr-only">{text}</span> : text}
    </StateBadge>
  );
}
