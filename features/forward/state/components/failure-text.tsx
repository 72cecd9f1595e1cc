import { useTranslations } from "next-intl";

/** Why something did not arrive: in the reader's words, with what the other side said. */
export function useFailureText() {
  const t = useTranslations("forward.failure");
  return (code: string | null, detail: string): string => {
    const text = code && t.has(code) ? t(code) : "";
    return [text, detail && (text ? `(${detail})` : detail)].filter(Boolean).join(" ");
  };
}
