import { redirect } from "next/navigation";

/** Unknown paths go to /404. */
export default async function Page({ params }: { params: Promise<{ locale: string }> }) {
  redirect(`/${(await params).locale}/404`);
}
