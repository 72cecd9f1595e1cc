"use client";

import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { ErrorState } from "@/components/layout/error-state";
import { Button } from "@/components/ui/button";
import { Dialog, DialogBody, DialogContent, DialogHeader } from "@/components/ui/dialog";
import { Skeleton } from "@/components/ui/skeleton";

/** Maximum number of rows in a sheet. */
export const MOST_ROWS = 100;

type ListSheetProps<Row> = {
  title: string;
  /** Filters of the rows. */
  tools?: ReactNode;
  query: { data: { items: readonly Row[]; total: number } | undefined; isError: boolean; isFetching: boolean };
  onRetry: () => void;
  onMore: () => void;
  onClose: () => void;
  empty: ReactNode;
  children: (row: Row) => ReactNode;
};

/** A sheet over a list whose rows the browser loads, with more on request. */
export function ListSheet<Row>({ title, tools, query, empty, children, ...on }: ListSheetProps<Row>) {
  const t = useTranslations("device.sheet");
  const { data, isError, isFetching } = query;
  return (
    <Dialog open onOpenChange={(open) => !open && on.onClose()}>
      <DialogContent shape="sheet" aria-describedby={undefined}>
        <DialogHeader title={title} />
        {tools}
        <DialogBody className="py-0">
          {!data && isError && (
            <ErrorState title={t("failed")} action={<Button onClick={on.onRetry}>{t("retry")}</Button>} />
          )}
          {!data && !isError && (
            <div className="flex flex-col gap-3 py-4">
              {[1, 2, 3].map((line) => (
                <Skeleton key={line} className="h-12" />
              ))}
            </div>
          )}
          {data?.total === 0 && empty}
          {data && data.total > 0 && <ul className="divide-y">{data.items.map(children)}</ul>}
          {data && data.items.length < Math.min(data.total, MOST_ROWS) && (
            <div className="-mx-3 border-t py-2">
              <Button size="sm" variant="ghost" loading={isFetching} onClick={on.onMore}>
                {t("more")}
              </Button>
            </div>
          )}
        </DialogBody>
      </DialogContent>
    </Dialog>
  );
}
