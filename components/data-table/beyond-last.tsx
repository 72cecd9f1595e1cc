import { useTranslations } from "next-intl";
import { ButtonLink } from "@/components/layout/button-link";
import { EmptyState } from "@/components/layout/empty-state";

/** Shown for a page past the last one, after rows were deleted. */
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
