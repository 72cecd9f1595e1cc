import { useTranslations } from "next-intl";
import { ListScreen } from "@/components/data-table/list-screen";
import type { Rights } from "@/components/data-table/record-list";
import { LinkTabs } from "@/components/layout/link-tabs";
import { type Criterion, recordOf, selectOf } from "@/components/search-bar/criterion";
import { MEASURES } from "@/db/enums";
import type { UnitChoice } from "@/features/unit/schema";
import type { ListView } from "@/lib/resource/list-query";
import { PresetTable } from "../preset/components/preset-table";
import type { ZonePresetChoice, ZonePresetDto } from "../preset/schema";
import type { ZoneRowDto } from "../zone.schema";
import { ZoneTable } from "./zone-table";

const PATH = "/arch/detection";

type RangesProps = {
  tab: "ranges";
  view: ListView<ZoneRowDto>;
  units: readonly UnitChoice[];
  presets: readonly ZonePresetChoice[];
  customers: readonly { id: number; name: string }[];
  customerId: number;
};
type PresetsProps = { tab: "presets"; view: ListView<ZonePresetDto> };
export type ZoneScreenProps = (RangesProps | PresetsProps) & {
  rights: Rights;
  mayPresets: boolean;
  mayApply: boolean;
  mayCreate: boolean;
};

/** Monitoring ranges and, on a separate tab, the presets for new ones. */
export function ZoneScreen({ mayPresets, mayApply, mayCreate, rights, ...props }: ZoneScreenProps) {
  const t = useTranslations("zone");
  const tMeasure = useTranslations("carrier.measure");
  const measure = selectOf("measure", t("field.measure"), MEASURES, (value) => tMeasure(value));
  const tabs = mayPresets && (
    <LinkTabs
      className="shrink-0"
      label={t("tabs.label")}
      tabs={[
        { href: PATH, label: t("tabs.ranges"), current: props.tab === "ranges" },
        { href: `${PATH}?tab=presets`, label: t("tabs.presets"), current: props.tab === "presets" },
      ]}
    />
  );
  if (props.tab === "presets") {
    const enabled = selectOf("isEnabled", t("field.isEnabled"), ["true", "false"], (value) => t(`enabled.${value}`));
    const criteria = [textOf(t("search.label"), t("search.preset")), measure, enabled];
    return (
      <ListScreen path={PATH} tabs={tabs} tab="presets" view={props.view} criteria={criteria}>
        {(table) => (
          <PresetTable {...table} rights={rights} newRange={mayCreate ? `${PATH}?form=new&preset=` : undefined} />
        )}
      </ListScreen>
    );
  }
  const { view, units, customers, presets, customerId } = props;
  const choices = units.map((unit) => ({ id: unit.id, name: `${unit.unit} (${tMeasure(unit.measure)})` }));
  const criteria = [
    textOf(t("search.label"), t("search.zone")),
    measure,
    recordOf("unitId", t("field.unit"), choices),
    ...(customers.length > 1 ? [recordOf("customerId", t("field.customer"), customers)] : []),
  ];
  return (
    <ListScreen path={PATH} tabs={tabs} view={view} criteria={criteria}>
      {(table) => <ZoneTable {...table} rights={rights} {...{ mayApply, presets, customers, customerId }} />}
    </ListScreen>
  );
}

const textOf = (label: string, placeholder: string): Criterion => ({ kind: "text", name: "q", label, placeholder });
