"use client";

import { Ban, CircleCheck, Eye, KeyRound, Pencil, Trash2 } from "lucide-react";
import { useTranslations } from "next-intl";
import { type Deed as Item, RowMenu } from "@/components/data-table/row-menu";
import type { Deed } from "../client";
import type { UserDto } from "../schema";
import type { Rights } from "./user-screen";

const LOOK = {
  cancel: { icon: Ban },
  activate: { icon: CircleCheck },
  resetPassword: { icon: KeyRound },
  remove: { icon: Trash2, isDestructive: true },
} as const;

/** The deeds as a menu or a row of buttons shows them. */
export function useDeeds(): (deeds: readonly Deed[]) => Item<Deed>[] {
  const t = useTranslations("user.action");
  return (deeds) => deeds.map((verb) => ({ verb, label: t(verb), ...LOOK[verb] }));
}

/** What may be done to several accounts by rights. */
export const batchDeeds = ({ edit, reset, remove }: Rights): Deed[] => [
  ...(edit ? (["cancel", "activate"] as const) : []),
  ...(reset ? (["resetPassword"] as const) : []),
  ...(remove ? (["remove"] as const) : []),
];

/** What may be done to an account by rights, in the order of the menu. */
function deedsOf(row: UserDto, { edit, reset, remove, ownId }: Rights): Deed[] {
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
  onDeed: (deed: Deed, row: UserDto) => void;
};

export function RowActions({ row, rights, onOpen, onDeed }: RowActionsProps) {
  const t = useTranslations("user.action");
  const items = useDeeds();
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
      deeds={items(deedsOf(row, rights))}
      onDeed={(deed) => onDeed(deed, row)}
    />
  );
}
