import { notFound } from "next/navigation";
import { getTranslations } from "next-intl/server";

export async function generateMetadata() {
  const t = await getTranslations("shell");
  return { title: t("menu.notFound") };
}

/** Responds with status 404 and the content of `not-found.tsx`. */
export default function Page() {
  notFound();
}
