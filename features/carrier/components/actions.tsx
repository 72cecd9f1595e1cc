import { BellRing, CircleDot, FolderInput, Pencil, SquarePen, Trash2, Zap } from "lucide-react";
import { useTranslations } from "next-intl";
import type { Action } from "@/components/data-table/row-menu";
import type { CarrierRowDto } from "../carrier.schema";

/** What the account may do with carriers of this type. */
export type Rights = {
  create: boolean;
  edit: boolean;
  remove: boolean;
  switchAlarm: boolean;
  history: boolean;
  exceptions: boolean;
  print: boolean;
  makeRange: boolean;
  makeTrigger: boolean;
  /** Whether the account may register a sensor and mount it. */
  registerSensor: boolean;
};

/** Actions on carriers in the list. */
export type Verb = "edit" | "status" | "alarm" | "trigger" | "move" | "remove";

const ICONS = {
  edit: SquarePen,
  status: CircleDot,
  alarm: BellRing,
  trigger: Zap,
  move: FolderInput,
  remove: Trash2,
} as const;

export const FIRST_ICON = Pencil;

/** The actions of these verbs with their labels. */
export function useActions() {
  const t = useTranslations("carrier.deed");
  return (verbs: readonly Verb[]): Action<Verb>[] =>
    verbs.map((verb) => ({ verb, label: t(verb), icon: ICONS[verb], isDestructive: verb === "remove" }));
}

/** The actions allowed for one carrier, by the account's rights and the carrier's state. */
export const verbsOfRow = (row: CarrierRowDto, { edit, remove, switchAlarm }: Rights): Verb[] => [
  ...(edit ? (["status"] as const) : []),
  ...(switchAlarm && row.alarmSwitch !== "none" ? (["alarm"] as const) : []),
  ...(edit ? (["move"] as const) : []),
  ...(remove ? (["remove"] as const) : []),
];

/** The actions allowed for several carriers, by the account's rights. */
export const verbsOfBatch = ({ edit, switchAlarm }: Rights): Verb[] => [
  ...(edit ? (["edit", "status"] as const) : []),
  ...(switchAlarm ? (["alarm"] as const) : []),
  ...(edit ? (["trigger", "move"] as const) : []),
];
