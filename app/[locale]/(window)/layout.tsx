import { getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import { QueryProvider } from "@/components/providers/query-provider";
import { WindowShell } from "@/components/shell/window-shell";
import { DownloadContext } from "@/features/file/components/download-context";
import { DownloadIndicator } from "@/features/file/components/download-indicator";
import type { DownloadProgressDto } from "@/features/file/download.schema";
import { GuideButton } from "@/features/guide/components/guide-button";
import { currentPrincipal } from "@/lib/auth/current";
import { MessagesProvider } from "@/lib/i18n/messages-provider";
import { pickMessages } from "@/lib/i18n/pick-messages";
import { titlesOf } from "@/lib/page/menu";
import { readPreference } from "@/lib/preference/read-preferences";

/** What is being made elsewhere is shown in the console. */
const NONE: DownloadProgressDto[] = [];

/** Standalone windows: a title, no menu. */
export default async function Layout({ children }: { children: ReactNode }) {
  const t = await getTranslations("shell");
  const [messages, theme, principal] = await Promise.all([
    pickMessages(["common", "shell"]),
    readPreference("theme"),
    currentPrincipal(),
  ]);
  const print = principal && {
    organisation: principal.customer.name,
    person: principal.user.name,
    timeZone: principal.customer.timeZone,
  };
  const mayExport = principal?.permissions.has("viewDownload") ?? false;
  const maySchedule = principal?.permissions.has("newExportTask") ?? false;
  return (
    <MessagesProvider {...messages}>
      <QueryProvider>
        <WindowShell
          titles={titlesOf("window", t)}
          theme={theme}
          status={
            <>
              {mayExport && <DownloadIndicator pending={NONE} />}
              <GuideButton />
            </>
          }
          print={print}
        >
          <DownloadContext value={{ mayExport, maySchedule }}>{children}</DownloadContext>
        </WindowShell>
      </QueryProvider>
    </MessagesProvider>
  );
}
