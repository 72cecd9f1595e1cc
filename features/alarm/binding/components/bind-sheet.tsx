"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useDeferredValue, useState } from "react";
import { useIssueText } from "@/components/form/use-record-form";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { CheckboxField } from "@/components/ui/checkbox-field";
import { ErrorState } from "@/components/ui/error-state";
import { Input } from "@/components/ui/input";
import { Select } from "@/components/ui/select";
import { Sheet, SheetBody, SheetContent, SheetFooter, SheetHeader } from "@/components/ui/sheet";
import { Skeleton } from "@/components/ui/skeleton";
import { showToast } from "@/components/ui/toast-store";
import { CARRIER_TYPES } from "@/db/enums";
import { useDeed } from "@/lib/http/use-deed";
import type { AlarmTriggerRowDto } from "../../trigger/schema";
import { bindableQuery, bindCarriers, bindingKey, type Wanted } from "../client";
import type { BindableDto } from "../schema";
import { BindRow } from "./bind-row";

type BindSheetProps = { trigger: AlarmTriggerRowDto; onClose: () => void; onDone: () => void };

/** Chooses the carriers that a trigger is to watch, and tells which of them leave another one for it. */
export function BindSheet({ trigger, onClose, onDone }: BindSheetProps) {
  const t = useTranslations("trigger.bind");
  const tType = useTranslations("carrier.type");
  const tError = useTranslations("error");
  const tCommon = useTranslations("common.action");
  const textOf = useIssueText();
  const [wanted, setWanted] = useState<Wanted>({ q: "", type: "" });
  // What was ticked stays so while the list shows others.
  const [chosen, setChosen] = useState<ReadonlyMap<number, BindableDto>>(new Map());
  const asked = useDeferredValue(wanted);
  const { data, isError, refetch } = useQuery(bindableQuery(trigger.id, { ...asked, q: asked.q.trim() }));
  const deed = useDeed(() => bindCarriers([...chosen.keys()], trigger.id), bindingKey(trigger.id));

  const open = data?.items.filter(({ mayEdit, current }) => mayEdit && current?.id !== trigger.id) ?? [];
  const choose = (carriers: readonly BindableDto[], isChosen: boolean) => {
    const next = new Map(chosen);
    for (const one of carriers) isChosen ? next.set(one.id, one) : next.delete(one.id);
    setChosen(next);
    deed.reset();
  };
  const replaced = [...chosen.values()].filter(({ current }) => current !== null).length;
  const rest = data ? data.total - data.items.length : 0;
  const refusal = () => {
    const [issue] = deed.error?.issues ?? [];
    const barrier = [...chosen.values()][Number(/^ids\.(\d+)$/.exec(issue?.path ?? "")?.[1])];
    if (!deed.error) return undefined;
    return issue && barrier ? t("barred", { name: barrier.name, why: textOf(issue) }) : tError(deed.error.key);
  };
  return (
    <Sheet open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <SheetContent>
        <SheetHeader title={t("title", { name: trigger.name })} description={t("description")} />
        <div className="grid grid-cols-2 gap-2 border-b px-5 py-3">
          <Input
            type="search"
            aria-label={t("search")}
            placeholder={t("search")}
            value={wanted.q}
            maxLength={100}
            onChange={(event) => setWanted({ ...wanted, q: event.target.value })}
          />
          <Select
            aria-label={t("type")}
            value={wanted.type}
            onChange={(event) => setWanted({ ...wanted, type: event.target.value })}
          >
            <option value="">{t("anyType")}</option>
            {CARRIER_TYPES.map((type) => (
              <option key={type} value={type}>
                {tType(type)}
              </option>
            ))}
          </Select>
        </div>
        <SheetBody className="px-2 py-2">
          {isError && (
            <ErrorState
              title={t("failed")}
              action={<Button onClick={() => void refetch()}>{tCommon("retry")}</Button>}
            />
          )}
          {!data && !isError && <Skeleton className="h-64" />}
          {open.length > 0 && (
            <CheckboxField
              className="gap-3 px-3"
              label={t("all", { count: open.length })}
              checked={open.every(({ id }) => chosen.has(id))}
              onChange={(event) => choose(open, event.target.checked)}
            />
          )}
          {data?.items.length === 0 && <p className="py-8 text-center text-muted-foreground text-sm">{t("nobody")}</p>}
          {data && data.items.length > 0 && (
            <ul aria-label={t("list")} className="divide-y rounded-md border">
              {data.items.map((carrier) => (
                <BindRow
                  key={carrier.id}
                  triggerId={trigger.id}
                  carrier={carrier}
                  isChosen={chosen.has(carrier.id)}
                  onChoose={(isChosen) => choose([carrier], isChosen)}
                />
              ))}
            </ul>
          )}
          {rest > 0 && <p className="px-3 py-2 text-muted-foreground text-sm">{t("more", { count: rest })}</p>}
        </SheetBody>
        <SheetFooter className="flex-col gap-3">
          {deed.error && <Alert tone="critical">{refusal()}</Alert>}
          <div className="flex flex-wrap items-center justify-end gap-2">
            <p role="status" className="basis-full text-muted-foreground text-sm">
              {chosen.size === 0 ? t("choose") : t("summary", { count: chosen.size, replaced })}
            </p>
            <Button onClick={onClose}>{tCommon("cancel")}</Button>
            <Button
              variant="primary"
              disabled={chosen.size === 0}
              loading={deed.isPending}
              onClick={() =>
                deed.mutate(undefined, {
                  onSuccess: () => {
                    showToast("normal", t("done", { name: trigger.name, count: chosen.size }));
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
