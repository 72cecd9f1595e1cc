"use client";

import { Power, PowerOff, Trash2 } from "lucide-react";
import dynamic from "next/dynamic";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { BatchActions } from "@/components/data-table/batch-actions";
import type { Rights } from "@/components/data-table/record-list";
import { useSelection } from "@/components/data-table/selection";
import { useRefresh } from "@/components/data-table/use-refresh";
import { useIssueText } from "@/components/form/use-record-form";
import { showToast } from "@/components/ui/toast-store";
import { useServiceMutation } from "@/lib/http/use-service-mutation";
import { removeTriggers, switchTriggers } from "../trigger.client";
import type { AlarmTriggerRowDto } from "../trigger.schema";

// Loaded when first opened.
const ConfirmDialog = dynamic(
  () => import("@/components/dialog/confirm-dialog").then((module) => module.ConfirmDialog),
  { ssr: false },
);

type Verb = "enable" | "disable" | "remove";
type Asked = { verb: Verb; rows: readonly AlarmTriggerRowDto[] };
type TriggerBatchProps = { rows: readonly AlarmTriggerRowDto[]; rights: Rights };

const ICONS = { enable: Power, disable: PowerOff, remove: Trash2 } as const;

/** Switches or deletes the selected triggers, all or none. Errors name the trigger at fault and its carriers. */
export function TriggerBatch({ rows, rights }: TriggerBatchProps) {
  const t = useTranslations("trigger.batch");
  const tError = useTranslations("error");
  const textOf = useIssueText();
  const { clear } = useSelection();
  const refresh = useRefresh();
  const [asked, setAsked] = useState<Asked | null>(null);
  const { mutate, reset, isPending, error } = useServiceMutation(({ verb, rows: chosen }: Asked) => {
    const ids = chosen.map(({ id }) => id);
    return verb === "remove" ? removeTriggers(ids) : switchTriggers(ids, verb === "enable");
  });
  const verbs: Verb[] = [
    ...(rights.edit ? (["enable", "disable"] as const) : []),
    ...(rights.remove ? (["remove"] as const) : []),
  ];
  const actions = verbs.map((verb) => ({
    verb,
    label: t(`${verb}.do`),
    icon: ICONS[verb],
    isDestructive: verb === "remove",
  }));
  const ask = (verb: Verb, chosen: readonly AlarmTriggerRowDto[]) => {
    reset();
    setAsked({ verb, rows: chosen });
  };
  const refusal = () => {
    const [issue] = error?.issues ?? [];
    const barrier = asked?.rows[Number(/^ids\.(\d+)$/.exec(issue?.path ?? "")?.[1])];
    if (!error || !asked) return undefined;
    return issue && barrier ? t("barred", { name: barrier.name, why: textOf(issue) }) : tError(error.key);
  };
  const confirm = () =>
    asked &&
    mutate(asked, {
      onSuccess: () => {
        showToast("normal", t(`${asked.verb}.done`, { count: asked.rows.length }));
        setAsked(null);
        clear();
        refresh();
      },
    });
  return (
    <>
      <BatchActions rows={rows} actions={actions} onAction={ask} />
      {asked && (
        <ConfirmDialog
          open
          onOpenChange={(open) => !open && setAsked(null)}
          title={t(`${asked.verb}.title`, { count: asked.rows.length })}
          description={t(`${asked.verb}.hint`)}
          confirmLabel={t(`${asked.verb}.do`)}
          destructive={asked.verb === "remove"}
          pending={isPending}
          error={refusal()}
          onConfirm={confirm}
        />
      )}
    </>
  );
}
