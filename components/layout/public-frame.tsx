import { getLocale, getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import { Logo } from "@/components/shell/logo";
import { Card, CardBody } from "@/components/ui/card";
import { LOCALE_NAMES, LOCALES } from "@/lib/i18n/routing";

type PublicFrameProps = {
  /** Path and query of this page without the locale, for the language switch; without it there is none. */
  address?: string | undefined;
  /** The owner of what is shown, at the right of the header. */
  owner?: string | undefined;
  children: ReactNode;
};

/** The frame of a page for readers without an account: no menu, no session, plain links. */
export async function PublicFrame({ address, owner, children }: PublicFrameProps) {
  const shell = await getTranslations("shell");
  const t = await getTranslations("public");
  const locale = await getLocale();
  return (
    <div className="flex min-h-dvh flex-col" data-shell="">
      <header className="border-b bg-card">
        <div className="mx-auto flex min-h-14 w-full max-w-5xl items-center justify-between gap-4 px-4 py-2">
          <Logo name={shell("product")} />
          {owner && <p className="min-w-0 break-words text-right text-muted-foreground text-sm">{owner}</p>}
        </div>
      </header>
      <main className="mx-auto flex w-full max-w-5xl flex-1 flex-col px-4 py-5 lg:py-8">{children}</main>
      {address !== undefined && (
        <footer className="border-t" data-print="hide">
          <nav
            aria-label={t("language")}
            className="mx-auto flex w-full max-w-5xl flex-wrap justify-center gap-x-1 px-4 py-2 lg:justify-end"
          >
            {LOCALES.map((choice) => (
              <a
                key={choice}
                href={`/${choice}${address}`}
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

type PublicNoticeProps = Pick<PublicFrameProps, "address"> & {
  icon: ReactNode;
  title: string;
  hint: string;
  children?: ReactNode;
};

/** One message in place of a public page: that a link opens nothing, or that there were too many requests. */
export const PublicNotice = ({ icon, title, hint, address, children }: PublicNoticeProps) => (
  <PublicFrame address={address}>
    <Card className="mx-auto my-auto w-full max-w-md">
      <CardBody className="flex flex-col items-center px-6 py-10 text-center">
        <span className="mb-3 grid size-11 place-items-center rounded-lg border bg-muted text-muted-foreground [&_svg]:size-5">
          {icon}
        </span>
        <h1 className="text-balance font-semibold text-xl">{title}</h1>
        <p className="mt-1.5 text-pretty text-muted-foreground">{hint}</p>
        {children && <div className="mt-5">{children}</div>}
      </CardBody>
    </Card>
  </PublicFrame>
);
