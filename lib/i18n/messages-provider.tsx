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
 * Provides messages to its children. They are passed as one string: React would serialise and parse thousands of small
 * values separately, on the server twice, which took longer than the rest of a page.
 */
export function MessagesProvider({ locale, texts, children }: MessagesProviderProps) {
  const messages = useMemo(() => JSON.parse(texts) as AbstractIntlMessages, [texts]);
  return (
    <NextIntlClientProvider locale={locale} timeZone={TIME_ZONE} messages={messages}>
      {children}
    </NextIntlClientProvider>
  );
}
