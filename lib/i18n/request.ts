import { getRequestConfig } from "next-intl/server";
import { env } from "@/lib/env/env";
import { loadMessages } from "./load-messages";
import { DEFAULT_LOCALE, toLocale } from "./routing";

/** Instants are formatted by lib/datetime in the customer's zone; UTC here keeps server and browser alike. */
export default getRequestConfig(async ({ requestLocale }) => {
  const locale = toLocale(await requestLocale) ?? DEFAULT_LOCALE;
  const messages = await loadMessages(locale, env().NODE_ENV === "development");
  return { locale, messages, timeZone: "UTC" };
});
