import { useTranslations } from "next-intl";
import { SearchBar } from "@/components/search-bar/search-bar";
import { PageBody } from "@/components/shell/page-body";
import { WindowHead } from "@/components/shell/window-head";
import { EXCEPTION_TYPES, SEVERITIES } from "@/db/enums";
import { carrierPage } from "@/lib/page/carrier-page";
import { windowOf } from "@/lib/page/device-window";
import type { Page } from "@/lib/resource/list-query";
import { WAITING_VIEWS } from "../exception.rules";
import type { ExceptionDto, ExceptionSummaryDto } from "../exception.schema";
import type { SubjectDto } from "../record.schema";
import type { LotsOfException, OrderOfException, ReportOnException, Rights } from "./detail-body";
import { ExceptionTable } from "./exception-table";
import { SummaryTabs } from "./summary-tabs";

const PATH = "/exRecord";
const PAGING = new Set(["iDisplayStart", "iDisplayLength", "sort", "dir"]);
type RecordScreenProps = {
  subject: SubjectDto;
  page: Page<ExceptionDto>;
  /** Counts of this subject only. */
  summary: ExceptionSummaryDto;
  values: Record<string, string>;
  order: { start: number; length: number; sort: string; dir: "asc" | "desc" };
  rights: Rights & { open: boolean };
  Lots: LotsOfException;
  Report: ReportOnException;
  Order: OrderOfException;
  timeZone: string;
  now: number;
};

/** All exceptions of one carrier or device, with pending counts and records. */
export function RecordScreen({
  subject,
  page,
  summary,
  values,
  order,
  rights,
  Lots,
  Report,
  Order,
  timeZone,
  now,
}: RecordScreenProps) {
  const t = useTranslations("exception");
  const about = { [subject.what === "carrier" ? "carrierId" : "deviceId"]: String(subject.id) };
  const home = `${PATH}?${new URLSearchParams(about)}`;
  const criteria = Object.fromEntries(Object.entries(values).filter(([name]) => !PAGING.has(name)));
  const current = new URLSearchParams(criteria).toString();
  const choice = (name: string, all: readonly string[]) => ({
    kind: "select" as const,
    name,
    label: t(`filter.${name}`),
    options: all.map((value) => ({ value, label: t(`${name}.${value}`) })),
  });
  const { id } = subject;
  const href = subject.what === "carrier" ? carrierPage(id) : windowOf(subject.member, id);
  return (
    <PageBody fill>
      <WindowHead
        title={subject.name}
        {...(rights.open && { href })}
        note={subject.serialNumber ?? t(`carrierType.${subject.member}`)}
      />
      <SearchBar
        path={PATH}
        values={{ ...values, ...about }}
        timeZone={timeZone}
        now={now}
        keep={["sort", "dir", "iDisplayLength", "carrierId", "deviceId"]}
        criteria={[
          { kind: "datetimerange", name: "started", label: t("filter.started") },
          choice("severity", SEVERITIES),
          choice("type", EXCEPTION_TYPES),
        ]}
      />
      <ExceptionTable
        page={page}
        list={{ path: PATH, query: { ...values, ...about }, ...order }}
        tabs={<SummaryTabs path={PATH} summary={summary} criteria={criteria} about={about} />}
        resetHref={home}
        isFiltered={current !== "" && !Object.values<string>(WAITING_VIEWS).includes(current)}
        isMonitored
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
