import { Lock } from "lucide-react";
import { getTranslations } from "next-intl/server";
import { DescriptionList } from "@/components/layout/description-list";
import { Logo } from "@/components/shell/logo";
import { buttonVariants } from "@/components/ui/button-variants";
import { currentPrincipal } from "@/lib/auth/current";
import { entryOf } from "@/lib/auth/permissions";
import { nextPath } from "../login.rules";
import { hasNoFunctions, refusedScreen } from "../no-access.rules";
import { LeaveButton } from "./leave-button";
import { SignOut } from "./sign-out";

type NoAccessScreenProps = {
  params: Promise<{ locale: string }>;
  searchParams: Promise<{ next?: string | string[] | undefined }>;
};

/**
 * Shown to users without permission for a page: the page, the missing permission, and links to continue. Uses plain
 * links because there is no provider around it.
 */
export async function NoAccessScreen({ params, searchParams }: NoAccessScreenProps) {
  const [{ locale }, search, principal] = await Promise.all([params, searchParams, currentPrincipal()]);
  const next = nextPath(Array.isArray(search.next) ? search.next[0] : search.next, locale);
  const screen = refusedScreen(next);
  if (principal && hasNoFunctions(principal)) return <NoFunctions locale={locale} />;
  // The permission may have been granted in the meantime.
  const isGranted = screen !== undefined && principal?.permissions.has(screen.permission);
  const missing = screen && !isGranted ? entryOf(screen.permission) : null;
  const t = await getTranslations({ locale, namespace: "login.noAccess" });
  const shell = await getTranslations({ locale, namespace: "shell" });
  const label = await getTranslations({ locale, namespace: "permission" });
  const login = `/${locale}/login?next=${encodeURIComponent(next)}`;
  const items = [
    screen && { term: t("page"), value: shell(`menu.${screen.title}`) },
    missing && {
      term: t("permission"),
      value: label("name", {
        subject: label(`subject.${missing.label}`),
        action: label(`action.${missing.action}`),
      }),
    },
    principal && { term: t("account"), value: `${principal.user.name} (${principal.user.username})` },
  ];
  return (
    <div className="grid min-h-dvh content-center justify-items-center gap-8 p-6 text-center">
      <Logo name={shell("product")} />
      <div className="grid justify-items-center">
        <span className="mb-4 grid size-10 place-items-center rounded-lg border bg-muted text-muted-foreground">
          <Lock aria-hidden="true" className="size-5" />
        </span>
        <h1 className="font-semibold text-2xl tracking-tight">{t("title")}</h1>
        <p className="mt-2 max-w-sm text-pretty text-muted-foreground">{t("hint")}</p>
        <DescriptionList className="mt-6 text-left" items={items.filter((item) => !!item)} />
      </div>
      <div className="flex flex-wrap justify-center gap-2">
        <a href={`/${locale}/home`} className={buttonVariants({ variant: "primary" })}>
          {t("home")}
        </a>
        {isGranted && (
          <a href={next} className={buttonVariants()}>
            {t("retry")}
          </a>
        )}
        <LeaveButton label={principal ? t("another") : t("signIn")} failed={t("leaveFailed")} next={login} />
      </div>
    </div>
  );
}

/** For an account without any permission, which has no page to return to (specification, section 2). */
async function NoFunctions({ locale }: { locale: string }) {
  const t = await getTranslations({ locale, namespace: "login.noFunctions" });
  const shell = await getTranslations({ locale, namespace: "shell" });
  return (
    <div className="grid min-h-dvh content-center justify-items-center gap-8 p-6 text-center">
      <Logo name={shell("product")} />
      <div className="grid justify-items-center">
        <span className="mb-4 grid size-10 place-items-center rounded-lg border bg-muted text-muted-foreground">
          <Lock aria-hidden="true" className="size-5" />
        </span>
        <h1 className="font-semibold text-2xl tracking-tight">{t("title")}</h1>
        <p className="mt-2 max-w-sm text-pretty text-muted-foreground">{t("hint")}</p>
      </div>
      <SignOut />
      <a href={`/${locale}/login`} className={buttonVariants({ variant: "primary" })}>
        {t("signIn")}
      </a>
    </div>
  );
}
