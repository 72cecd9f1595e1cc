"use client";

import { useQuery } from "@tanstack/react-query";
import { ExternalLink, Printer } from "lucide-react";
import { useTranslations } from "next-intl";
import { useRef } from "react";
import { CopyButton } from "@/components/form/copy-button";
import { ErrorState } from "@/components/layout/error-state";
import { Button } from "@/components/ui/button";
import { buttonVariants } from "@/components/ui/button-variants";
import { Sheet, SheetBody, SheetContent, SheetFooter, SheetHeader } from "@/components/ui/sheet";
import { Skeleton } from "@/components/ui/skeleton";
import { formatStamp } from "@/lib/datetime/format";
import { labelsQuery } from "../share.client";
import type { LabelDto } from "../share.schema";

type LabelSheetProps = { ids: readonly number[]; onClose: () => void };

/** The QR codes of codes: a sheet of labels to print and cut, each with its address to pass on. */
export function LabelSheet({ ids, onClose }: LabelSheetProps) {
  const t = useTranslations("share.label");
  const { data, error } = useQuery(labelsQuery(ids));
  return (
    <Sheet open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <SheetContent className="w-200" aria-describedby={undefined}>
        <SheetHeader title={t("title", { count: ids.length })} />
        <SheetBody className="pb-8">
          {error && <ErrorState title={t("failed")} />}
          {!data && !error && <Skeleton className="h-64 rounded-lg" />}
          <ul className="grid gap-3 sm:grid-cols-2 print:grid-cols-3 print:gap-0" data-labels="">
            {data?.map((label) => (
              <Label key={label.id} label={label} />
            ))}
          </ul>
        </SheetBody>
        <SheetFooter>
          <Button onClick={onClose}>{t("close")}</Button>
          <Button variant="primary" disabled={!data} onClick={() => window.print()}>
            <Printer aria-hidden="true" />
            {t("print")}
          </Button>
        </SheetFooter>
      </SheetContent>
    </Sheet>
  );
}

function Label({ label }: { label: LabelDto }) {
  const t = useTranslations("share.label");
  const source = useRef<HTMLInputElement>(null);
  const { name, subject, customerName, timeZone, url, image, hasPin, expiresAt } = label;
  return (
    <li className="flex flex-col gap-2 rounded-lg border p-3 print:break-inside-avoid print:rounded-none print:border-dashed">
      <div className="flex min-w-0 items-start gap-3 print:flex-col print:items-center print:text-center">
        <span className="shrink-0 rounded-md bg-white p-1 print:p-0">
          <img src={image} alt={t("image", { name })} className="size-32 print:size-[34mm]" />
        </span>
        <span className="min-w-0 flex-1">
          <span className="block break-words font-semibold leading-tight">{name}</span>
          {subject !== name && <span className="block break-words text-sm">{subject}</span>}
          <span className="mt-1 block break-words text-muted-foreground text-xs">{customerName}</span>
          <span className="mt-1 block text-muted-foreground text-xs">
            {hasPin ? t("scanPin") : t("scan")}
            {expiresAt !== null && (
              <span className="block tabular-nums">
                {t("until", { at: formatStamp(new Date(expiresAt), { timeZone }).slice(0, 16) })}
              </span>
            )}
          </span>
        </span>
      </div>
      <div className="flex items-center gap-2" data-print="hide">
        <input
          ref={source}
          readOnly
          value={url}
          aria-label={t("address", { name })}
          className="min-h-control min-w-0 flex-1 rounded-md border border-input bg-muted px-2 font-mono text-xs"
        />
        <CopyButton text={url} label={t("copy", { name })} source={source} />
        <a
          href={url}
          target="_blank"
          rel="noreferrer noopener"
          aria-label={t("open", { name })}
          title={t("open", { name })}
          className={buttonVariants({ variant: "ghost", size: "icon" })}
        >
          <ExternalLink aria-hidden="true" />
        </a>
      </div>
    </li>
  );
}
