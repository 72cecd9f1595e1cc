import { useTranslations } from "next-intl";
import type { Rights } from "@/components/data-table/record-list";
import { LinkTabs } from "@/components/layout/link-tabs";
import { selectOf } from "@/components/search-bar/criterion";
import { SearchBar } from "@/components/search-bar/search-bar";
import { PageBody } from "@/components/shell/page-body";
import { CARRIER_TYPES, MONITORED_MEASURES } from "@/db/enums";
import { PlaceCriterion } from "@/features/carrier/components/criteria";
import type { ListAddress } from "@/lib/resource/list-query";
import { SavedBar } from "../definition/components/saved-bar";
import type { DefinitionDto } from "../definition/definition.schema";
import { PRESETS } from "../period.rules";
import { statisticHref } from "../statistic.client";
import { GROUPS, type StatisticDto, type StatisticListQuery, type TooLarge } from "../statistic.schema";
import { StatisticBody } from "./statistic-body";
import { TooLargeNote } from "./too-large-note";

const PATH = "/count/statistic";

export type StatisticScreenProps = {
  view: ListAddress;
  selection: StatisticListQuery;
  statistics: StatisticDto | TooLarge;
  saved: readonly DefinitionDto[];
  rights: Rights;
};

/** Figures of a period by place, type, carrier or probe: criteria, saved selections, charts and rows. */
export function StatisticScreen({ view, selection, statistics, saved, rights }: StatisticScreenProps) {
  const t = useTranslations("statistics");
  const tCarrier = useTranslations("carrier");
  const { sort: _sort, dir: _dir, iDisplayStart: _start, iDisplayLength: _length, ...chosen } = selection;
  const isCustom = selection.from !== undefined;
  return (
    <PageBody>
      <SearchBar
        path={PATH}
        values={view.values}
        timeZone={view.timeZone}
        now={view.now}
        keep={["sort", "dir", "iDisplayLength", "by", "carrierId"]}
        criteria={[
          { kind: "datetimerange", name: "period", label: t("filter.period"), presets: PRESETS },
          {
            kind: "select",
            name: "measure",
            isPinned: true,
            label: t("filter.measure"),
            options: MONITORED_MEASURES.filter((measure) => measure !== "temperature").map((measure) => ({
              value: measure,
              label: tCarrier(`measure.${measure}`),
            })),
            anyLabel: tCarrier("measure.temperature"),
          },
          {
            kind: "custom",
            name: "sceneId",
            label: tCarrier("filter.sceneId"),
            control: <PlaceCriterion value={view.values.sceneId} />,
          },
          selectOf("carrierType", t("filter.carrierType"), CARRIER_TYPES, (type) => tCarrier(`type.${type}`)),
          { kind: "text", name: "q", label: t("filter.q") },
        ]}
      />
      <div className="flex flex-wrap items-end gap-x-6 gap-y-2">
        <LinkTabs
          label={t("by.label")}
          className="grow"
          tabs={GROUPS.map((by) => ({
            href: statisticHref({ ...chosen, by }),
            label: t(`by.${by}`),
            current: by === selection.by,
          }))}
        />
        <LinkTabs
          label={t("range.label")}
          tabs={PRESETS.map((range) => ({
            href: statisticHref({ ...chosen, from: undefined, to: undefined, range }),
            label: t(`range.${range}`),
            current: !isCustom && range === selection.range,
          }))}
        />
      </div>
      <SavedBar saved={saved} selection={chosen} rights={rights} />
      {"rule" in statistics ? (
        <TooLargeNote {...statistics} />
      ) : (
        <StatisticBody view={view} selection={selection} statistics={statistics} />
      )}
    </PageBody>
  );
}
