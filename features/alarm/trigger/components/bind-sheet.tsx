"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useDeferredValue, useState } from "react";
import { CarrierSearch } from "@/components/carrier-choice/carrier-search";
import { CarrierSheet } from "@/components/carrier-choice/carrier-sheet";
import { useChosen } from "@/components/carrier-choice/use-chosen";
import { useIssueText } from "@/components/form/use-record-form";
import { showToast } from "@/components/ui/toast-store";
import { useServiceMutation } from "@/lib/http/use-service-mutation";
import { bindableQuery, bindCarriers, bindingKey, type Wanted } from "../binding.client";
import type { BindableDto } from "../binding.schema";
import type { AlarmTriggerRowDto } from "../trigger.schema";
import { BindRow } from "./bind-row";

type BindSheetProps = { trigger: AlarmTriggerRowDto; onClose: () => void; onDone: () => void };

/** Selects carriers to bind to a trigger, and shows which of them it replaces another trigger for. */
export function BindSheet({ trigger, onClose, onDone }: BindSheetProps) {
  const t = useTranslations("trigger.bind");
  const tError = useTranslations("error");
  const textOf = useIssueText();
  const [wanted, setWanted] = useState<Wanted>({ q: "", type: "" });
  const asked = useDeferredValue(wanted);
  const found = useQuery(bindableQuery(trigger.id, { ...asked, q: asked.q.trim() }));
  const { chosen, choose } = useChosen<BindableDto>(() => action.reset());
  const action = useServiceMutation(() => bindCarriers([...chosen.keys()], trigger.id), bindingKey(trigger.id));

  const open = found.data?.items.filter(({ mayEdit, current }) => mayEdit && current?.id !== trigger.id) ?? [];
  const replaced = [...chosen.values()].filter(({ current }) => current !== null).length;
  const refusal = () => {
    if (!action.error) return undefined;
    const [issue] = action.error.issues;
    const barrier = [...chosen.values()][Number(/^ids\.(\d+)$/.exec(issue?.path ?? "")?.[1])];
    return issue && barrier ? t("barred", { name: barrier.name, why: textOf(issue) }) : tError(action.error.key);
  };
  const submit = () =>
    action.mutate(undefined, {
      onSuccess: () => {
        showToast("normal", t("done", { name: trigger.name, count: chosen.size }));
        onDone();
      },
    });
  return (
    <CarrierSheet
      title={t("title", { name: trigger.name })}
      description={t("description")}
      search={<CarrierSearch wanted={wanted} onWant={setWanted} />}
      found={found}
      open={open}
      allText={t("all", { count: open.length })}
      chosen={chosen}
      choose={choose}
      row={(carrier, isChosen, onChoose) => (
        <BindRow key={carrier.id} triggerId={trigger.id} carrier={carrier} isChosen={isChosen} onChoose={onChoose} />
      )}
      summary={chosen.size === 0 ? t("choose") : t("summary", { count: chosen.size, replaced })}
      refusal={refusal()}
      submitText={t("submit", { count: chosen.size })}
      isPending={action.isPending}
      onSubmit={submit}
      onClose={onClose}
    />
  );
}
