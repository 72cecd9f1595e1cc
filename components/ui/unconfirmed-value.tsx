import { useTranslations } from "next-intl";
import { cn } from "./cn";
import { StateBadge } from "./state-badge";

type UnconfirmedValueProps = {
  /** The value as shown with its unit, from `formatReading`. */
  value: string;
  /** Where there is room for a sign alone; the words are read out, and shown by the pointer. */
  isMark?: boolean;
  className?: string;
};

/** A newer value that does not count yet: the next one has to confirm it. Shown beside the value that counts. */
export function UnconfirmedValue({ value, isMark = false, className }: UnconfirmedValueProps) {
  const t = useTranslations("common.value");
  // A number and its unit stay on one line.
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
