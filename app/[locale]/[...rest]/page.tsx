import { redirect } from "next/navigation";
import { currentPrincipal } from "@/lib/auth/current";
import { screenBehind } from "@/lib/page/screens";

type Props = { params: Promise<{ locale: string; rest: string[] }> };

/** Leads the addresses of groups to a screen of theirs, and unknown paths to /404. */
export default async function Page({ params }: Props) {
  const [{ locale, rest }, principal] = await Promise.all([params, currentPrincipal()]);
  redirect(`/${locale}${screenBehind(`/${rest.join("/")}`, principal?.permissions ?? new Set()) ?? "/404"}`);
}
