import { useTranslations } from "next-intl";
import { PAGING } from "@/components/data-table/list-href";
import type { Rights } from "@/components/data-table/record-list";
import { LinkTabs } from "@/components/layout/link-tabs";
import { recordOf, selectOf } from "@/components/search-bar/criterion";
import { SearchBar } from "@/components/search-bar/search-bar";
import { PageBody } from "@/components/shell/page-body";
import { CROSSING_KINDS, GEOFENCE_SHAPES } from "@/db/enums";
import type { MapSettings } from "@/lib/geo/map-settings";
import type { ListView } from "@/lib/resource/list-query";
import type { GeofenceEventDto } from "../event.schema";
import type { GeofenceDto } from "../geofence.schema";
import { EventTable } from "./event-table";
import { GeofenceTable } from "./geofence-table";

const PATH = "/databoard/geofence";
const KEPT = ["sort", "dir", "iDisplayLength", "tab", "carrierId"];
const UNFILTERED = new Set<string>([...Object.values(PAGING), "tab"]);

type FencesProps = {
  tab: "fences";
  view: ListView<GeofenceDto>;
  rights: Rights;
  customers: readonly { id: number; name: string }[];
  customerId: number;
  map: MapSettings;
};
type EventsProps = {
  tab: "events";
  view: ListView<GeofenceEventDto>;
  fences: readonly GeofenceDto[];
  mayTrace: boolean;
};
export type GeofenceScreenProps = FencesProps | EventsProps;

/** Geofences on the map, and their events in a second tab. */
export function GeofenceScreen(props: GeofenceScreenProps) {
  const t = useTranslations("geofence");
  const { tab, view } = props;
  const { values: asked, order, timeZone, now } = view;
  const values = tab === "events" ? { ...asked, tab } : asked;
  const list = { path: PATH, query: values, ...order };
  const isFiltered = Object.keys(values).some((name) => !UNFILTERED.has(name));
  const search = { kind: "text" as const, name: "q" };
  return (
    <PageBody fill>
      <LinkTabs
        className="shrink-0"
        label={t("tab.label")}
        tabs={[
          { href: PATH, label: t("tab.fences"), current: tab === "fences" },
          { href: `${PATH}?tab=events`, label: t("tab.events"), current: tab === "events" },
        ]}
      />
      <SearchBar
        path={PATH}
        values={values}
        keep={KEPT}
        timeZone={timeZone}
        now={now}
        criteria={
          props.tab === "fences"
            ? [
                { ...search, label: t("field.name") },
                selectOf("shape", t("field.shape"), GEOFENCE_SHAPES, (shape) => t(`shape.${shape}`)),
                selectOf("isEnabled", t("field.isEnabled"), ["true", "false"], (value) => t(`enabled.${value}`)),
                ...(props.customers.length > 1 ? [recordOf("customerId", t("field.customer"), props.customers)] : []),
              ]
            : [
                { ...search, label: t("event.search") },
                recordOf("geofenceId", t("event.geofence"), props.fences),
                selectOf("kind", t("event.kind"), CROSSING_KINDS, (kind) => t(`event.${kind}`)),
                {
                  kind: "datetimerange",
                  name: "at",
                  label: t("event.span"),
                  presets: ["today", "day", "week", "month"],
                },
              ]
        }
      />
      {props.tab === "fences" ? (
        <GeofenceTable
          page={props.view.page}
          list={list}
          isFiltered={isFiltered}
          rights={props.rights}
          map={props.map}
          customers={props.customers}
          customerId={props.customerId}
        />
      ) : (
        <EventTable
          page={props.view.page}
          list={list}
          isFiltered={isFiltered}
          mayTrace={props.mayTrace}
          timeZone={timeZone}
        />
      )}
    </PageBody>
  );
}
