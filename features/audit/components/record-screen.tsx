import { useTranslations } from "next-intl";
import { PAGING } from "@/components/data-table/list-href";
import { SearchBar } from "@/components/search-bar/search-bar";
import { PageBody } from "@/components/shell/page-body";
import { WindowHead } from "@/components/shell/window-head";
import { carrierPage } from "@/lib/page/carrier-page";
import { windowOf } from "@/lib/page/device-window";
import type { LogPage } from "@/lib/resource/log-page";
import { entityText, type Look } from "../audit.rules";
import type { SysLogDto } from "../audit.schema";
import type { SubjectDto } from "../record.schema";
import { SysLogTable } from "./sys-log-table";

const PATH = "/OperateRecord";
/** The parameters that identify the record; they are retained when the filters change. */
const ABOUT = ["carrierId", "deviceId", "entity", "entityId", "customerId"];
const NO_RIGHTS = { verify: false, set: false, logins: false };

type RecordScreenProps = {
  subject: SubjectDto;
  page: LogPage<SysLogDto>;
  values: Record<string, string>;
  order: { start: number; length: number; sort: string; dir: "asc" | "desc" };
  customerId: number;
  days: number;
  timeZone: string;
  now: number;
};

/** The changes of one record, newest first, each row with the values before and after. */
export function RecordScreen({ subject, page, values, order, timeZone, now, ...rest }: RecordScreenProps) {
  const t = useTranslations("audit");
  const look = t as unknown as Look;
  const paging = new Set<string>(Object.values(PAGING));
  const criteria = Object.fromEntries(Object.entries(values).filter(([name]) => !paging.has(name)));
  const about = Object.fromEntries(Object.entries(criteria).filter(([name]) => ABOUT.includes(name)));
  const title =
    subject.what === "record"
      ? `${entityText(look, subject.entity)} · ${subject.name ?? subject.entityId}`
      : subject.name;
  const href =
    subject.what === "carrier"
      ? carrierPage(subject.id)
      : subject.what === "device"
        ? windowOf(subject.kind, subject.id)
        : undefined;
  return (
    <PageBody fill>
      <WindowHead title={title} note={t("record.hint")} {...(href && { href })} />
      <SearchBar
        path={PATH}
        values={values}
        keep={["sort", "dir", "iDisplayLength", ...ABOUT]}
        timeZone={timeZone}
        now={now}
        criteria={[
          { kind: "text", name: "q", label: t("filter.q"), placeholder: t("filter.qHint") },
          { kind: "datetimerange", name: "at", label: t("filter.at"), presets: ["week", "month", "quarter"] },
          { kind: "text", name: "operator", label: t("filter.operator") },
        ]}
      />
      <SysLogTable
        page={page}
        list={{ path: PATH, query: values, ...order }}
        home={`${PATH}?${new URLSearchParams(about)}`}
        isFiltered={Object.keys(criteria).some((name) => !ABOUT.includes(name))}
        criteria={criteria}
        customers={[]}
        rights={NO_RIGHTS}
        timeZone={timeZone}
        {...rest}
      />
    </PageBody>
  );
}
