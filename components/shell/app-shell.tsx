import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Toaster } from "@/components/ui/toaster";
import type { Theme } from "@/lib/preference/preference";
import { ConnectionBanner } from "./connection-banner";
import { type FooterBadge, FooterBadges } from "./footer-badges";
import { LanguageMenu } from "./language-menu";
import { MenuDrawer } from "./menu-drawer";
import type { MenuSection } from "./menu-entry";
import type { PageTitles } from "./page-key";
import { PageTitle } from "./page-title";
import { PrintHead, type PrintSource } from "./print-head";
import { Sidebar } from "./sidebar";
import { SkipLink } from "./skip-link";
import { ThemeMenu } from "./theme-menu";
import type { TopPlace } from "./top-popover";
import { VisitedTabs } from "./visited-tabs";

type AppShellProps = {
  sections: readonly MenuSection[];
  titles: PageTitles;
  homePath: string;
  /** The name of the account, by which the browser keeps its visited pages. */
  username: string;
  sidebarCollapsed: boolean;
  theme: Theme;
  /** The account menu. */
  account: ReactNode;
  /** The call that stores the chosen language. */
  languageUrl?: string;
  /** The shortcuts beside the visited pages. */
  shortcuts?: ReactNode;
  year: number;
  /** The live connection and alarms, before the menus of the top bar. */
  status?: ReactNode;
  /** The global search, before the status. */
  search?: ReactNode;
  /** Shown before the visited pages. */
  beforeTabs?: ReactNode;
  /** Shown above the page. */
  banner?: ReactNode;
  /** Shown beside the page. */
  aside?: ReactNode;
  badges?: readonly FooterBadge[];
  /** What the head of a printed page says. */
  print: PrintSource;
  children: ReactNode;
};

/** Menu, top bar, visited pages and footer around a page. On a phone the window scrolls, otherwise only the page. */
export function AppShell(props: AppShellProps) {
  const {
    sections,
    titles,
    homePath,
    username,
    sidebarCollapsed,
    theme,
    account,
    languageUrl,
    shortcuts,
    year,
    status,
    search,
    beforeTabs,
    banner,
    aside,
    badges = [],
    print,
    children,
  } = props;
  const t = useTranslations("shell");
  const choices = (place: TopPlace) => (
    <>
      <LanguageMenu saveUrl={languageUrl} place={place} />
      <ThemeMenu initial={theme} place={place} />
    </>
  );
  return (
    <div
      data-shell=""
      className="flex min-h-dvh md:h-dvh md:overflow-hidden [&:has([data-wall=kiosk])_[data-chrome]]:hidden"
    >
      <SkipLink>{t("skip")}</SkipLink>
      <Sidebar sections={sections} homePath={homePath} initiallyCollapsed={sidebarCollapsed} />
      <div className="flex min-w-0 flex-1 flex-col">
        <header
          data-chrome=""
          className="sticky top-0 z-20 flex h-topbar shrink-0 items-center gap-2 border-b bg-card px-4 max-sm:gap-1 max-sm:px-1.5"
        >
          <MenuDrawer sections={sections} foot={choices("menu")} />
          <PageTitle titles={titles} />
          <div className="ml-auto flex items-center gap-1 max-sm:gap-0">
            {search}
            {status}
            <div className="flex items-center gap-1 max-md:hidden">{choices("bar")}</div>
            {account}
          </div>
        </header>
        <div data-chrome="" className="flex shrink-0 border-b bg-card max-md:hidden">
          {beforeTabs}
          <VisitedTabs titles={titles} homePath={homePath} owner={username} />
          {shortcuts}
        </div>
        <ConnectionBanner timeZone={print.timeZone} />
        {banner && <div data-print="hide">{banner}</div>}
        <div className="flex min-h-0 flex-1">
          {aside && (
            <div data-print="hide" className="contents">
              {aside}
            </div>
          )}
          <main
            id="content"
            tabIndex={-1}
            className="relative flex min-h-0 min-w-0 flex-1 flex-col outline-none md:overflow-y-auto"
          >
            <PrintHead titles={titles} source={print} />
            {children}
            <footer
              data-chrome=""
              className="flex shrink-0 flex-wrap gap-x-4 gap-y-1 px-4 pb-3 text-faint-foreground text-xs"
            >
              {t("copyright", { year: String(year) })}
              <FooterBadges badges={badges} />
            </footer>
          </main>
        </div>
      </div>
      <Toaster />
    </div>
  );
}
