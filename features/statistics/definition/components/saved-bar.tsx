"use client";

import { Bookmark, Pencil, Plus, Trash2 } from "lucide-react";
import dynamic from "next/dynamic";
import { useTranslations } from "next-intl";
import { useState } from "react";
import type { Rights } from "@/components/data-table/record-list";
import { useRefresh } from "@/components/data-table/use-refresh";
import { ButtonLink } from "@/components/layout/button-link";
import { Button } from "@/components/ui/button";
import { showToast } from "@/components/ui/toast-store";
import type { Selection } from "../../statistic.client";
import { addressOf, type DefinitionDto } from "../definition.schema";

const DefinitionForm = dynamic(() => import("./definition-form").then((module) => module.DefinitionForm), {
  ssr: false,
});
const RemoveDialog = dynamic(() => import("@/components/dialog/remove-dialog").then((module) => module.RemoveDialog), {
  ssr: false,
});

type SavedBarProps = { saved: readonly DefinitionDto[]; selection: Selection; rights: Rights };

/** Whether the screen shows this definition. */
const isShown = (one: DefinitionDto, selection: Selection): boolean =>
  selection.from === undefined &&
  one.by === selection.by &&
  one.measure === selection.measure &&
  one.range === selection.range &&
  one.carrierType === (selection.carrierType ?? null) &&
  one.sceneId === (selection.sceneId ?? null);

/** Saved selections as links, and what may be done with the shown one. */
export function SavedBar({ saved, selection, rights }: SavedBarProps) {
  const t = useTranslations("statistics.saved");
  const tRecord = useTranslations("common.record");
  const refresh = useRefresh();
  const [form, setForm] = useState<DefinitionDto | "new" | null>(null);
  const [removing, setRemoving] = useState<DefinitionDto | null>(null);
  const shown = saved.find((one) => isShown(one, selection));
  if (saved.length === 0 && !rights.create) return null;
  return (
    <section aria-label={t("label")} className="flex flex-wrap items-center gap-1.5">
      {saved.map((one) => (
        <ButtonLink
          key={one.id}
          href={addressOf(one)}
          size="sm"
          prefetch={false}
          aria-current={one === shown ? "page" : undefined}
          title={t(`owner.${one.owner}`)}
          className={one === shown ? "border-primary" : undefined}
        >
          <Bookmark aria-hidden="true" />
          {one.name}
        </ButtonLink>
      ))}
      {shown && rights.edit && (
        <Button size="sm" variant="ghost" onClick={() => setForm(shown)}>
          <Pencil aria-hidden="true" />
          {t("edit")}
        </Button>
      )}
      {shown && rights.remove && (
        <Button size="sm" variant="ghost" onClick={() => setRemoving(shown)}>
          <Trash2 aria-hidden="true" />
          {t("remove")}
        </Button>
      )}
      {rights.create && !shown && (
        <Button size="sm" variant="ghost" onClick={() => setForm("new")}>
          <Plus aria-hidden="true" />
          {t("new")}
        </Button>
      )}
      {form && (
        <DefinitionForm
          record={form === "new" ? null : form}
          selection={selection}
          onClose={() => setForm(null)}
          onSaved={({ name }) => {
            setForm(null);
            showToast("normal", tRecord("saved", { name }));
            refresh();
          }}
        />
      )}
      {removing && (
        <RemoveDialog
          path={`/service/count/definition/${removing.id}`}
          name={removing.name}
          onClose={() => setRemoving(null)}
          onDone={() => {
            showToast("normal", tRecord("removed", { name: removing.name }));
            setRemoving(null);
            refresh();
          }}
        />
      )}
    </section>
  );
}
