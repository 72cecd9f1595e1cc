import { SearchBar } from "@/components/search-bar/search-bar";
import { PageBody } from "@/components/shell/page-body";
import { usePointCriteria } from "../../monitoring/components/point-criteria";
import type { SceneChoice } from "../../monitoring/monitoring.schema";
import { MapBoard, type MapBoardProps } from "./map-board";

const PATH = "/databoard/monitorMap";
/** Selections on the map itself, which are not criteria. */
const CHOSEN = ["status", "id"];

export type MapScreenProps = Omit<MapBoardProps, "resetHref"> & { scenes: readonly SceneChoice[] };

/** All carriers on a map with their live states. */
export function MapScreen({ scenes, ...board }: MapScreenProps) {
  const criteria = usePointCriteria(scenes);
  const { values, timeZone, now } = board;
  const isNarrowed = Object.keys(values).some((name) => !CHOSEN.includes(name));
  return (
    <PageBody fill>
      <SearchBar path={PATH} values={values} timeZone={timeZone} now={now} keep={["status"]} criteria={criteria} />
      <MapBoard {...board} resetHref={isNarrowed ? PATH : null} />
    </PageBody>
  );
}
