"use client";

import { useQuery } from "@tanstack/react-query";
import { Trash2 } from "lucide-react";
import dynamic from "next/dynamic";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useUnsavedGuard } from "@/components/form/use-unsaved-guard";
import { ErrorState } from "@/components/layout/error-state";
import { Button } from "@/components/ui/button";
import { Sheet, SheetBody, SheetContent, SheetFooter, SheetHeader } from "@/components/ui/sheet";
import { Skeleton } from "@/components/ui/skeleton";
import { CarrierIcon } from "@/components/value/carrier-icon";
import { DeviceIcon } from "@/components/value/device-icon";
import type { ServiceError } from "@/lib/http/call-service";
import { exceptionQuery } from "../exception.client";
import type { OpenedExceptionDto } from "../exception.schema";
import { barOf } from "../handling/rules";
import { StateCell } from "./cells";
import {
  DetailBody,
  type LotsOfException,
  type OrderOfException,
  type ReportOnException,
  type Rights,
} from "./detail-body";
import { useElapsed, useExceptionTexts } from "./labels";
import { SeverityBadge } from "./severity-badge";

const RemovalDialog = dynamic(
  () => import("../handling/components/removal-dialog").then((module) => module.RemovalDialog),
  { ssr: false },
);

type DetailSheetProps = {
  Lots: LotsOfException;
  Report: ReportOnException;
  Order: OrderOfException;
  id: number;
  rights: Rights;
  timeZone: string;
  now: number;
  onClose: () => void;
  /** The exception was changed: the list behind is stale. */
  onDone: () => void;
};

/** The details of an exception, at the right edge; full screen on a phone. Closing it with unsaved text asks first. */
export function DetailSheet({ Lots, Report, Order, id, rights, timeZone, now, onClose, onDone }: DetailSheetProps) {
  const t = useTranslations("exception.detail");
  const tForm = useTranslations("common.form");
  const tAction = useTranslations("exception.action");
  const { data, error, refetch } = useQuery(exceptionQuery(id));
  const [changed, setChanged] = useState(false);
  const [asking, setAsking] = useState(false);
  const [removing, setRemoving] = useState(false);
  useUnsavedGuard(changed);

  const mayRemove = rights.remove && data && barOf("remove", data) === null && data.closing.signatures.length === 0;
  return (
    <Sheet open onOpenChange={(open) => !open && (changed ? setAsking(true) : onClose())}>
      <SheetContent className="w-160" aria-describedby={undefined}>
        {data ? (
          <Headline detail={data} timeZone={timeZone} now={now} />
        ) : (
          <SheetHeader title={error ? t("failed") : <Skeleton className="my-1 w-64" />} />
        )}
        <SheetBody className="pb-8">
          {data ? (
            <DetailBody
              Lots={Lots}
              detail={data}
              rights={rights}
              timeZone={timeZone}
              now={now}
              onChanged={setChanged}
              onDone={onDone}
            />
          ) : error ? (
            <Failure error={error as ServiceError} onRetry={() => refetch()} />
          ) : (
            <Waiting />
          )}
        </SheetBody>
        {!asking && data && (mayRemove || rights.order !== "none" || (data.carrier && rights.report)) && (
          <SheetFooter>
            {mayRemove && (
              <Button variant="destructive-ghost" className="mr-auto" onClick={() => setRemoving(true)}>
                <Trash2 aria-hidden="true" />
                {tAction("remove")}
              </Button>
            )}
            {rights.order !== "none" && (
              <OrderButton Order={Order} detail={data} rights={rights} {...{ timeZone, now }} />
            )}
            {data.carrier && rights.report && <Report exceptionId={data.id} />}
          </SheetFooter>
        )}
        {asking && (
          <SheetFooter>
            <p role="alert" className="mr-auto self-center text-sm">
              {tForm("unsaved")}
            </p>
            <Button autoFocus onClick={() => setAsking(false)}>
              {tForm("keepEditing")}
            </Button>
            <Button variant="destructive" onClick={onClose}>
              {tForm("discard")}
            </Button>
          </SheetFooter>
        )}
      </SheetContent>
      {removing && data && (
        <RemovalDialog
          rows={[data]}
          timeZone={timeZone}
          onClose={() => setRemoving(false)}
          onDone={() => {
            setRemoving(false);
            onDone();
          }}
        />
      )}
    </Sheet>
  );
}

type OrderButtonProps = Pick<DetailSheetProps, "Order" | "rights" | "timeZone" | "now"> & {
  detail: OpenedExceptionDto;
};

/** The work order, named after the place and what happened there. */
function OrderButton({ Order, detail, rights, timeZone, now }: OrderButtonProps) {
  const { headline } = useExceptionTexts(detail.customerId);
  const what = headline(detail, useElapsed(detail, now), timeZone);
  return (
    <Order
      exceptionId={detail.id}
      customerId={detail.customerId}
      title={`${detail.carrier?.name ?? detail.device.name}: ${what}`}
      mayCreate={rights.order === "new"}
    />
  );
}

function Headline({ detail, timeZone, now }: { detail: OpenedExceptionDto; timeZone: string; now: number }) {
  const { headline } = useExceptionTexts(detail.customerId);
  const elapsed = useElapsed(detail, now);
  return (
    <SheetHeader
      className="items-start"
      title={<span suppressHydrationWarning>{headline(detail, elapsed, timeZone)}</span>}
      description={
        <span className="mt-1 flex flex-col gap-2">
          <span className="flex min-w-0 items-center gap-2 text-base text-foreground">
            <span className="shrink-0 text-muted-foreground">
              {detail.carrier ? <CarrierIcon type={detail.carrier.type} /> : <DeviceIcon kind={detail.device.kind} />}
            </span>
            <span className="min-w-0 break-words">{detail.carrier?.name ?? detail.device.name}</span>
          </span>
          <span className="flex flex-wrap items-start gap-x-4 gap-y-1">
            <span className="flex h-5 items-center">
              <SeverityBadge severity={detail.severity} />
            </span>
            <StateCell row={detail} />
          </span>
        </span>
      }
    />
  );
}

function Failure({ error, onRetry }: { error: ServiceError; onRetry: () => void }) {
  const t = useTranslations("exception.detail");
  const tError = useTranslations("error");
  const tCommon = useTranslations("common");
  const missing = error.key === "NOT_FOUND";
  return (
    <ErrorState
      title={missing ? t("missing") : tError(error.key)}
      request={!missing && error.requestId ? { label: tCommon("error.requestId"), id: error.requestId } : undefined}
      action={!missing && <Button onClick={onRetry}>{tCommon("action.retry")}</Button>}
    />
  );
}

function Waiting() {
  const t = useTranslations("common.table");
  return (
    <div className="flex flex-col gap-5">
      <p role="status" className="sr-only">
        {t("loading")}
      </p>
      <Skeleton className="h-44 rounded-lg" />
      <Skeleton className="h-58 rounded-lg" />
      <Skeleton className="h-20 rounded-lg" />
      <Skeleton className="h-40 rounded-lg" />
    </div>
  );
}
