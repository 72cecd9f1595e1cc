"use client";

import { Eye, EyeOff, Plus } from "lucide-react";
import dynamic from "next/dynamic";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { BatchActions } from "@/components/data-table/batch-actions";
import { AllCheckbox, BatchBar, SelectionProvider } from "@/components/data-table/selection";
import { useRefresh } from "@/components/data-table/use-refresh";
import { useRowOrder } from "@/components/data-table/use-row-order";
import { AddressRecord, NEW_RECORD } from "@/components/dialog/address-record";
import { EndingDialog } from "@/components/dialog/ending-dialog";
import { useAddressState } from "@/components/dialog/use-address-state";
import { EmptyState } from "@/components/layout/empty-state";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { showToast } from "@/components/ui/toast-store";
import type { GuideStatus } from "@/db/enums";
import { ITEM_PATH, removeItem, setStatus, sortItems } from "../guide.client";
import type { GuideDto, GuideRowDto } from "../guide.schema";
import type { CountedGroup } from "./item-form";
import { ItemRow, type Rights } from "./item-row";
import { useAct } from "./use-act";

const ItemForm = dynamic(() => import("./item-form").then((module) => module.ItemForm), { ssr: false });

type ItemListProps = {
  group: CountedGroup;
  groups: readonly CountedGroup[];
  items: readonly GuideRowDto[];
  rights: Rights;
};

const COLUMNS = ["name", "code", "routes", "languages", "status"] as const;

/** The topics of a chapter in order; they can be enabled and disabled individually or together. */
export function ItemList({ group, groups, items: stored, rights }: ItemListProps) {
  const t = useTranslations("guide");
  const tTable = useTranslations("common.table");
  const tRecord = useTranslations("common.record");
  const refresh = useRefresh();
  const form = useAddressState("topic");
  const { rows: items, act } = useAct(stored);
  const [removing, setRemoving] = useState<GuideRowDto | null>(null);
  const [said, setSaid] = useState("");

  const { drag, handleOf } = useRowOrder(
    () => items.map(({ id }) => id),
    ({ id }, ids) => {
      const name = items.find((item) => item.id === id)?.name ?? "";
      setSaid(t("moved", { name, place: ids.indexOf(id) + 1, count: ids.length }));
      act(
        items.toSorted((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id)),
        () => sortItems(group.id, ids),
      );
    },
  );
  const shown = drag ? items.toSorted((a, b) => drag.ids.indexOf(a.id) - drag.ids.indexOf(b.id)) : items;
  const ids = shown.map(({ id }) => String(id));
  const change = (chosen: readonly GuideRowDto[], status: GuideStatus) =>
    act(
      items.map((item) => (chosen.some(({ id }) => id === item.id) ? { ...item, status } : item)),
      () =>
        setStatus(
          chosen.map(({ id }) => id),
          status,
        ),
      chosen.length === 1
        ? tRecord(status, { name: chosen[0]?.name ?? "" })
        : t(`done.${status}`, { count: chosen.length }),
    );
  const mayOpen = form.value === NEW_RECORD ? rights.create : rights.edit;
  const create = rights.create && (
    <Button variant="primary" aria-keyshortcuts="c" onClick={() => form.open(NEW_RECORD)}>
      <Plus aria-hidden="true" />
      {t("action.newTopic")}
    </Button>
  );
  return (
    <SelectionProvider rowIds={ids}>
      <section aria-label={group.name} className="flex min-h-0 min-w-0 flex-1 flex-col gap-2">
        <div className="relative flex items-center gap-3 sm:min-h-control">
          {create}
          <h2 lang={group.language} className="min-w-0 truncate font-semibold max-sm:hidden">
            {group.name}
          </h2>
          <BatchBar>
            <BatchActions
              rows={shown}
              actions={[
                { verb: "enabled", label: t("action.enable"), icon: Eye },
                { verb: "disabled", label: t("action.disable"), icon: EyeOff },
              ]}
              onAction={(status, chosen) => change(chosen, status)}
            />
          </BatchBar>
        </div>
        {shown.length === 0 ? (
          <div className="rounded-md border bg-card">
            <EmptyState title={t("emptyTopics")}>{t("emptyTopicsHint")}</EmptyState>
          </div>
        ) : (
          <div className="min-h-0 rounded-md sm:overflow-auto sm:border sm:bg-card">
            <table
              className={cn(
                "w-full border-separate border-spacing-0 text-sm max-sm:block",
                drag && "cursor-grabbing select-none",
              )}
            >
              <caption className="sr-only">{t("caption", { name: group.name })}</caption>
              <thead className="sticky top-0 z-10 bg-table-header text-table-header-foreground max-sm:sr-only">
                <tr>
                  {rights.edit && (
                    <th scope="col" className="h-header w-10 text-center">
                      <AllCheckbox rowIds={ids} label={tTable("selectAll")} />
                    </th>
                  )}
                  {COLUMNS.map((column) => (
                    <th
                      key={column}
                      scope="col"
                      className="h-header whitespace-nowrap px-3 text-left font-medium text-xs"
                    >
                      {t(`field.${column}`)}
                    </th>
                  ))}
                  <th
                    scope="col"
                    className="header-operation h-header whitespace-nowrap px-3 text-center font-medium text-xs"
                  >
                    {tTable("operations")}
                  </th>
                </tr>
              </thead>
              <tbody className="max-sm:block">
                {shown.map((item) => (
                  <ItemRow
                    key={item.id}
                    item={item}
                    rights={rights}
                    isDragged={drag?.place.id === item.id}
                    handle={rights.edit ? handleOf({ id: item.id, parentId: group.id }) : undefined}
                    onSwitch={(status) => change([item], status)}
                    onEdit={() => form.open(String(item.id))}
                    onRemove={() => setRemoving(item)}
                  />
                ))}
              </tbody>
            </table>
          </div>
        )}
        <p role="status" className="sr-only">
          {said}
        </p>
      </section>
      {form.value !== null && mayOpen && (
        <AddressRecord<GuideDto> path={ITEM_PATH} value={form.value} rows={[]} onMissing={form.close}>
          {(item) => (
            <ItemForm
              key={item?.id ?? NEW_RECORD}
              item={item}
              groupId={group.id}
              groups={groups}
              onClose={() => form.close()}
              onSaved={(name) => {
                showToast("normal", tRecord("saved", { name }));
                form.close(refresh);
              }}
            />
          )}
        </AddressRecord>
      )}
      {removing && (
        <EndingDialog
          title={tRecord("removeTitle", { name: removing.name })}
          text={tRecord("removeHint")}
          confirmLabel={tRecord("remove")}
          send={() => removeItem(removing.id)}
          onClose={() => setRemoving(null)}
          onDone={() => {
            showToast("normal", tRecord("removed", { name: removing.name }));
            setRemoving(null);
            refresh();
          }}
        />
      )}
    </SelectionProvider>
  );
}
