import { useTranslations } from "next-intl";
import { SUGGESTIONS, TEXT_LENGTH } from "../rules";
import type { AcknowledgeTexts } from "./acknowledge-fields";

/** The texts of the fields in the reader's language. */
export function useAcknowledgeTexts(): AcknowledgeTexts {
  const t = useTranslations("acknowledge");
  return {
    comment: t("comment"),
    length: t("length", { length: "{length}", maximum: TEXT_LENGTH }),
    suggestions: t("suggestions"),
    suggestion: SUGGESTIONS.map((name) => t(`suggestion.${name}`)),
    cause: t("cause"),
    noCause: t("noCause"),
  };
}
