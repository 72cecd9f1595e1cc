"use client";

import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { CheckboxField } from "@/components/form/checkbox-field";
import { ErrorState } from "@/components/layout/error-state";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Sheet, SheetBody, SheetContent, SheetFooter, SheetHeader } from "@/components/ui/sheet";
import { Skeleton } from "@/components/ui/skeleton";

/** Focuses the search, not the close button; nothing on touch devices, where the keyboard would cover the list. */
function focusSearch(event: Event) {
  const field = (event.currentTarget as HTMLElement).querySelector<HTMLElement>("input[type=search]");
  if (!field || !window.matchMedia("(pointer: fine)").matches) return;
  event.preventDefault();
  field.focus();
}

type CarrierSheetProps<Carrier> = {
  title: string;
  description: string;
  search: ReactNode;
  /** The first matching carriers and the total number of matches. */
  found: { data: { items: Carrier[]; total: number } | undefined; isError: boolean; refetch: () => unknown };
  /** The selectable carriers among those shown, and the handler that selects all of them. */
  open: readonly Carrier[];
  allText: string;
  chosen: ReadonlyMap<number, Carrier>;
  choose: (carriers: readonly Carrier[], isChosen: boolean) => void;
  row: (carrier: Carrier, isChosen: boolean, onChoose: (isChosen: boolean) => void) => ReactNode;
  /** The effect on the selected carriers. */
  summary: string;
  /** Why the server refused. */
  refusal: string | undefined;
  submitText: string;
  isPending: boolean;
  onSubmit: () => void;
  onClose: () => void;
};

/** Selects carriers for an action and shows the effect on each before it is applied. */
export function CarrierSheet<Carrier extends { id: number }>(props: CarrierSheetProps<Carrier>) {
  const { found, open, chosen, choose, onClose } = props;
  const { data, isError, refetch } = found;
  const t = useTranslations("common.carriers");
  const tCommon = useTranslations("common.action");
  const rest = data ? data.total - data.items.length : 0;
  return (
    <Sheet open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <SheetContent onOpenAutoFocus={focusSearch}>
        <SheetHeader title={props.title} description={props.description} />
        {props.search}
        <SheetBody className="px-2 py-2">
          {isError && (
            <ErrorState
              title={t("failed")}
              action={<Button onClick={() => void refetch()}>{tCommon("retry")}</Button>}
            />
          )}
          {!data && !isError && (
            <div className="flex flex-col gap-2 px-1 pt-1">
              {[1, 2, 3, 4, 5, 6].map((row) => (
                <Skeleton key={row} className="h-12" />
              ))}
            </div>
          )}
          {open.length > 0 && (
            <CheckboxField
              className="gap-3 px-3"
              label={props.allText}
              checked={open.every(({ id }) => chosen.has(id))}
              onChange={(event) => choose(open, event.target.checked)}
            />
          )}
          {data?.items.length === 0 && <p className="py-8 text-center text-muted-foreground text-sm">{t("nobody")}</p>}
          {data && data.items.length > 0 && (
            <ul aria-label={t("list")} className="divide-y rounded-md border">
              {data.items.map((one) => props.row(one, chosen.has(one.id), (isChosen) => choose([one], isChosen)))}
            </ul>
          )}
          {rest > 0 && <p className="px-3 py-2 text-muted-foreground text-sm">{t("more", { count: rest })}</p>}
        </SheetBody>
        <SheetFooter className="flex-col gap-3">
          {props.refusal && <Alert tone="critical">{props.refusal}</Alert>}
          <div className="flex flex-wrap items-center justify-end gap-2">
            <p role="status" className="basis-full text-muted-foreground text-sm">
              {props.summary}
            </p>
            <Button onClick={onClose}>{tCommon("cancel")}</Button>
            <Button variant="primary" disabled={chosen.size === 0} loading={props.isPending} onClick={props.onSubmit}>
              {props.submitText}
            </Button>
          </div>
        </SheetFooter>
      </SheetContent>
    </Sheet>
  );
}
