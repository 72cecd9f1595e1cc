import { notFound } from "next/navigation";
import { getTranslations } from "next-intl/server";

export async function generateMetadata() {
  const t = await getTranslations("shell");
  return { title: t("menu.notFound") };
}

/** Answers with the status 404 and what `not-found.tsx` shows. */
export default function Page() {
  notFound();
}
