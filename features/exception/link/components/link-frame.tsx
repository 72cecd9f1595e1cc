import { getLocale, getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import { Logo } from "@/components/shell/logo";
import { LOCALE_NAMES, LOCALES } from "@/lib/i18n/routing";

type LinkFrameProps = {
  /** The key for this page's URL in other languages; without it there is no language switch. */
  linkKey?: string;
  /** The path of the page without the locale. */
  path?: string;
  /** The owner of the exception, at the right of the header. */
  owner?: string;
  children: ReactNode;
};

/** The frame of a page opened by a link: no menu, no session, plain links. */
export async function LinkFrame({ linkKey, path = "/exDetail", owner, children }: LinkFrameProps) {
  const [shell, t, locale] = await Promise.all([
    getTranslations("shell"),
    getTranslations("exceptionLink"),
    getLocale(),
  ]);
  return (
    <div className="flex min-h-dvh flex-col">
      <header className="border-b bg-card">
        <div className="mx-auto flex min-h-14 w-full max-w-5xl items-center justify-between gap-4 px-4 py-2">
          <Logo name={shell("product")} />
          {owner && <p className="min-w-0 break-words text-right text-muted-foreground text-sm">{owner}</p>}
        </div>
      </header>
      <main className="mx-auto flex w-full max-w-5xl flex-1 flex-col px-4 py-5 lg:py-8">{children}</main>
      {linkKey !== undefined && (
        <footer className="border-t">
          <nav
            aria-label={t("language")}
            className="mx-auto flex w-full max-w-5xl flex-wrap justify-center gap-x-1 px-4 py-2 lg:justify-end"
          >
            {LOCALES.map((choice) => (
              <a
                key={choice}
                href={`/${choice}${path}${linkKey && `?key=${linkKey}`}`}
                lang={choice}
                hrefLang={choice}
                aria-current={choice === locale ? "true" : undefined}
                className="inline-flex h-8 items-center rounded-md px-2 text-muted-foreground text-sm hover:bg-accent hover:text-foreground aria-[current]:font-medium aria-[current]:text-foreground touch:h-11 touch:px-3"
              >
                {LOCALE_NAMES[choice]}
              </a>
            ))}
          </nav>
        </footer>
      )}
    </div>
  );
}
