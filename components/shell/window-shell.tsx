import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Toaster } from "@/components/ui/toaster";
import { Link } from "@/lib/i18n/navigation";
import type { Theme } from "@/lib/preference/preference";
import { ConnectionBanner } from "./connection-banner";
import { LanguageMenu } from "./language-menu";
import { LogoMark } from "./logo";
import type { PageTitles } from "./page-key";
import { PageTitle } from "./page-title";
import { PrintHead, type PrintSource } from "./print-head";
import { SkipLink } from "./skip-link";
import { ThemeMenu } from "./theme-menu";

type WindowShellProps = {
  titles: PageTitles;
  theme: Theme;
  status?: ReactNode;
  print: PrintSource | null;
  children: ReactNode;
};

/** A standalone window: a screen with a title but without a menu. */
export function WindowShell({ titles, theme, status, print, children }: WindowShellProps) {
  const t = useTranslations("shell");
  return (
    <div data-shell="" className="flex min-h-dvh flex-col md:h-dvh">
      <SkipLink>{t("skip")}</SkipLink>
      <header
        data-chrome=""
        className="sticky top-0 z-20 flex h-topbar shrink-0 items-center gap-3 border-b bg-card px-4"
      >
        <Link
          href="/home"
          prefetch={false}
          aria-label={t("menu.home")}
          title={t("menu.home")}
          className="touch-area rounded-md touch:after:-inset-2.5"
        >
          <LogoMark className="size-6" />
        </Link>
        <PageTitle titles={titles} />
        <div className="ml-auto flex items-center gap-1">
          {status}
          <LanguageMenu />
          <ThemeMenu initial={theme} />
        </div>
      </header>
      {print && <ConnectionBanner timeZone={print.timeZone} />}
      <main
        id="content"
        tabIndex={-1}
        className="relative flex min-h-0 flex-1 flex-col outline-none md:overflow-y-auto"
      >
        {print && <PrintHead titles={titles} source={print} />}
        {children}
      </main>
      <Toaster />
    </div>
  );
}
