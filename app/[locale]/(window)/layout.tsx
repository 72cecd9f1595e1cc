import { getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import { QueryProvider } from "@/components/providers/query-provider";
import { WindowShell } from "@/components/shell/window-shell";
import { GuideButton } from "@/features/guide/components/guide-button";
import { MessagesProvider } from "@/lib/i18n/messages-provider";
import { pickMessages } from "@/lib/i18n/pick-messages";
import { titlesOf } from "@/lib/page/menu";
import { readPreference } from "@/lib/preference/read-preferences";

/** Standalone windows: a title, no menu. */
export default async function Layout({ children }: { children: ReactNode }) {
  const t = await getTranslations("shell");
  const [messages, theme] = await Promise.all([pickMessages(["common", "shell"]), readPreference("theme")]);
  return (
    <MessagesProvider {...messages}>
      <QueryProvider>
        <WindowShell titles={titlesOf("window", t)} theme={theme} status={<GuideButton />}>
          {children}
        </WindowShell>
      </QueryProvider>
    </MessagesProvider>
  );
}
