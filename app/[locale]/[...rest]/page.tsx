import { redirect } from "next/navigation";

/** Redirects unknown paths to /404. */
export default async function Page({ params }: { params: Promise<{ locale: string }> }) {
  redirect(`/${(await params).locale}/404`);
}
