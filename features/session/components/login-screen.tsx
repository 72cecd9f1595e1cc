import { redirect } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { Logo } from "@/components/shell/logo";
import { Alert } from "@/components/ui/alert";
import { currentPrincipal } from "@/lib/auth/current";
import { recentEnd } from "@/lib/auth/ended-session";
import { env } from "@/lib/env/env";
import { singleSignOnOf } from "@/lib/env/single-sign-on";
import { LOCALE_NAMES, LOCALES } from "@/lib/i18n/routing";
import { isMailConfigured } from "@/lib/mail/mail";
import { LOGIN_REFUSALS, nextPath, returnedError, shownEnd, wantedOf } from "../login.rules";
import { LoginForm, type LoginTexts } from "./login-form";
import { SingleSignOnButton } from "./single-sign-on-button";
import { StripChart } from "./strip-chart";

type LoginScreenProps = {
  params: Promise<{ locale: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
};

const FACTOR_TEXTS = [
  "title",
  "hint",
  "code",
  "backupHint",
  "backupCode",
  "useBackup",
  "useApp",
  "back",
  "submit",
] as const;

async function textsOf(locale: string): Promise<LoginTexts> {
  const t = await getTranslations({ locale, namespace: "login" });
  return {
    username: t("username"),
    password: t("password"),
    showPassword: t("showPassword"),
    hidePassword: t("hidePassword"),
    code: t("code"),
    captcha: t("captcha"),
    refreshCaptcha: t("refreshCaptcha"),
    submit: t("submit"),
    factor: Object.fromEntries(FACTOR_TEXTS.map((name) => [name, t(`factor.${name}`)])) as LoginTexts["factor"],
    // Raw, because the form inserts the request id.
    refusals: Object.fromEntries(
      LOGIN_REFUSALS.map((name) => [name, t.raw(`error.${name}`)]),
    ) as LoginTexts["refusals"],
  };
}

/** The login page: an illustration on the left, the form on the right; on a phone the form below a strip of it. */
export async function LoginScreen({ params, searchParams }: LoginScreenProps) {
  const [{ locale }, search] = await Promise.all([params, searchParams]);
  const [wanted, reason, error, callbackUrl] = [search.next, search.reason, search.error, search.callbackUrl].map(
    (value) => (Array.isArray(value) ? value[0] : value),
  );
  const next = wantedOf(wanted, callbackUrl);
  // A logged-in user is redirected.
  if (await currentPrincipal()) redirect(nextPath(next, locale));
  const t = await getTranslations({ locale, namespace: "login" });
  const shell = await getTranslations({ locale, namespace: "shell" });
  const texts = await textsOf(locale);
  const end = shownEnd((await recentEnd(new Date())) ?? reason);
  const returned = returnedError(error);
  const signOn = singleSignOnOf(env());
  const query = next ? `?next=${encodeURIComponent(next)}` : "";
  return (
    <div className="flex min-h-dvh flex-col lg:grid lg:grid-cols-[minmax(0,1.15fr)_minmax(28rem,1fr)]">
      <section className="relative flex h-36 shrink-0 flex-col overflow-hidden bg-[#0d1f28] text-white lg:h-auto">
        <div className="absolute inset-0 bg-[radial-gradient(90%_70%_at_85%_20%,rgb(15_95_105/0.55),transparent)]" />
        <Logo name={shell("product")} className="relative m-5 lg:m-10" />
        <StripChart className="absolute inset-x-0 bottom-0 h-24 w-full lg:top-[24%] lg:bottom-auto lg:h-[44%]" />
        <div className="relative mt-auto hidden max-w-xl p-10 lg:block">
          <p className="text-balance font-semibold text-3xl tracking-tight">{t("lead")}</p>
          <p className="mt-3 text-[#b6c7d1] text-lg">{t("leadDetail")}</p>
        </div>
      </section>
      <section className="flex flex-1 flex-col bg-card px-5 py-6 sm:px-10">
        <nav aria-label={t("language")} className="flex justify-end gap-1 max-lg:order-last max-lg:justify-center">
          {LOCALES.map((choice) => (
            <a
              key={choice}
              href={`/${choice}/login${query}`}
              lang={choice}
              hrefLang={choice}
              aria-current={choice === locale ? "true" : undefined}
              className="inline-flex h-8 items-center rounded-md px-2 text-muted-foreground text-sm transition-colors hover:bg-accent hover:text-foreground aria-[current]:font-medium aria-[current]:text-foreground touch:h-11 touch:px-3"
            >
              {LOCALE_NAMES[choice]}
            </a>
          ))}
        </nav>
        <div className="mx-auto flex w-full max-w-88 flex-1 flex-col py-6 lg:pt-[19vh]">
          <h1 className="mb-6 font-semibold text-2xl tracking-tight">{t("welcome")}</h1>
          {end && <Alert className="mb-6">{t(`ended.${end}`)}</Alert>}
          {returned && (
            <Alert tone="critical" className="mb-6">
              {t(`error.${returned}`)}
            </Alert>
          )}
          <LoginForm texts={texts} wanted={next} locale={locale} withCaptcha={env().LOGIN_CAPTCHA} />
          {isMailConfigured() && (
            <a
              href={`/${locale}/forgotPassword`}
              className="mt-4 self-center font-medium text-primary text-sm underline-offset-4 hover:underline"
            >
              {t("forgot")}
            </a>
          )}
          {signOn && (
            <SingleSignOnButton
              text={t("singleSignOn", { label: signOn.label })}
              failed={t("error.providerFailed")}
              callbackUrl={nextPath(next, locale)}
            />
          )}
        </div>
        <p className="text-center text-faint-foreground text-xs max-lg:hidden">
          {shell("copyright", { year: String(new Date().getUTCFullYear()) })}
        </p>
      </section>
    </div>
  );
}
