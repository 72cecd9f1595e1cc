"use client";

import { CircleCheck, CircleOff, KeyRound, PanelRightOpen, Pencil, Trash2 } from "lucide-react";
import { useTranslations } from "next-intl";
import { RowMenu as Menu } from "@/components/data-table/row-menu";
import { actionsFor, type Deputy, type Rights } from "../customer.rules";
import type { CustomerRowDto } from "../customer.schema";

/** An action from a row's menu, a sheet or a batch. */
export type Ask = "view" | "edit" | "cancel" | "activate" | "remove" | "token";

export type RowMenuProps = {
  row: CustomerRowDto;
  rights: Rights;
  deputy: Deputy;
  onAsk: (ask: Ask, row: CustomerRowDto) => void;
};

const VERBS = [
  { verb: "edit", icon: Pencil },
  { verb: "activate", icon: CircleCheck },
  { verb: "cancel", icon: CircleOff },
  { verb: "token", icon: KeyRound },
  { verb: "remove", icon: Trash2, isDestructive: true },
] as const;

/** A button for the record, and a menu with all other actions. */
export function RowMenu({ row, rights, deputy, onAsk }: RowMenuProps) {
  const t = useTranslations("customer.action");
  const may = actionsFor(row, rights, deputy);
  const view = { icon: PanelRightOpen, label: t("details"), labelOf: t("detailsOf", { name: row.name }) };
  return (
    <Menu
      first={{ ...view, onClick: () => onAsk("view", row) }}
      moreLabel={t("more", { name: row.name })}
      actions={VERBS.filter(({ verb }) => may[verb]).map((action) => ({ ...action, label: t(action.verb) }))}
      onAction={(verb) => onAsk(verb, row)}
    />
  );
}
