import { getRequestConfig } from "next-intl/server";
import { env } from "@/lib/env/env";
import { loadMessages } from "./load-messages";
import { DEFAULT_LOCALE, TIME_ZONE, toLocale } from "./routing";

/** Locale and messages of a request, for next-intl. */
export default getRequestConfig(async ({ requestLocale }) => {
  const locale = toLocale(await requestLocale) ?? DEFAULT_LOCALE;
  const messages = await loadMessages(locale, env().NODE_ENV === "development");
  return { locale, messages, timeZone: TIME_ZONE };
});
