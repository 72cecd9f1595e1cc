import { getLocale, getTranslations } from "next-intl/server";
import { buttonVariants } from "@/components/ui/button-variants";
import { Logo } from "./logo";

/** The page for an unknown address. It has no providers, so its links are plain. */
export async function NotFoundView() {
  const t = await getTranslations("shell");
  const locale = await getLocale();
  return (
    <main className="grid min-h-dvh content-center justify-items-center gap-8 p-6 text-center">
      <Logo name={t("product")} />
      <div>
        <svg aria-hidden="true" viewBox="0 0 240 72" className="mx-auto mb-6 w-60 text-border-strong">
          <path d="M0 20h240M0 56h240" stroke="currentColor" strokeDasharray="3 5" />
          <path
            d="M0 40h18l8-9 9 13 8-8 9 4h22M166 40h14l9-7 8 12 9-9 8 4h26"
            fill="none"
            stroke="var(--primary)"
            strokeWidth="1.75"
            strokeLinejoin="round"
          />
          <text x="120" y="47" textAnchor="middle" className="fill-foreground font-semibold tabular-nums" fontSize="22">
            404
          </text>
        </svg>
        <h1 className="font-semibold text-2xl tracking-tight">{t("notFound.title")}</h1>
        <p className="mt-2 max-w-sm text-pretty text-muted-foreground">{t("notFound.hint")}</p>
      </div>
      <a href={`/${locale}/home`} className={buttonVariants({ variant: "primary" })}>
        {t("notFound.home")}
      </a>
    </main>
  );
}
