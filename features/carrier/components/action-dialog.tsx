"use client";

import { AlarmSwitchDialog } from "../alarm-switch/components/alarm-switch-dialog";
import { EditDialog } from "../batch/components/edit-dialog";
import { MoveDialog } from "../batch/components/move-dialog";
import { TriggerDialog } from "../batch/components/trigger-dialog";
import type { CarrierRowDto } from "../carrier.schema";
import type { NamedChoice } from "../choice.schema";
import { StatusDialog } from "../status/components/status-dialog";
import type { Verb } from "./actions";
import { CarrierRemoval } from "./carrier-removal";

type ActionDialogProps = {
  verb: Verb;
  rows: readonly CarrierRowDto[];
  types: readonly NamedChoice[];
  now: number;
  timeZone: string;
  onClose: () => void;
  onDone: () => void;
};

/** The dialog of an action. */
export function ActionDialog({ verb, rows, types, now, timeZone, onClose, onDone }: ActionDialogProps) {
  const [first, ...others] = rows;
  if (!first) return null;
  const ways = { onClose, onDone };
  const chosen = [first, ...others] as const;
  switch (verb) {
    case "alarm":
      return <AlarmSwitchDialog carriers={chosen} now={now} timeZone={timeZone} {...ways} />;
    case "status":
      return <StatusDialog rows={chosen} {...ways} />;
    case "edit":
      return <EditDialog rows={chosen} types={types} {...ways} />;
    case "trigger":
      return <TriggerDialog rows={chosen} {...ways} />;
    case "move":
      return <MoveDialog rows={chosen} {...ways} />;
    case "remove":
      return <CarrierRemoval row={first} {...ways} />;
  }
}
