import { getTranslations } from "next-intl/server";
import { Card, CardBody } from "@/components/ui/card";
import { SessionFrame } from "@/features/session/components/session-frame";
import { ResetForm } from "./reset-form";

type ResetScreenProps = {
  params: Promise<{ locale: string }>;
  searchParams: Promise<{ key?: string | string[] | undefined }>;
};

/** Sets a new password with the key of a mail, which its link brings along or the user enters. */
export async function ResetScreen({ params, searchParams }: ResetScreenProps) {
  const [{ locale }, { key }] = await Promise.all([params, searchParams]);
  const t = await getTranslations({ locale, namespace: "session.reset" });
  return (
    <SessionFrame locale={locale} back={`/${locale}/login`} title={t("title")}>
      <Card>
        <CardBody>
          <ResetForm given={(Array.isArray(key) ? key[0] : key) ?? ""} />
        </CardBody>
      </Card>
    </SessionFrame>
  );
}
