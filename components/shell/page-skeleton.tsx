import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { PageBody } from "./page-body";

type PageSkeletonProps = { fill?: boolean; className?: string; children: ReactNode };

/** The placeholder of a page with its layout; screen readers hear only that it is loading. */
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
