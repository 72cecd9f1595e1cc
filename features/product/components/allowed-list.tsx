import { useTranslations } from "next-intl";
import { useValueLocale } from "@/lib/units/units-context";
import { allowedTexts } from "../phrase.rules";
import type { Endurance } from "../product.rules";

/** What a product allows outside its storage range, in words. */
export function useAllowedTexts(): (product: Endurance) => string[] {
  const t = useTranslations("product.says");
  const locale = useValueLocale();
  return (product) => allowedTexts(product, t as never, locale);
}

/** The same as a list, in two lines at most in a table. */
export function AllowedList({ product }: { product: Endurance }) {
  const t = useTranslations("product.says");
  const texts = useAllowedTexts()(product);
  if (texts.length === 0) return <span className="text-muted-foreground">{t("nothing")}</span>;
  return (
    <ul className="flex flex-col">
      {texts.map((text) => (
        <li key={text}>{text}</li>
      ))}
    </ul>
  );
}
