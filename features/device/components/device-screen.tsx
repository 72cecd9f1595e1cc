import { useTranslations } from "next-intl";
import { ListScreen } from "@/components/data-table/list-screen";
import type { Criterion } from "@/components/search-bar/criterion";
import { selectOf } from "@/components/search-bar/criterion";
import { CALIBRATION_STATES, CONFIG_STATUSES, DEVICE_USES, type DeviceKind, ONLINE_STATUSES } from "@/db/enums";
import { DEVICE_CUSTODIES } from "@/db/secondment-enums";
import { LIST_PATHS } from "@/lib/page/device-window";
import type { ListView } from "@/lib/resource/list-query";
import { isCalibrated } from "../calibration/due.rules";
import type { DueCount } from "../calibration/due.schema";
import type { DeviceDto, NamedRecord } from "../device.schema";
import { GatewayCriterion } from "./criteria";
import { DeviceTable } from "./device-table";
import type { Rights } from "./row-actions";
import { SceneSelect } from "./scene-select";

export type DeviceScreenProps = ListView<DeviceDto> & {
  kind: DeviceKind;
  types: readonly { code: string; name: string }[];
  /** The gateway by which the list is filtered. */
  gateway: NamedRecord | null;
  home: NamedRecord;
  isManyCustomers: boolean;
  isBound: boolean;
  isPlatform: boolean;
  rights: Rights;
  due: DueCount;
};

const FLAGS = ["true", "false"] as const;
const CONFIGURED: readonly DeviceKind[] = ["sensor", "gateway", "display", "relay"];

/** Visible devices of one kind: criteria, rows and actions. */
export function DeviceScreen({ kind, types, gateway, isPlatform, ...props }: DeviceScreenProps) {
  const { home, isManyCustomers, isBound, rights, due, ...view } = props;
  const t = useTranslations("device");
  const { values } = view;
  const place: Criterion = {
    kind: "custom",
    name: "sceneId",
    label: t("filter.sceneId"),
    control: (
      <SceneSelect
        of={isPlatform ? { all: true } : {}}
        chosen={values.sceneId === undefined ? null : Number(values.sceneId)}
      />
    ),
  };
  const through: Criterion = {
    kind: "custom",
    name: "gatewayId",
    label: t("filter.gatewayId"),
    control: <GatewayCriterion chosen={gateway} />,
  };
  const select = (name: string, options: readonly string[], group: string) =>
    selectOf(name, t(`filter.${name}`), options, (value) => t(`${group}.${value}`));
  const calibrated = selectOf("calibration", t("filter.calibration"), CALIBRATION_STATES, (state) =>
    t(state === "dueSoon" ? "filter.dueSoon" : `calibration.${state}`),
  );
  return (
    <ListScreen
      path={LIST_PATHS[kind]}
      view={view}
      criteria={[
        { kind: "text", name: "q", label: t("filter.q"), placeholder: t("filter.qHint") },
        place,
        selectOf(
          "typeCode",
          t("filter.typeCode"),
          types.map(({ code }) => code),
          (code) => types.find((type) => type.code === code)?.name ?? code,
        ),
        select("onlineStatus", ONLINE_STATUSES, "online"),
        select("isAbnormal", FLAGS, "abnormal"),
        select("use", DEVICE_USES, kind === "relay" ? "relayUse" : "use"),
        select("custody", DEVICE_CUSTODIES, "custody"),
        ...(CONFIGURED.includes(kind) ? [select("configStatus", CONFIG_STATUSES, "config")] : []),
        ...(kind !== "gateway" && rights.gateways ? [through] : []),
        select("isMounted", FLAGS, "mounted"),
        ...(isCalibrated(kind) ? [calibrated] : []),
      ]}
    >
      {(table) => (
        <DeviceTable
          {...table}
          kind={kind}
          types={types}
          home={home}
          isManyCustomers={isManyCustomers}
          isBound={isBound}
          rights={rights}
          due={due}
          timeZone={view.timeZone}
          now={view.now}
        />
      )}
    </ListScreen>
  );
}
