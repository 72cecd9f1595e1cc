"use client";

import { Eye, EyeOff, Pencil, Plus, Trash2 } from "lucide-react";
import dynamic from "next/dynamic";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { type Action, RowMenu } from "@/components/data-table/row-menu";
import { SortHandle } from "@/components/data-table/sort-handle";
import { useRefresh } from "@/components/data-table/use-refresh";
import { useRowOrder } from "@/components/data-table/use-row-order";
import { NEW_RECORD } from "@/components/dialog/address-record";
import { EndingDialog } from "@/components/dialog/ending-dialog";
import { useAddressState } from "@/components/dialog/use-address-state";
import { EmptyState } from "@/components/layout/empty-state";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Card, CardHeader, CardTitle } from "@/components/ui/card";
import { cn } from "@/components/ui/cn";
import { showToast } from "@/components/ui/toast-store";
import { Link } from "@/lib/i18n/navigation";
import { ADMINISTRATION_PATH, removeGroup, saveGroup, sortGroups } from "../guide.client";
import type { CountedGroup } from "./item-form";
import type { Rights } from "./item-row";
import { useAct } from "./use-act";

const ChapterForm = dynamic(() => import("./chapter-form").then((module) => module.ChapterForm), { ssr: false });

type ChapterListProps = { groups: readonly CountedGroup[]; groupId: number | null; rights: Rights };

/** The chapters in order; one is selected. */
export function ChapterList({ groups: stored, groupId, rights }: ChapterListProps) {
  const t = useTranslations("guide");
  const tRecord = useTranslations("common.record");
  const refresh = useRefresh();
  const form = useAddressState("chapter");
  const { rows: groups, act } = useAct(stored);
  const [removing, setRemoving] = useState<CountedGroup | null>(null);
  const [said, setSaid] = useState("");

  const { drag, handleOf } = useRowOrder(
    () => groups.map(({ id }) => id),
    ({ id }, ids) => {
      const name = groups.find((group) => group.id === id)?.name ?? "";
      setSaid(t("moved", { name, place: ids.indexOf(id) + 1, count: ids.length }));
      act(
        groups.toSorted((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id)),
        () => sortGroups(ids),
      );
    },
  );
  const shown = drag ? groups.toSorted((a, b) => drag.ids.indexOf(a.id) - drag.ids.indexOf(b.id)) : groups;
  const toggle = (group: CountedGroup) => {
    const status = group.status === "enabled" ? "disabled" : "enabled";
    act(
      groups.map((one) => (one.id === group.id ? { ...one, status } : one)),
      () => saveGroup(group.id, { status }),
      tRecord(status, { name: group.name }),
    );
  };
  const actionsOf = ({ status, isShipped }: CountedGroup): Action<"toggle" | "remove">[] => [
    {
      verb: "toggle",
      label: t(status === "enabled" ? "action.disable" : "action.enable"),
      icon: status === "enabled" ? EyeOff : Eye,
    },
    ...(rights.remove && !isShipped
      ? [{ verb: "remove", label: tRecord("remove"), icon: Trash2, isDestructive: true } as const]
      : []),
  ];
  const edited = stored.find(({ id }) => id === form.id) ?? null;
  const isOpen = form.value === NEW_RECORD ? rights.create : edited !== null && rights.edit;
  return (
    <Card className="flex shrink-0 flex-col md:w-80 md:overflow-hidden">
      <CardHeader>
        <CardTitle>{t("chapters")}</CardTitle>
        {rights.create && (
          <Button size="sm" onClick={() => form.open(NEW_RECORD)}>
            <Plus aria-hidden="true" />
            {t("action.newChapter")}
          </Button>
        )}
      </CardHeader>
      {shown.length === 0 && <EmptyState title={t("emptyChapters")}>{t("emptyChaptersHint")}</EmptyState>}
      <ul className="flex flex-col gap-px p-2 md:overflow-y-auto">
        {shown.map((group) => (
          <li
            key={group.id}
            data-sort-id={group.id}
            data-sort-group=""
            className={cn(
              "flex items-center gap-1 rounded-md pl-2",
              group.id === groupId && "bg-primary-soft text-primary-soft-foreground",
              drag?.place.id === group.id && "bg-row-selected",
            )}
          >
            {rights.edit && (
              <SortHandle
                label={t("action.move", { name: group.name })}
                hint={t("action.moveHint")}
                {...handleOf({ id: group.id, parentId: null })}
              />
            )}
            <Link
              href={`${ADMINISTRATION_PATH}?group=${group.id}`}
              scroll={false}
              aria-current={group.id === groupId ? "true" : undefined}
              className="flex min-h-10 min-w-0 flex-1 items-center gap-2 rounded-sm hover:text-primary touch:min-h-11"
            >
              <span lang={group.language} className="min-w-0 break-words font-medium">
                {group.name}
              </span>
              <span className="text-faint-foreground text-xs tabular-nums">{group.count}</span>
              {group.status === "disabled" && <Badge>{t("disabled")}</Badge>}
            </Link>
            {rights.edit && (
              <RowMenu
                first={{
                  icon: Pencil,
                  label: tRecord("edit"),
                  labelOf: tRecord("editOf", { name: group.name }),
                  onClick: () => form.open(String(group.id)),
                }}
                moreLabel={t("action.more", { name: group.name })}
                actions={actionsOf(group)}
                onAction={(verb) => (verb === "toggle" ? toggle(group) : setRemoving(group))}
              />
            )}
          </li>
        ))}
      </ul>
      <p role="status" className="sr-only">
        {said}
      </p>
      {isOpen && (
        <ChapterForm
          key={form.value}
          group={edited}
          onClose={() => form.close()}
          onSaved={(name) => {
            showToast("normal", tRecord("saved", { name }));
            form.close(refresh);
          }}
        />
      )}
      {removing && (
        <EndingDialog
          title={tRecord("removeTitle", { name: removing.name })}
          text={tRecord("removeHint")}
          confirmLabel={tRecord("remove")}
          send={() => removeGroup(removing.id)}
          onClose={() => setRemoving(null)}
          onDone={() => {
            showToast("normal", tRecord("removed", { name: removing.name }));
            setRemoving(null);
            refresh();
          }}
        />
      )}
    </Card>
  );
}
