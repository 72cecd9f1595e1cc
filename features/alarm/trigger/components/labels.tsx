import { useLocale, useTranslations } from "next-intl";
import { triggerWords } from "../words.rules";

/** Conditions, calendars and plans as sentences. */
export function useTriggerWords() {
  const t = useTranslations("trigger.says");
  const tMeasure = useTranslations("carrier.measure");
  const tSeverity = useTranslations("trigger.severity");
  return triggerWords({ t, tMeasure, tSeverity }, useLocale());
}
