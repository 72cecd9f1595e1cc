import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { PAGING } from "@/components/data-table/list-href";
import type { ListTable } from "@/components/data-table/list-screen";
import type { Rights } from "@/components/data-table/record-list";
import { LinkTabs } from "@/components/layout/link-tabs";
import { type Criterion, recordOf, selectOf } from "@/components/search-bar/criterion";
import { SearchBar } from "@/components/search-bar/search-bar";
import { PageBody } from "@/components/shell/page-body";
import { MEASURES } from "@/db/enums";
import type { UnitChoice } from "@/features/unit/schema";
import type { ListView } from "@/lib/resource/list-query";
import { PresetTable } from "../preset/components/preset-table";
import type { ZonePresetChoice, ZonePresetDto } from "../preset/schema";
import type { ZoneRowDto } from "../zone.schema";
import { ZoneTable } from "./zone-table";

const PATH = "/arch/detection";
const KEPT = ["sort", "dir", "iDisplayLength", "tab"];
const UNFILTERED = new Set<string>([...Object.values(PAGING), "tab"]);

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
    const values = { ...props.view.values, tab: "presets" };
    const enabled = selectOf("isEnabled", t("field.isEnabled"), ["true", "false"], (value) => t(`enabled.${value}`));
    const criteria = [textOf(t("search.label"), t("search.preset")), measure, enabled];
    return (
      <Listing tabs={tabs} view={{ ...props.view, values }} criteria={criteria}>
        {(table) => (
          <PresetTable {...table} rights={rights} newRange={mayCreate ? `${PATH}?form=new&preset=` : undefined} />
        )}
      </Listing>
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
    <Listing tabs={tabs} view={view} criteria={criteria}>
      {(table) => <ZoneTable {...table} rights={rights} {...{ mayApply, presets, customers, customerId }} />}
    </Listing>
  );
}

const textOf = (label: string, placeholder: string): Criterion => ({ kind: "text", name: "q", label, placeholder });

type ListingProps<Row> = {
  tabs: ReactNode;
  view: ListView<Row>;
  criteria: readonly Criterion[];
  children: (table: ListTable<Row>) => ReactNode;
};

/** One of the two lists: its criteria and rows. */
function Listing<Row>({ tabs, view, criteria, children }: ListingProps<Row>) {
  const { page, values, order, timeZone, now } = view;
  return (
    <PageBody fill>
      {tabs}
      <SearchBar path={PATH} values={values} keep={KEPT} timeZone={timeZone} now={now} criteria={criteria} />
      {children({
        page,
        list: { path: PATH, query: values, ...order },
        isFiltered: Object.keys(values).some((name) => !UNFILTERED.has(name)),
      })}
    </PageBody>
  );
}
