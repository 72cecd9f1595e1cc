import { getTranslations } from "next-intl/server";
import { PasswordScreen } from "@/features/session/password/components/password-screen";

export async function generateMetadata() {
  const t = await getTranslations("shell");
  return { title: t("menu.changePassword") };
}

export default PasswordScreen;
