import { getTranslations } from "next-intl/server";
import { NoAccessScreen } from "@/features/session/components/no-access-screen";

export async function generateMetadata() {
  const t = await getTranslations("shell");
  return { title: t("menu.noAccess") };
}

export default NoAccessScreen;
