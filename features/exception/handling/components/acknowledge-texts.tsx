import { useTranslations } from "next-intl";
import { SUGGESTED_CAUSES, SUGGESTIONS, TEXT_LENGTH } from "../rules";
import type { AcknowledgeTexts } from "./acknowledge-fields";

/** The texts of the fields in the reader's language. */
export function useAcknowledgeTexts(): AcknowledgeTexts {
  const t = useTranslations("acknowledge");
  return {
    comment: t("comment"),
    length: t("length", { length: "{length}", maximum: TEXT_LENGTH }),
    suggestions: t("suggestions"),
    suggestion: SUGGESTIONS.map((name) => ({ text: t(`suggestion.${name}`), cause: SUGGESTED_CAUSES[name] ?? null })),
    cause: t("cause"),
    noCause: t("noCause"),
  };
}
