import { BatteryLow, CalendarClock, SignalMedium } from "lucide-react";
import { useTranslations } from "next-intl";
import { CountStrip } from "@/components/data-table/count-strip";
import { listHref } from "@/components/data-table/list-href";
import type { Tone } from "@/components/value/tone";
import type { BoardCounts } from "../schema";
import type { BoardState } from "../state.rules";
import { BOARD_PATH } from "./links";

type Part = { name: BoardState | "total"; tone?: Tone; icon?: typeof BatteryLow };

const PARTS: readonly Part[] = [
  { name: "total" },
  { name: "abnormal", tone: "critical" },
  { name: "offline", tone: "offline" },
  { name: "batteryLow", tone: "warning", icon: BatteryLow },
  { name: "signalWeak", tone: "warning", icon: SignalMedium },
  { name: "calibrationDue", tone: "warning", icon: CalendarClock },
  { name: "unknown", tone: "offline" },
  { name: "online", tone: "normal" },
  { name: "stopped", tone: "paused" },
];

/** Number of devices by state; each count links to the filtered list. */
export function BoardCountStrip({ values, counts }: { values: Readonly<Record<string, string>>; counts: BoardCounts }) {
  const t = useTranslations("deviceBoard.count");
  const parts = PARTS.map(({ name, tone, icon: Icon }) => ({
    name,
    label: t(name),
    count: counts[name],
    tone,
    href: listHref({ path: BOARD_PATH, query: values }, { show: name === "total" ? null : name }),
    isCurrent: (values.show ?? "total") === name,
    ...(Icon && { icon: <Icon aria-hidden="true" className="size-3.5 shrink-0 max-sm:hidden" /> }),
  }));
  return <CountStrip label={t("label")} parts={parts} className="grid-cols-3 sm:grid-cols-5 xl:grid-cols-9" />;
}
