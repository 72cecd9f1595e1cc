import { redirect } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { currentPrincipal } from "@/lib/auth/current";
import { SessionFrame } from "../../components/session-frame";
import { nextPath } from "../../login.rules";
import { ProxyCustomerList } from "./proxy-customer-list";

type ProxyCustomerScreenProps = {
  params: Promise<{ locale: string }>;
  searchParams: Promise<{ next?: string | string[] | undefined }>;
};

/** Lets an agent select the customer to work for. Until then no data is visible. */
export async function ProxyCustomerScreen({ params, searchParams }: ProxyCustomerScreenProps) {
  const [{ locale }, search, principal] = await Promise.all([params, searchParams, currentPrincipal()]);
  const next = nextPath(Array.isArray(search.next) ? search.next[0] : search.next, locale);
  if (!principal) redirect(`/${locale}/login?next=${encodeURIComponent(`/${locale}/proxyCustomer`)}`);
  if (principal.scopeType !== -1) redirect(next);
  const hasChosen = principal.scope.customerIds.length > 0;
  const { name, username } = principal.user;
  const t = await getTranslations({ locale, namespace: "session.proxy" });
  return (
    <SessionFrame
      locale={locale}
      account={`${name} (${username})`}
      back={hasChosen ? next : undefined}
      title={t("title")}
      hint={t("hint")}
    >
      <ProxyCustomerList next={next} />
    </SessionFrame>
  );
}
