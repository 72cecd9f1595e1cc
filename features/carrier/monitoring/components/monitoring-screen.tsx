import { useTranslations } from "next-intl";
import { SearchBar } from "@/components/search-bar/search-bar";
import { PageBody } from "@/components/shell/page-body";
import type { MonitoringListDto, MonitoringView, SceneChoice } from "../monitoring.schema";
import type { Rights } from "./columns";
import { MonitoringBoard } from "./monitoring-board";
import { usePointCriteria } from "./point-criteria";

const PATH = "/databoard/monitoringPoint";
const PLACED = ["sort", "dir", "iDisplayLength", "view"];
const POSITIONS = ["on", "off", "paused", "none"] as const;

export type MonitoringScreenProps = {
  list: MonitoringListDto;
  scenes: readonly SceneChoice[];
  /** The valid parameters of the URL. */
  values: Record<string, string>;
  /** The choice in the URL; null lets the window size decide. */
  view: MonitoringView | null;
  /** From the browser's user agent. */
  isPhone: boolean;
  order: { start: number; length: number; sort: string; dir: "asc" | "desc" };
  rights: Rights;
  timeZone: string;
  now: number;
};

/** The monitoring list: counts, criteria, and points with the worst first. */
export function MonitoringScreen(props: MonitoringScreenProps) {
  const { list, scenes, values, view, isPhone, order, rights, timeZone, now } = props;
  const t = useTranslations("monitoring.filter");
  const pointCriteria = usePointCriteria(scenes);
  const tPosition = useTranslations("carrier.alarm.position");
  const isNarrowed = Object.keys(values).some((name) => !PLACED.includes(name) && name !== "iDisplayStart");
  return (
    <PageBody fill>
      <MonitoringBoard
        page={list}
        list={{ path: PATH, query: values, ...order, total: list.total }}
        view={view}
        isPhone={isPhone}
        resetHref={isNarrowed ? PATH : null}
        rights={rights}
        timeZone={timeZone}
        now={now}
      >
        <SearchBar
          path={PATH}
          values={values}
          timeZone={timeZone}
          now={now}
          keep={[...PLACED, "status"]}
          criteria={[
            ...pointCriteria,
            {
              kind: "select",
              name: "alarmSwitch",
              label: t("alarmSwitch"),
              options: [
                ...POSITIONS.map((position) => ({ value: position, label: tPosition(position) })),
                { value: "silenced", label: t("silenced") },
              ],
            },
          ]}
        />
      </MonitoringBoard>
    </PageBody>
  );
}
