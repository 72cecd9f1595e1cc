"use client";

import { Ban, CircleCheck, Eye, KeyRound, Pencil, Trash2 } from "lucide-react";
import { useTranslations } from "next-intl";
import { type Action as Item, RowMenu } from "@/components/data-table/row-menu";
import type { Action } from "../user.client";
import type { UserDto } from "../user.schema";

/** What the user may do here. The server decides for each row. */
export type Rights = {
  create: boolean;
  edit: boolean;
  remove: boolean;
  reset: boolean;
  sync: boolean;
  makeRole: boolean;
  ownId: number;
};

const LOOK = {
  cancel: { icon: Ban },
  activate: { icon: CircleCheck },
  resetPassword: { icon: KeyRound },
  remove: { icon: Trash2, isDestructive: true },
} as const;

/** Formats the actions for a menu or a row of buttons. */
export function useActions(): (actions: readonly Action[]) => Item<Action>[] {
  const t = useTranslations("user.action");
  return (actions) => actions.map((verb) => ({ verb, label: t(verb), ...LOOK[verb] }));
}

/** The actions on several accounts that the rights allow. */
export const batchActions = ({ edit, reset, remove }: Rights): Action[] => [
  ...(edit ? (["cancel", "activate"] as const) : []),
  ...(reset ? (["resetPassword"] as const) : []),
  ...(remove ? (["remove"] as const) : []),
];

/** The actions on an account that the rights allow, in menu order. */
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
