import { getTranslations } from "next-intl/server";
import { ForgottenScreen } from "@/features/session/forgotten/components/forgotten-screen";

export async function generateMetadata() {
  const t = await getTranslations("shell");
  return { title: t("menu.forgotPassword") };
}

export default ForgottenScreen;
