import { getTranslations } from "next-intl/server";
import { ProxyCustomerScreen } from "@/features/session/proxy-customer/components/proxy-customer-screen";

export async function generateMetadata() {
  const t = await getTranslations("shell");
  return { title: t("menu.proxyCustomer") };
}

export default ProxyCustomerScreen;
