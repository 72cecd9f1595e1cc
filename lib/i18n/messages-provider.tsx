"use client";

import { type AbstractIntlMessages, NextIntlClientProvider } from "next-intl";
import { type ReactNode, useMemo } from "react";
import { TIME_ZONE } from "./routing";

type MessagesProviderProps = {
  locale: string;
  /** Parsed messages by namespace, as JSON. */
  texts: string;
  children: ReactNode;
};

/**
 * Texts for the components below. They travel as one string: React would write and read thousands of small values one by
 * one, on the server twice, which took longer than all else of a page.
 */
export function MessagesProvider({ locale, texts, children }: MessagesProviderProps) {
  const messages = useMemo(() => JSON.parse(texts) as AbstractIntlMessages, [texts]);
  return (
    <NextIntlClientProvider locale={locale} timeZone={TIME_ZONE} messages={messages}>
      {children}
    </NextIntlClientProvider>
  );
}
