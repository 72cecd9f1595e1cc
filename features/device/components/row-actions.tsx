"use client";

import { CircleCheck, CirclePause, ExternalLink, Pencil, Send, Trash2 } from "lucide-react";
import { useTranslations } from "next-intl";
import { type Deed as Item, RowMenu } from "@/components/data-table/row-menu";
import type { DeviceKind } from "@/db/enums";
import { useRouter } from "@/lib/i18n/navigation";
import type { Deed } from "../client";
import type { DeviceDto } from "../schema";
import { nextUse } from "../use/rules";
import type { Rights } from "./device-screen";
import { windowOf } from "./paths";

const LOOK = {
  configure: { icon: Send },
  enable: { icon: CircleCheck },
  disable: { icon: CirclePause },
  remove: { icon: Trash2, isDestructive: true },
} as const;

/** What a deed is called for a kind: a relay is started and stopped. */
const wordOf = (deed: Deed, kind: DeviceKind) =>
  kind === "relay" && deed === "enable" ? "start" : kind === "relay" && deed === "disable" ? "stop" : deed;

/** The deeds as a menu or a row of buttons shows them. */
export function useDeedItems(kind: DeviceKind): (deeds: readonly Deed[]) => Item<Deed>[] {
  const t = useTranslations("device.action");
  return (deeds) => deeds.map((verb) => ({ verb, label: t(wordOf(verb, kind)), ...LOOK[verb] }));
}

/** What may be done to several devices by rights. */
export const batchDeeds = ({ edit, remove }: Rights): Deed[] => [
  ...(edit ? (["configure", "enable", "disable"] as const) : []),
  ...(remove ? (["remove"] as const) : []),
];

const deedsOf = (row: DeviceDto, { edit, remove }: Rights): Deed[] => [
  ...(edit ? (["enable", "disable"] as const).filter((verb) => nextUse(row.use, verb)) : []),
  ...(remove ? (["remove"] as const) : []),
];

type RowActionsProps = {
  row: DeviceDto;
  rights: Rights;
  onOpen: (id: number) => void;
  onDeed: (deed: Deed, row: DeviceDto) => void;
};

export function RowActions({ row, rights, onOpen, onDeed }: RowActionsProps) {
  const t = useTranslations("device.action");
  const router = useRouter();
  const items = useDeedItems(row.kind);
  return (
    <RowMenu
      first={{
        icon: rights.edit ? Pencil : ExternalLink,
        label: t(rights.edit ? "edit" : "view"),
        labelOf: t(rights.edit ? "editOf" : "viewOf", { name: row.name }),
        onClick: () => (rights.edit ? onOpen(row.id) : router.push(windowOf(row.kind, row.id))),
      }}
      moreLabel={t("moreOf", { name: row.name })}
      deeds={items(deedsOf(row, rights))}
      onDeed={(deed) => onDeed(deed, row)}
    />
  );
}
