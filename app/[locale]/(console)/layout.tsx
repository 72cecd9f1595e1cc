import { NextIntlClientProvider } from "next-intl";
import { getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import { QueryProvider } from "@/components/providers/query-provider";
import { AppShell } from "@/components/shell/app-shell";
import { MenuIcon } from "@/components/shell/menu-icon";
import { readPreference } from "@/components/ui/read-preferences";
import { AlarmPopup } from "@/features/telemetry/live/components/alarm-popup";
import { LiveIndicator } from "@/features/telemetry/live/components/live-indicator";
import { currentPrincipal } from "@/lib/auth/current";
import { pickMessages } from "@/lib/i18n/pick-messages";
import { GROUP_ICONS, menuOf, titlesOf } from "@/lib/page/menu";

/** The shell. It shows what somebody may open; whether they may is decided by each page. */
export default async function Layout({ children }: { children: ReactNode }) {
  const [principal, messages, sidebar, theme] = await Promise.all([
    currentPrincipal(),
    pickMessages(["common", "shell", "live"]),
    readPreference("sidebar"),
    readPreference("theme"),
  ]);
  const t = await getTranslations("shell");
  // The page knows the address to come back to, and redirects.
  if (!principal) return children;
  const sections = menuOf(principal.permissions).map(({ group, screens }) => ({
    id: group,
    label: t(`group.${group}`),
    icon: <MenuIcon name={GROUP_ICONS[group]} />,
    entries: screens.map((screen) => ({
      path: screen.path,
      label: t(`menu.${screen.title}`),
      icon: <MenuIcon name={screen.icon} />,
    })),
  }));
  return (
    <NextIntlClientProvider messages={messages}>
      <QueryProvider>
        <AppShell
          sections={sections}
          titles={titlesOf("console", t)}
          homePath="/home"
          sidebarCollapsed={sidebar === "collapsed"}
          theme={theme}
          year={new Date().getUTCFullYear()}
          status={<LiveIndicator />}
          user={{
            name: principal.user.name,
            username: principal.user.username,
            organisation: principal.customer.name,
            timeZone: principal.customer.timeZone,
            logout: { url: "/service/user/logout", next: "/login" },
          }}
        >
          {children}
        </AppShell>
        <AlarmPopup timeZone={principal.customer.timeZone} now={Date.now()} />
      </QueryProvider>
    </NextIntlClientProvider>
  );
}
