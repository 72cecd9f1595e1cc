"use client";

import { CircleCheck, CirclePause, ExternalLink, Pencil, Send, Trash2 } from "lucide-react";
import { useTranslations } from "next-intl";
import { type Action as Item, RowMenu } from "@/components/data-table/row-menu";
import type { DeviceKind } from "@/db/enums";
import { useRouter } from "@/lib/i18n/navigation";
import { windowOf } from "@/lib/page/device-window";
import { nextUse } from "../activation.rules";
import type { Action } from "../device.client";
import type { DeviceDto } from "../device.schema";

export type Rights = {
  create: boolean;
  edit: boolean;
  remove: boolean;
  import: boolean;
  gateways: boolean;
  customers: boolean;
  print: boolean;
  /** Whether the account may mount devices of the kind on carriers. */
  mount: boolean;
};

const LOOK = {
  configure: { icon: Send },
  enable: { icon: CircleCheck },
  disable: { icon: CirclePause },
  remove: { icon: Trash2, isDestructive: true },
} as const;

/** Label key of an action for a kind: relays are started and stopped. */
const wordOf = (action: Action, kind: DeviceKind) =>
  kind === "relay" && action === "enable" ? "start" : kind === "relay" && action === "disable" ? "stop" : action;

/** Returns actions as items of a menu or button row. */
export function useActionItems(kind: DeviceKind): (actions: readonly Action[]) => Item<Action>[] {
  const t = useTranslations("device.action");
  return (actions) => actions.map((verb) => ({ verb, label: t(wordOf(verb, kind)), ...LOOK[verb] }));
}

/** Actions on several devices that the rights allow. */
export const batchActions = ({ edit, remove }: Rights): Action[] => [
  ...(edit ? (["configure", "enable", "disable"] as const) : []),
  ...(remove ? (["remove"] as const) : []),
];

const actionsOf = (row: DeviceDto, { edit, remove }: Rights): Action[] => [
  ...(edit ? (["enable", "disable"] as const).filter((verb) => nextUse(row.use, verb)) : []),
  ...(remove ? (["remove"] as const) : []),
];

type RowActionsProps = {
  row: DeviceDto;
  rights: Rights;
  onOpen: (id: number) => void;
  onAction: (action: Action, row: DeviceDto) => void;
};

export function RowActions({ row, rights, onOpen, onAction }: RowActionsProps) {
  const t = useTranslations("device.action");
  const router = useRouter();
  const items = useActionItems(row.kind);
  return (
    <RowMenu
      first={{
        icon: rights.edit ? Pencil : ExternalLink,
        label: t(rights.edit ? "edit" : "view"),
        labelOf: t(rights.edit ? "editOf" : "viewOf", { name: row.name }),
        onClick: () => (rights.edit ? onOpen(row.id) : router.push(windowOf(row.kind, row.id))),
      }}
      moreLabel={t("moreOf", { name: row.name })}
      actions={items(actionsOf(row, rights))}
      onAction={(action) => onAction(action, row)}
    />
  );
}
