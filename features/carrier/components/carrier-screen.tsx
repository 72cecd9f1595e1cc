import { useTranslations } from "next-intl";
import { ListScreen } from "@/components/data-table/list-screen";
import { recordOf, selectOf } from "@/components/search-bar/criterion";
import { BEARING_TYPES, CARRIER_WORK_MODES } from "@/db/carrier-enums";
import { CARRIER_STATUSES, type CarrierType } from "@/db/enums";
import type { MapSettings } from "@/lib/geo/map-settings";
import type { ListView } from "@/lib/resource/list-query";
import { ABNORMALITIES } from "../carrier.rules";
import { ALARM_POSITIONS, type CarrierRowDto, MODES } from "../carrier.schema";
import type { NamedChoice } from "../choice.schema";
import type { Rights } from "./actions";
import { CarrierTable } from "./carrier-table";
import { GatewayCriterion, PlaceCriterion, TriggerCriterion } from "./criteria";

export type CarrierScreenProps = ListView<CarrierRowDto> & {
  type: CarrierType;
  /** The subtypes of this type. */
  types: readonly NamedChoice[];
  /** The records named by the criteria. */
  chosen: { trigger: NamedChoice | null; gateway: NamedChoice | null };
  map: MapSettings;
  rights: Rights;
};

/** The carriers of one type: criteria, rows with live values, and actions. */
export function CarrierScreen({ type, types, chosen, map, rights, ...view }: CarrierScreenProps) {
  const t = useTranslations("carrier");
  const path = `/carrier/${type}`;
  const flag = (name: string, yes: string, no: string) => ({
    kind: "select" as const,
    name,
    label: t(`filter.${name}`),
    options: [
      { value: "1", label: yes },
      { value: "0", label: no },
    ],
  });
  return (
    <ListScreen
      path={path}
      view={view}
      criteria={[
        { kind: "text", name: "q", label: t("filter.q") },
        {
          kind: "custom",
          name: "sceneId",
          label: t("filter.sceneId"),
          control: <PlaceCriterion value={view.values.sceneId} />,
        },
        ...(types.length > 0 ? [recordOf("carrierTypeId", t("filter.carrierTypeId"), types)] : []),
        selectOf("status", t("filter.status"), CARRIER_STATUSES, (value) => t(`status.${value}`)),
        selectOf("abnormality", t("filter.abnormality"), ABNORMALITIES, (value) => t(`abnormality.${value}`)),
        selectOf("alarmSwitch", t("filter.alarmSwitch"), ALARM_POSITIONS, (value) => t(`alarm.position.${value}`)),
        {
          kind: "custom",
          name: "alarmTriggerId",
          label: t("filter.alarmTriggerId"),
          control: <TriggerCriterion chosen={chosen.trigger} />,
        },
        {
          kind: "custom",
          name: "gatewayId",
          label: t("filter.gatewayId"),
          control: <GatewayCriterion chosen={chosen.gateway} />,
        },
        selectOf("mode", t("filter.mode"), MODES, (value) => t(`mode.${value}`)),
        selectOf("workMode", t("filter.workMode"), CARRIER_WORK_MODES, (value) => t(`workMode.${value}`)),
        selectOf("bearingType", t("filter.bearingType"), BEARING_TYPES, (value) => t(`bearingType.${value}`)),
        flag("hasDevices", t("mounted.yes"), t("mounted.no")),
        flag("isTraceable", t("yesNo.yes"), t("yesNo.no")),
      ]}
    >
      {(table) => (
        <CarrierTable
          {...table}
          type={type}
          types={types}
          map={map}
          rights={rights}
          timeZone={view.timeZone}
          now={view.now}
        />
      )}
    </ListScreen>
  );
}
