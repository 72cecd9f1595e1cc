"use client";

import { CircleCheck, CircleOff, Eye, Pencil, Trash2 } from "lucide-react";
import { useTranslations } from "next-intl";
import { type Action, RowMenu as Menu } from "@/components/data-table/row-menu";
import type { Verb } from "../role.client";
import type { RoleDto } from "../role.schema";

export type Rights = { create: boolean; edit: boolean; remove: boolean };

const LOOK = {
  activate: { icon: CircleCheck },
  cancel: { icon: CircleOff },
  remove: { icon: Trash2, isDestructive: true },
} as const;

/** Formats the actions for a menu or a row of buttons. */
export function useActions(): (verbs: readonly Verb[]) => Action<Verb>[] {
  const t = useTranslations("role.action");
  return (verbs) => verbs.map((verb) => ({ verb, label: t(verb), ...LOOK[verb] }));
}

type RowMenuProps = {
  row: RoleDto;
  rights: Rights;
  onOpen: (id: number) => void;
  onAsk: (verb: Verb, rows: readonly RoleDto[]) => void;
};

/** A button for the editor, and a menu with all other actions. */
export function RowMenu({ row, rights, onOpen, onAsk }: RowMenuProps) {
  const t = useTranslations("role.action");
  const actionsOf = useActions();
  const mayEdit = rights.edit && row.isManageable;
  const maySwitch = mayEdit && !row.isOwn;
  const mayRemove = rights.remove && row.isManageable && !row.isOwn && !row.isDefault;
  const open = mayEdit ? "edit" : "view";
  const verbs: Verb[] = [
    ...(maySwitch ? [row.status === "active" ? ("cancel" as const) : ("activate" as const)] : []),
    ...(mayRemove ? ["remove" as const] : []),
  ];
  return (
    <Menu
      first={{
        icon: mayEdit ? Pencil : Eye,
        label: t(open),
        labelOf: t(`${open}Of`, { name: row.name }),
        onClick: () => onOpen(row.id),
      }}
      moreLabel={t("moreOf", { name: row.name })}
      actions={actionsOf(verbs)}
      onAction={(verb) => onAsk(verb, [row])}
    />
  );
}
