import { useTranslations } from "next-intl";
import { SearchBar } from "@/components/search-bar/search-bar";
import { PageBody } from "@/components/shell/page-body";
import { CARRIER_TYPES } from "@/db/enums";
import type { SceneChoice } from "../../monitoring/schema";
import { MapBoard, type MapBoardProps } from "./map-board";

const PATH = "/databoard/monitorMap";
/** Choices on the map itself, which are no criteria. */
const CHOSEN = ["status", "id"];
/** Stands for one level in the list of nodes: an ordinary space would be dropped. */
const INDENT = "\u2003";

export type MapScreenProps = Omit<MapBoardProps, "resetHref"> & { scenes: readonly SceneChoice[] };

/** All carriers on a map with their states, live. */
export function MapScreen({ scenes, ...board }: MapScreenProps) {
  const t = useTranslations("monitoring.filter");
  const tType = useTranslations("carrier.type");
  const { values, timeZone, now } = board;
  const isNarrowed = Object.keys(values).some((name) => !CHOSEN.includes(name));
  return (
    <PageBody fill>
      <SearchBar
        path={PATH}
        values={values}
        timeZone={timeZone}
        now={now}
        keep={["status"]}
        criteria={[
          { kind: "text", name: "q", label: t("q"), placeholder: t("qHint") },
          {
            kind: "select",
            name: "sceneId",
            label: t("sceneId"),
            options: scenes.map(({ id, name, depth }) => ({ value: String(id), label: INDENT.repeat(depth) + name })),
          },
          {
            kind: "select",
            name: "type",
            label: t("type"),
            options: CARRIER_TYPES.map((type) => ({ value: type, label: tType(type) })),
          },
        ]}
      />
      <MapBoard {...board} resetHref={isNarrowed ? PATH : null} />
    </PageBody>
  );
}
