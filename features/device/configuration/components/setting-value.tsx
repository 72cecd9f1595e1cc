import { useLocale, useTranslations } from "next-intl";
import { formatNumber } from "@/lib/units/format";

/** Formatted value of a parameter; a dash if there is none. */
export function SettingValue({ value }: { value: unknown }) {
  const locale = useLocale();
  const t = useTranslations("device.form");
  if (value === undefined || value === null) return <span className="text-faint-foreground">–</span>;
  if (typeof value === "boolean") return t(value ? "flagOn" : "flagOff");
  if (typeof value === "number") return formatNumber(value, locale);
  return <span className="wrap-anywhere">{String(value)}</span>;
}
