import { ShieldCheck } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { BeyondLast } from "@/components/data-table/beyond-last";
import { NoMatch } from "@/components/data-table/no-match";
import { EmptyState } from "@/components/ui/empty-state";

type EmptyListProps = {
  /** `none`: there are no roles; `narrowed`: nothing matches the search; `beyond`: past the last page. */
  why: "none" | "narrowed" | "beyond";
  resetHref: string;
  action?: ReactNode;
};

export function EmptyList({ why, resetHref, action }: EmptyListProps) {
  const t = useTranslations("role.empty");
  if (why === "narrowed") return <NoMatch resetHref={resetHref} />;
  if (why === "none")
    return (
      <EmptyState icon={<ShieldCheck aria-hidden="true" />} title={t("none")} action={action} className="min-h-64">
        {t("noneHint")}
      </EmptyState>
    );
  return <BeyondLast firstHref={resetHref} />;
}
