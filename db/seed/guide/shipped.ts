import type { Locale } from "@/lib/i18n/routing";
import type { GuideTexts } from "./chapters";
import { ENGLISH } from "./en-us";
import { SPANISH } from "./es";
import { JAPANESE } from "./ja";
import { CHINESE } from "./zh-cn";

export const GUIDE_TEXTS: Record<Locale, GuideTexts> = {
  "zh-CN": CHINESE,
  "en-US": ENGLISH,
  es: SPANISH,
  ja: JAPANESE,
};
