import { getTranslations } from "next-intl/server";
import { currentPrincipal } from "@/lib/auth/current";
import { SessionFrame } from "../../components/session-frame";
import { QrLoginCard } from "./qr-login-card";

type QrLoginScreenProps = {
  params: Promise<{ locale: string }>;
  searchParams: Promise<{ key?: string | string[] | undefined }>;
};

/** The page that the QR code opens. It asks for confirmation before this browser is logged in to the account. */
export async function QrLoginScreen({ params, searchParams }: QrLoginScreenProps) {
  const [{ locale }, { key }, principal] = await Promise.all([params, searchParams, currentPrincipal()]);
  const t = await getTranslations({ locale, namespace: "session.qrLogin" });
  return (
    <SessionFrame locale={locale} title={t("title")}>
      <QrLoginCard qrKey={(Array.isArray(key) ? key[0] : key) ?? ""} inside={principal?.user.name ?? null} />
    </SessionFrame>
  );
}
