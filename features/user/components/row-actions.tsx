"use client";

import { Ban, CircleCheck, Eye, KeyRound, Pencil, Trash2 } from "lucide-react";
import { useTranslations } from "next-intl";
import { type Action as Item, RowMenu } from "@/components/data-table/row-menu";
import type { Action } from "../user.client";
import type { UserDto } from "../user.schema";

/** What the account may do here; on each row the server has the last word. */
export type Rights = { create: boolean; edit: boolean; remove: boolean; reset: boolean; sync: boolean; ownId: number };

const LOOK = {
  cancel: { icon: Ban },
  activate: { icon: CircleCheck },
  resetPassword: { icon: KeyRound },
  remove: { icon: Trash2, isDestructive: true },
} as const;

/** The actions as a menu or a row of buttons shows them. */
export function useActions(): (actions: readonly Action[]) => Item<Action>[] {
  const t = useTranslations("user.action");
  return (actions) => actions.map((verb) => ({ verb, label: t(verb), ...LOOK[verb] }));
}

/** What may be done to several accounts by rights. */
export const batchActions = ({ edit, reset, remove }: Rights): Action[] => [
  ...(edit ? (["cancel", "activate"] as const) : []),
  ...(reset ? (["resetPassword"] as const) : []),
  ...(remove ? (["remove"] as const) : []),
];

/** What may be done to an account by rights, in the order of the menu. */
function actionsOf(row: UserDto, { edit, reset, remove, ownId }: Rights): Action[] {
  if (!row.isManageable || row.id === ownId) return [];
  return [
    ...(edit ? [row.status === "active" ? ("cancel" as const) : ("activate" as const)] : []),
    ...(reset ? ["resetPassword" as const] : []),
    ...(remove && !row.isDefault ? ["remove" as const] : []),
  ];
}

type RowActionsProps = {
  row: UserDto;
  rights: Rights;
  onOpen: (id: number) => void;
  onAction: (action: Action, row: UserDto) => void;
};

export function RowActions({ row, rights, onOpen, onAction }: RowActionsProps) {
  const t = useTranslations("user.action");
  const items = useActions();
  const mayEdit = rights.edit && row.isManageable;
  return (
    <RowMenu
      first={{
        icon: mayEdit ? Pencil : Eye,
        label: t(mayEdit ? "edit" : "view"),
        labelOf: t(mayEdit ? "editOf" : "viewOf", { name: row.name }),
        onClick: () => onOpen(row.id),
      }}
      moreLabel={t("moreOf", { name: row.name })}
      actions={items(actionsOf(row, rights))}
      onAction={(action) => onAction(action, row)}
    />
  );
}
