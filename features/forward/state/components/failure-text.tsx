import { useTranslations } from "next-intl";

/** Text for a failed delivery, with the response of the other side. */
export function useFailureText() {
  const t = useTranslations("forward.failure");
  return (code: string | null, detail: string): string => {
    const text = code && t.has(code) ? t(code) : "";
    return [text, detail && (text ? `(${detail})` : detail)].filter(Boolean).join(" ");
  };
}
