import { inter } from "@/components/layout/font";
import { BOUNDARY_TEXTS } from "@/lib/i18n/boundary-texts";
import { DEFAULT_LOCALE } from "@/lib/i18n/routing";
import "./globals.css";

/** An unknown path without a locale, such as a missing file: no provider, the default language. */
export default function NotFound() {
  const texts = BOUNDARY_TEXTS[DEFAULT_LOCALE];
  return (
    <html lang={DEFAULT_LOCALE} data-theme="system" className={inter.variable}>
      <body className="grid min-h-dvh place-items-center p-6 text-center">
        <main>
          <p className="font-semibold text-3xl tabular-nums">404</p>
          <h1 className="mt-2 text-lg">{texts.notFound}</h1>
          <p className="mt-4">
            <a href={`/${DEFAULT_LOCALE}/home`} className="text-primary underline underline-offset-4">
              {texts.home}
            </a>
          </p>
        </main>
      </body>
    </html>
  );
}
