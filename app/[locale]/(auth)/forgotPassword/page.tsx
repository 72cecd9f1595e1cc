import { getTranslations } from "next-intl/server";
import { ForgottenScreen } from "@/features/user/forgotten-password/components/forgotten-screen";

export async function generateMetadata() {
  const t = await getTranslations("shell");
  return { title: t("menu.forgotPassword") };
}

export default ForgottenScreen;
