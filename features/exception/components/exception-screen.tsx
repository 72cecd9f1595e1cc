import { useTranslations } from "next-intl";
import { LinkedCriteria } from "@/components/search-bar/linked-criteria";
import { SearchBar } from "@/components/search-bar/search-bar";
import { PageBody } from "@/components/shell/page-body";
import { CARRIER_TYPES, EXCEPTION_STATUSES, EXCEPTION_TYPES, SEVERITIES } from "@/db/enums";
import type { Page } from "@/lib/resource/list-query";
import type { ExceptionDto, ExceptionSummaryDto } from "../exception.schema";
import type { LotsOfException, OrderOfException, ReportOnException, Rights } from "./detail-body";
import { ExceptionTable } from "./exception-table";
import { SummaryTabs } from "./summary-tabs";

const PATH = "/abnormal/dataex";
const PAGING = new Set(["iDisplayStart", "iDisplayLength", "sort", "dir"]);
/** With only these criteria, an empty list is good news. */
const WAITING = new Set(["state=open", "acknowledged=no", "status=unprocessed"]);
/** Criteria without a control, set by links from other screens and from records. */
const LINKED = ["carrierId", "deviceId", "sceneId", "ids"] as const;

export type ExceptionScreenProps = {
  page: Page<ExceptionDto>;
  summary: ExceptionSummaryDto;
  /** The valid URL parameters of the list. */
  values: Record<string, string>;
  order: { start: number; length: number; sort: string; dir: "asc" | "desc" };
  isMonitored: boolean;
  rights: Rights;
  Lots: LotsOfException;
  Report: ReportOnException;
  Order: OrderOfException;
  timeZone: string;
  now: number;
};

/** Exception records: pending counts, criteria, rows. */
export function ExceptionScreen(props: ExceptionScreenProps) {
  const { page, summary, values, order, isMonitored, rights, ...parts } = props;
  const { Lots, Report, Order, timeZone, now } = parts;
  const t = useTranslations("exception");
  const criteria = Object.fromEntries(Object.entries(values).filter(([name]) => !PAGING.has(name)));
  const choice = (name: string, group: string, all: readonly string[]) => ({
    kind: "select" as const,
    name,
    label: t(`filter.${name}`),
    options: all.map((value) => ({ value, label: t(`${group}.${value}`) })),
  });
  return (
    <PageBody fill>
      <SearchBar
        path={PATH}
        values={values}
        timeZone={timeZone}
        now={now}
        keep={["sort", "dir", "iDisplayLength", ...LINKED]}
        criteria={[
          { kind: "text", name: "q", label: t("filter.q"), placeholder: t("filter.qHint") },
          { kind: "datetimerange", name: "started", label: t("filter.started") },
          choice("state", "stateChoice", ["open", "cleared"]),
          choice("acknowledged", "acknowledgedChoice", ["yes", "no"]),
          choice("status", "status", EXCEPTION_STATUSES),
          choice("severity", "severity", SEVERITIES),
          choice("type", "type", EXCEPTION_TYPES),
          choice("carrierType", "carrierType", CARRIER_TYPES),
          { ...choice("withdrawn", "withdrawnChoice", ["true"]), anyLabel: t("withdrawnChoice.none") },
          { ...choice("removed", "removedChoice", ["true"]), anyLabel: t("removedChoice.none") },
        ]}
      />
      <Linked values={values} rows={page.items} />
      <ExceptionTable
        page={page}
        list={{ path: PATH, query: values, ...order }}
        tabs={<SummaryTabs path={PATH} summary={summary} criteria={criteria} />}
        resetHref={PATH}
        isFiltered={Object.entries(criteria).some((criterion) => !WAITING.has(criterion.join("=")))}
        isMonitored={isMonitored}
        rights={rights}
        Lots={Lots}
        Report={Report}
        Order={Order}
        timeZone={timeZone}
        now={now}
      />
    </PageBody>
  );
}

/** The subject by which a link has filtered the list, by name. */
function Linked({ values, rows }: { values: Record<string, string>; rows: readonly ExceptionDto[] }) {
  const t = useTranslations("exception.linked");
  const [row] = rows;
  const names = {
    carrierId: row?.carrier?.name,
    deviceId: row?.device.name,
    sceneId: row?.scenePath.find(({ id }) => String(id) === values.sceneId)?.name,
    ids: String(values.ids?.split(",").length ?? 0),
  };
  return (
    <LinkedCriteria
      path={PATH}
      values={values}
      links={LINKED.map((name) => ({ name, text: t(name, { name: names[name] ?? `#${values[name]}` }) }))}
      removeLabel={(text) => t("remove", { text })}
    />
  );
}
