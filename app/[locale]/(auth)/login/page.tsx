import { getTranslations } from "next-intl/server";
import { LoginScreen } from "@/features/session/components/login-screen";

export async function generateMetadata() {
  const t = await getTranslations("shell");
  return { title: t("menu.login") };
}

export default LoginScreen;
