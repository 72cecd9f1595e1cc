"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { useRowOrder } from "@/components/data-table/use-row-order";
import { cn } from "@/components/ui/cn";
import type { MenuDto, MenuGroupDto } from "../menu.schema";
import { MenuRow, type Rights, type RowActions } from "./menu-row";

type MenuTableProps = RowActions & {
  groups: readonly MenuGroupDto[];
  rights: Rights;
  isSortable: boolean;
  onSort: (parentId: number | null, ids: readonly number[]) => void;
};

const COLUMNS = ["name", "code", "url", "functionCode", "visibility", "isEnabled", "isHidden"] as const;

/** Groups with their entries. Groups can be collapsed; both are sortable by their handles. */
export function MenuTable({ groups: given, rights, isSortable, onSort, ...actions }: MenuTableProps) {
  const t = useTranslations("menu");
  const [folded, setFolded] = useState<ReadonlySet<number>>(new Set());
  const [said, setSaid] = useState("");

  const siblings = (parentId: number | null): readonly MenuDto[] =>
    parentId === null ? given : (given.find(({ id }) => id === parentId)?.children ?? []);
  const { drag, handleOf } = useRowOrder(
    ({ parentId }) => siblings(parentId).map(({ id }) => id),
    ({ id, parentId }, ids) => {
      const name = siblings(parentId).find((row) => row.id === id)?.label ?? "";
      setSaid(t("moved", { name, place: ids.indexOf(id) + 1, count: ids.length }));
      onSort(parentId, ids);
    },
  );
  const ordered = <Row extends MenuDto>(rows: readonly Row[], parentId: number | null): readonly Row[] =>
    drag && drag.place.parentId === parentId
      ? [...rows].sort((a, b) => drag.ids.indexOf(a.id) - drag.ids.indexOf(b.id))
      : rows;
  const fold = (id: number) =>
    setFolded((before) => {
      const next = new Set(before);
      if (!next.delete(id)) next.add(id);
      return next;
    });
  const rowOf = (row: MenuDto, children?: readonly MenuDto[]) => (
    <MenuRow
      key={row.id}
      row={row}
      rights={rights}
      actions={actions}
      handle={isSortable ? handleOf(row) : undefined}
      isDragged={drag?.place.id === row.id}
      group={children && { count: children.length, isFolded: folded.has(row.id), onFold: () => fold(row.id) }}
    />
  );
  return (
    <div className="min-h-0 rounded-md sm:overflow-auto sm:border sm:bg-card">
      <table
        className={cn(
          "w-full border-separate border-spacing-0 text-sm max-sm:block",
          drag && "cursor-grabbing select-none",
        )}
      >
        <caption className="sr-only">{t("caption")}</caption>
        <thead className="sticky top-0 z-10 bg-table-header text-table-header-foreground max-sm:sr-only">
          <tr>
            {COLUMNS.map((column) => (
              <th
                key={column}
                scope="col"
                className={cn(
                  "h-header whitespace-nowrap px-3 text-left font-medium text-xs",
                  column === "name" && (isSortable ? "pl-11" : "pl-4"),
                )}
              >
                {t(`column.${column}`)}
              </th>
            ))}
            <th
              scope="col"
              className="header-operation h-header whitespace-nowrap px-3 text-center font-medium text-xs"
            >
              {t("column.operation")}
            </th>
          </tr>
        </thead>
        <tbody className="max-sm:block">
          {ordered(given, null).flatMap((group) => [
            rowOf(group, group.children),
            ...(folded.has(group.id) ? [] : ordered(group.children, group.id).map((entry) => rowOf(entry))),
          ])}
        </tbody>
      </table>
      <p role="status" className="sr-only">
        {said}
      </p>
    </div>
  );
}
