import { redirect } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { Card, CardBody } from "@/components/ui/card";
import { SessionFrame } from "@/features/session/components/session-frame";
import { env } from "@/lib/env/env";
import { isMailConfigured } from "@/lib/mail/mail";
import { ForgottenForm } from "./forgotten-form";

/** Requests a mail for a forgotten password. Without a mail server it leads to the login. */
export async function ForgottenScreen({ params }: { params: Promise<{ locale: string }> }) {
  const { locale } = await params;
  if (!isMailConfigured()) redirect(`/${locale}/login`);
  const t = await getTranslations({ locale, namespace: "session.forgotten" });
  return (
    <SessionFrame locale={locale} back={`/${locale}/login`} title={t("title")} hint={t("hint")}>
      <Card>
        <CardBody>
          <ForgottenForm withCaptcha={env().LOGIN_CAPTCHA} />
        </CardBody>
      </Card>
    </SessionFrame>
  );
}
