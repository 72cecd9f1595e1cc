import { SearchX } from "lucide-react";
import { useTranslations } from "next-intl";
import { ButtonLink } from "@/components/ui/button-link";
import { EmptyState } from "@/components/ui/empty-state";

/** A search that found nothing; `resetHref` is the list without criteria. */
export function NoMatch({ resetHref }: { resetHref: string }) {
  const t = useTranslations("common.table");
  return (
    <EmptyState
      icon={<SearchX aria-hidden="true" />}
      title={t("noMatch")}
      action={
        <ButtonLink href={resetHref} prefetch={false}>
          {t("resetSearch")}
        </ButtonLink>
      }
    >
      {t("noMatchHint")}
    </EmptyState>
  );
}
