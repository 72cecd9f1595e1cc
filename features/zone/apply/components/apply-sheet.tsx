"use client";

import { useQuery } from "@tanstack/react-query";
import { useLocale, useTranslations } from "next-intl";
import { useDeferredValue, useState } from "react";
import { useIssueText } from "@/components/form/use-record-form";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { CheckboxField } from "@/components/ui/checkbox-field";
import { ErrorState } from "@/components/ui/error-state";
import { Sheet, SheetBody, SheetContent, SheetFooter, SheetHeader } from "@/components/ui/sheet";
import { Skeleton } from "@/components/ui/skeleton";
import { showToast } from "@/components/ui/toast-store";
import { ServiceError } from "@/lib/http/call-service";
import { useDeed } from "@/lib/http/use-deed";
import { formatRange } from "@/lib/units/format-range";
import type { ZoneRowDto } from "../../schema";
import { applyRange, candidatesQuery, type Wanted } from "../client";
import { outcomeOf } from "../rules";
import type { CandidateDto } from "../schema";
import { CandidateFilter } from "./candidate-filter";
import { CandidateRow } from "./candidate-row";

/** To the search, not to the closing cross; under a finger to neither, as the keyboard would cover the list. */
function focusSearch(event: Event) {
  const field = (event.currentTarget as HTMLElement).querySelector<HTMLElement>("input[type=search]");
  if (!field || !window.matchMedia("(pointer: fine)").matches) return;
  event.preventDefault();
  field.focus();
}

type ApplySheetProps = { zone: ZoneRowDto; onClose: () => void; onDone: () => void };

/** Chooses the carriers that a range is to monitor, and tells what becomes of each before it is done. */
export function ApplySheet({ zone, onClose, onDone }: ApplySheetProps) {
  const t = useTranslations("zone.apply");
  const tError = useTranslations("error");
  const tCommon = useTranslations("common.action");
  const locale = useLocale();
  const textOf = useIssueText();
  const [wanted, setWanted] = useState<Wanted>({ q: "", type: "", sceneId: "" });
  // What was ticked stays so while the list shows others.
  const [chosen, setChosen] = useState<ReadonlyMap<number, CandidateDto>>(new Map());
  const asked = useDeferredValue(wanted);
  const { data, isError, refetch } = useQuery(candidatesQuery(zone.id, { ...asked, q: asked.q.trim() }));
  const deed = useDeed(() => applyRange(zone.id, [...chosen.keys()]), ["zone", zone.id]);

  const open = data?.items.filter((one) => ["first", "replaced"].includes(outcomeOf(one, zone.id))) ?? [];
  const isAll = open.length > 0 && open.every(({ id }) => chosen.has(id));
  const choose = (candidates: readonly CandidateDto[], isChosen: boolean) => {
    const next = new Map(chosen);
    for (const one of candidates) isChosen ? next.set(one.id, one) : next.delete(one.id);
    setChosen(next);
    deed.reset();
  };
  const replaced = [...chosen.values()].filter(({ current }) => current !== null).length;
  const rest = data ? data.total - data.items.length : 0;
  const errorOf = (failure: unknown): string => {
    if (!(failure instanceof ServiceError)) return tError("INTERNAL");
    const [issue] = failure.issues;
    const index = Number(issue?.path.split(".")[1]);
    const name = [...chosen.values()][index]?.name;
    return issue && name ? t("refused", { name, reason: textOf(issue) }) : tError(failure.key);
  };
  return (
    <Sheet open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <SheetContent onOpenAutoFocus={focusSearch}>
        <SheetHeader
          title={t("title", { name: zone.name })}
          description={t("description", { limits: formatRange(zone, locale) })}
        />
        <div className="border-b px-5 py-3">
          <CandidateFilter customerId={zone.customerId} wanted={wanted} onWant={setWanted} />
        </div>
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
          {data && open.length > 0 && (
            <CheckboxField
              className="gap-3 px-3"
              label={t("all", { count: open.length })}
              checked={isAll}
              onChange={(event) => choose(open, event.target.checked)}
            />
          )}
          {data?.items.length === 0 && <p className="py-8 text-center text-muted-foreground text-sm">{t("nobody")}</p>}
          {data && data.items.length > 0 && (
            <ul aria-label={t("list")} className="divide-y rounded-md border">
              {data.items.map((candidate) => (
                <CandidateRow
                  key={candidate.id}
                  zone={zone}
                  candidate={candidate}
                  isChosen={chosen.has(candidate.id)}
                  onChoose={(isChosen) => choose([candidate], isChosen)}
                />
              ))}
            </ul>
          )}
          {rest > 0 && <p className="px-3 py-2 text-muted-foreground text-sm">{t("more", { count: rest })}</p>}
        </SheetBody>
        <SheetFooter className="flex-col gap-3">
          {deed.error && <Alert tone="critical">{errorOf(deed.error)}</Alert>}
          <div className="flex flex-wrap items-center justify-end gap-2">
            <p role="status" className="basis-full text-muted-foreground text-sm">
              {chosen.size === 0
                ? t("choose")
                : t("summary", { count: chosen.size, replaced, first: chosen.size - replaced })}
            </p>
            <Button onClick={onClose}>{tCommon("cancel")}</Button>
            <Button
              variant="primary"
              disabled={chosen.size === 0}
              loading={deed.isPending}
              onClick={() =>
                deed.mutate(undefined, {
                  onSuccess: () => {
                    showToast("normal", t("done", { name: zone.name, count: chosen.size }));
                    onDone();
                  },
                })
              }
            >
              {t("submit", { count: chosen.size })}
            </Button>
          </div>
        </SheetFooter>
      </SheetContent>
    </Sheet>
  );
}
