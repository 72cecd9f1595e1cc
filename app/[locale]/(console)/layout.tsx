import { headers } from "next/headers";
import { getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import { QueryProvider } from "@/components/providers/query-provider";
import { AppShell } from "@/components/shell/app-shell";
import { MenuIcon } from "@/components/shell/menu-icon";
import { PlaceLink } from "@/components/shell/place-link";
import { loadPendingDownloads } from "@/features/download/download.operations";
import { DownloadContext } from "@/features/file/components/download-context";
import { DownloadIndicator } from "@/features/file/components/download-indicator";
import { GuideButton } from "@/features/guide/components/guide-button";
import { RangeButton, RangePanel } from "@/features/menu/components/range-panel";
import { ConsoleKeys } from "@/features/menu/keys/components/console-keys";
import { screenKeysFor } from "@/features/menu/keys/rules";
import { PaletteButton } from "@/features/menu/search/components/palette-button";
import { MonitorTaskToast } from "@/features/monitor-task/components/task-toast";
import { ChannelBanner } from "@/features/notice/health/components/channel-banner";
import { loadChannelBanner } from "@/features/notice/health/operations";
import { PushSync } from "@/features/notice/push/components/push-sync";
import { loadFooter } from "@/features/parameter/footer.service";
import { SavedViewsProvider } from "@/features/saved-view/components/saved-views";
import { SecondmentToast } from "@/features/secondment/components/secondment-toast";
import { AlarmPopup } from "@/features/telemetry/live/components/alarm-popup";
import { LiveIndicator } from "@/features/telemetry/live/components/live-indicator";
import { HandoverToast } from "@/features/transport/components/handover-toast";
import { AccountMenu } from "@/features/user/profile/components/account-menu";
import { ShortcutBar } from "@/features/user/shortcut/components/shortcut-bar";
import { loadNavigation } from "@/features/user/shortcut/operations";
import { TourLauncher } from "@/features/user/tour/components/tour-launcher";
import { loadTour } from "@/features/user/tour/service";
import { VerificationToast } from "@/features/verification/components/task-toast";
import { OrderToast } from "@/features/work-order/components/order-toast";
import { currentPrincipal } from "@/lib/auth/current";
import { unitsFor } from "@/lib/auth/customer-units";
import { MessagesProvider } from "@/lib/i18n/messages-provider";
import { pickMessages } from "@/lib/i18n/pick-messages";
import { pageContext } from "@/lib/operation/request-context";
import { titlesOf } from "@/lib/page/menu";
import { readPreference } from "@/lib/preference/read-preferences";
import { UnitsProvider } from "@/lib/units/units-context";

type LayoutProps = { children: ReactNode; params: Promise<{ locale: string }> };

/** The shell, with the menu of permitted pages. Each page checks its own permission. */
export default async function Layout({ children, params }: LayoutProps) {
  const [principal, { locale }] = await Promise.all([currentPrincipal(), params]);
  // The page knows the address to return to, and redirects.
  if (!principal) return children;
  const ctx = pageContext(principal, await headers(), locale);
  const tour = await loadTour(ctx, principal);
  const [{ menu, shortcuts }, channels, badges, downloads, messages, t, sidebar, theme, keys, units] =
    await Promise.all([
      loadNavigation(ctx, principal),
      loadChannelBanner({ ...ctx, principal }),
      loadFooter(ctx),
      loadPendingDownloads(ctx),
      pickMessages(["common", "shell", "live", "acknowledge", ...(tour ? ["tour"] : [])]),
      getTranslations("shell"),
      readPreference("sidebar"),
      readPreference("theme"),
      readPreference("keys"),
      unitsFor(ctx.db, principal),
    ]);
  const sections = menu.map(({ code, name, icon, children: entries }) => ({
    id: code,
    label: name,
    icon: <MenuIcon name={icon} />,
    entries: entries.flatMap((entry) => {
      const path = entry.path ?? entry.url;
      return path === null ? [] : [{ id: entry.code, path, label: entry.name }];
    }),
  }));
  const { user, customer, scopeType } = principal;
  const isAgent = scopeType === -1;
  return (
    <MessagesProvider {...messages}>
      <QueryProvider>
        <AppShell
          sections={sections}
          titles={titlesOf("console", t)}
          homePath="/home"
          username={user.username}
          sidebarCollapsed={sidebar === "collapsed"}
          theme={theme}
          year={new Date().getUTCFullYear()}
          languageUrl="/service/mine/locale"
          badges={badges}
          print={{ organisation: customer.name, person: user.name, timeZone: customer.timeZone }}
          search={
            <>
              <PaletteButton username={user.username} />
              <ConsoleKeys
                screens={screenKeysFor(principal.permissions, (title) => t(`menu.${title}`))}
                initial={keys}
              />
            </>
          }
          beforeTabs={<RangeButton username={user.username} />}
          banner={channels && <ChannelBanner {...channels} />}
          aside={<RangePanel username={user.username} isPlatform={scopeType === 2 || scopeType === 3} />}
          status={
            <>
              {isAgent && <PlaceLink href="/proxyCustomer" label={t("workingFor")} name={customer.name} />}
              {downloads && <DownloadIndicator pending={downloads} />}
              <LiveIndicator />
              <GuideButton />
            </>
          }
          shortcuts={
            <ShortcutBar items={shortcuts.map((item) => ({ ...item, icon: <MenuIcon name={item.icon} /> }))} />
          }
          account={
            <AccountMenu
              name={user.name}
              username={user.username}
              organisation={customer.name}
              timeZone={customer.timeZone}
              avatarId={user.avatarId}
              isAgent={isAgent}
              maySetUp={principal.permissions.has("newCarrier")}
            />
          }
        >
          <DownloadContext
            value={{ mayExport: downloads !== null, maySchedule: principal.permissions.has("newExportTask") }}
          >
            <SavedViewsProvider>{children}</SavedViewsProvider>
          </DownloadContext>
        </AppShell>
        <UnitsProvider {...units}>
          <AlarmPopup
            userId={user.id}
            timeZone={customer.timeZone}
            now={Date.now()}
            mayAcknowledge={principal.permissions.has("acknowledgeEx")}
          />
        </UnitsProvider>
        {principal.permissions.has("viewTransport") && <HandoverToast />}
        {principal.permissions.has("viewWorkOrder") && <OrderToast userId={user.id} />}
        {principal.permissions.has("viewDetectionTask") && <MonitorTaskToast userId={user.id} />}
        {principal.permissions.has("viewVerifyTask") && <VerificationToast userId={user.id} />}
        {principal.permissions.has("viewSecondment") && <SecondmentToast userId={user.id} />}
        <PushSync />
        {tour && <TourLauncher {...tour} username={user.username} />}
      </QueryProvider>
    </MessagesProvider>
  );
}
