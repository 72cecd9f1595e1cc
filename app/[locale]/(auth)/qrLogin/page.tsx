import { getTranslations } from "next-intl/server";
import { QrLoginScreen } from "@/features/session/qr-login/components/qr-login-screen";

export async function generateMetadata() {
  const t = await getTranslations("shell");
  return { title: t("menu.qrLogin") };
}

export default QrLoginScreen;
