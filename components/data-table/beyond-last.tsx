import { useTranslations } from "next-intl";
import { ButtonLink } from "@/components/ui/button-link";
import { EmptyState } from "@/components/ui/empty-state";

/** A page past the last one, where rows have gone meanwhile. */
export function BeyondLast({ firstHref }: { firstHref: string }) {
  const t = useTranslations("common.table");
  return (
    <EmptyState
      title={t("beyond")}
      className="min-h-64"
      action={
        <ButtonLink href={firstHref} prefetch={false} scroll={false}>
          {t("firstPage")}
        </ButtonLink>
      }
    />
  );
}
