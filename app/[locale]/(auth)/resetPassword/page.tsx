import { getTranslations } from "next-intl/server";
import { ResetScreen } from "@/features/user/forgotten-password/components/reset-screen";

export async function generateMetadata() {
  const t = await getTranslations("shell");
  return { title: t("menu.resetPassword") };
}

export default ResetScreen;
