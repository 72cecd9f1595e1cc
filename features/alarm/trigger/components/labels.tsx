import { useTranslations } from "next-intl";
import { useValueLocales } from "@/lib/units/units-context";
import { triggerWords } from "../words.rules";

/** Conditions, calendars and plans as sentences, by customer; undefined is that of the page. */
export function useTriggerWordsOf() {
  const t = useTranslations("trigger.says");
  const tMeasure = useTranslations("carrier.measure");
  const tSeverity = useTranslations("trigger.severity");
  const localeOf = useValueLocales();
  return (customerId?: number) => triggerWords({ t, tMeasure, tSeverity }, localeOf(customerId));
}

/** The sentences of the customer whose record is shown. */
export const useTriggerWords = () => useTriggerWordsOf()();
