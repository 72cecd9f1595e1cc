import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { PageBody } from "./page-body";

type PageSkeletonProps = { fill?: boolean; className?: string; children: ReactNode };

/** A page on its way: the places of the real one, hidden from readers, who are told that it loads. */
export function PageSkeleton({ children, ...body }: PageSkeletonProps) {
  const t = useTranslations("common.table");
  return (
    <PageBody {...body}>
      <p role="status" data-on-its-way="" className="sr-only">
        {t("loading")}
      </p>
      {children}
    </PageBody>
  );
}
