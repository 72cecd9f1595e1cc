import { useLocale, useTranslations } from "next-intl";
import type { Dimension, Share } from "../guidance.schema";

/** A Monday, to name weekdays. */
const MONDAY = Date.UTC(2024, 0, 1, 12);
const DAY_MS = 86_400_000;

/** The name of a share in the reader's language; names of records and a customer's own reasons as written. */
export function useShareName() {
  const t = useTranslations("guidance");
  const tException = useTranslations("exception");
  const locale = useLocale();
  const named = (group: "reason" | "type", key: string) =>
    tException.has(`${group}.${key}` as never) ? tException(`${group}.${key}` as never) : key;
  return (dimension: Dimension, { key, name }: Pick<Share, "key" | "name">): string => {
    if (name !== null) return name;
    if (dimension === "type") return named("type", key);
    if (dimension === "reason") return key === "none" ? t("reason.none") : named("reason", key);
    if (dimension === "hour") return `${key.padStart(2, "0")}:00`;
    if (dimension === "weekday")
      return new Intl.DateTimeFormat(locale, { weekday: "long", timeZone: "UTC" }).format(
        MONDAY + Number(key) * DAY_MS,
      );
    if (dimension === "door") return t(`door.${key}` as never);
    if (dimension === "power") return t(`power.${key}` as never);
    return key;
  };
}
