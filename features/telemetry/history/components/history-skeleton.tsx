import { useTranslations } from "next-intl";
import { PageBody } from "@/components/shell/page-body";
import { Skeleton } from "@/components/ui/skeleton";

/** The history on its way: its names and range, the chart, the figures beside it where there is room. */
export function HistorySkeleton() {
  const t = useTranslations("common.table");
  return (
    <PageBody>
      <p role="status" className="sr-only">
        {t("loading")}
      </p>
      <div aria-hidden="true" className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <div className="grid flex-1 basis-64 gap-2">
          <Skeleton className="h-5 w-56 max-w-full" />
          <Skeleton className="w-40" />
        </div>
        <Skeleton className="h-control w-72 max-w-full" />
      </div>
      <div aria-hidden="true" className="grid grow content-start gap-3 xl:grid-cols-[minmax(0,1fr)_27rem]">
        <Skeleton className="h-96 rounded-lg" />
        <Skeleton className="h-96 rounded-lg max-xl:hidden" />
      </div>
    </PageBody>
  );
}
