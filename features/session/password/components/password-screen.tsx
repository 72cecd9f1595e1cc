import { redirect } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { Card, CardBody, CardHeader, CardTitle } from "@/components/ui/card";
import { currentPrincipal } from "@/lib/auth/current";
import { SessionFrame } from "../../components/session-frame";
import { nextPath } from "../../login.rules";
import { FactorPanel } from "../../second-factor/components/factor-panel";
import { PasswordForm } from "./password-form";

type PasswordScreenProps = {
  params: Promise<{ locale: string }>;
  searchParams: Promise<{ next?: string | string[] | undefined }>;
};

/** Password and second factor of the user. Either can be a mandatory step after login. */
export async function PasswordScreen({ params, searchParams }: PasswordScreenProps) {
  const [{ locale }, search, principal] = await Promise.all([params, searchParams, currentPrincipal()]);
  const next = nextPath(Array.isArray(search.next) ? search.next[0] : search.next, locale);
  if (!principal) redirect(`/${locale}/login?next=${encodeURIComponent(`/${locale}/password`)}`);
  const { user, mustChangePassword, mustSetUpSecondFactor } = principal;
  const t = await getTranslations({ locale, namespace: "session" });
  const account = `${user.name} (${user.username})`;
  const passwordForm = (
    <Card>
      {!mustChangePassword && (
        <CardHeader>
          <CardTitle>{t("password.title")}</CardTitle>
        </CardHeader>
      )}
      <CardBody>
        <PasswordForm username={user.username} next={next} isForced={mustChangePassword} />
      </CardBody>
    </Card>
  );
  if (mustChangePassword)
    return (
      <SessionFrame locale={locale} account={account} title={t("password.forcedTitle")} hint={t("password.forcedHint")}>
        {passwordForm}
      </SessionFrame>
    );
  if (mustSetUpSecondFactor)
    return (
      <SessionFrame locale={locale} account={account} title={t("factor.forcedTitle")} hint={t("factor.forcedHint")}>
        <FactorPanel next={next} isForced />
      </SessionFrame>
    );
  return (
    <SessionFrame locale={locale} account={account} back={next} title={t("frame.security")}>
      {passwordForm}
      <FactorPanel next={next} />
    </SessionFrame>
  );
}
