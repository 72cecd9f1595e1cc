import { SearchX } from "lucide-react";
import { useTranslations } from "next-intl";
import { ButtonLink } from "@/components/layout/button-link";
import { EmptyState } from "@/components/layout/empty-state";

/** Shown when a search has no results; `resetHref` is the list without criteria. */
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
