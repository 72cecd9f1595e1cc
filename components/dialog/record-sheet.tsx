"use client";

import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { ErrorState } from "@/components/layout/error-state";
import { WaitingTitle } from "@/components/layout/waiting-title";
import { Button } from "@/components/ui/button";
import { Sheet, SheetBody, SheetContent, SheetHeader } from "@/components/ui/sheet";
import { Skeleton } from "@/components/ui/skeleton";
import type { ServiceError } from "@/lib/http/call-service";

type RecordSheetProps<Row> = {
  query: { data: Row | undefined; error: ServiceError | null; refetch: () => unknown };
  title: (row: Row) => string;
  /** The title if loading failed, and the message for a record that does not exist. */
  failed: string;
  missing: string;
  onClose: () => void;
  children: (row: Row) => ReactNode;
};

/** All details of one record over its list, with loading and error states. */
export function RecordSheet<Row>({ query, title, failed, missing, onClose, children }: RecordSheetProps<Row>) {
  const { data, error, refetch } = query;
  return (
    <Sheet open onOpenChange={(open) => !open && onClose()}>
      <SheetContent className="w-160" aria-describedby={undefined}>
        <SheetHeader title={data ? title(data) : error ? failed : <WaitingTitle />} />
        <SheetBody className="flex flex-col gap-6 pb-8">
          {data ? children(data) : error ? <Failure error={error} missing={missing} onRetry={refetch} /> : <Waiting />}
        </SheetBody>
      </SheetContent>
    </Sheet>
  );
}

type FailureProps = { error: ServiceError; missing: string; onRetry: () => unknown };

function Failure({ error, missing, onRetry }: FailureProps) {
  const tError = useTranslations("error");
  const tCommon = useTranslations("common");
  const isMissing = error.key === "NOT_FOUND";
  return (
    <ErrorState
      title={isMissing ? missing : tError(error.key)}
      request={!isMissing && error.requestId ? { label: tCommon("error.requestId"), id: error.requestId } : undefined}
      action={!isMissing && <Button onClick={() => onRetry()}>{tCommon("action.retry")}</Button>}
    />
  );
}

function Waiting() {
  const t = useTranslations("common.table");
  return (
    <>
      <p role="status" className="sr-only">
        {t("loading")}
      </p>
      <Skeleton className="h-52 rounded-md" />
      <Skeleton className="h-32 rounded-md" />
    </>
  );
}
