import { useTranslations } from "next-intl";
import { PAGING } from "@/components/data-table/list-href";
import { recordOf, selectOf } from "@/components/search-bar/criterion";
import { LinkedCriteria } from "@/components/search-bar/linked-criteria";
import { SearchBar } from "@/components/search-bar/search-bar";
import { PageBody } from "@/components/shell/page-body";
import { NOTICE_CHANNELS, NOTICE_STATUSES, NOTICE_TYPES } from "@/db/enums";
import type { ListAddress } from "@/lib/resource/list-query";
import type { LogPage } from "@/lib/resource/log-page";
import type { NoticeLogDto } from "../schema";
import type { NoticeLinks } from "./cells";
import { NoticeLogTable } from "./notice-log-table";

const PATH = "/noti/notification";
const UNFILTERED = new Set<string>(Object.values(PAGING));
/** Filters without a control; other records link with them. */
const LINKED = ["carrierId", "exceptionId"] as const;

export type NoticeLogScreenProps = ListAddress & {
  page: LogPage<NoticeLogDto>;
  customers: { id: number; name: string }[];
  links: NoticeLinks;
};

/** The notice log: who was notified of what by which channel, one row per attempt. */
export function NoticeLogScreen({ page, values, order, timeZone, now, customers, links }: NoticeLogScreenProps) {
  const t = useTranslations("notice-log");
  const criteria = Object.fromEntries(Object.entries(values).filter(([name]) => !UNFILTERED.has(name)));
  const [row] = page.items;
  const names = { carrierId: row?.carrier?.name, exceptionId: undefined };
  return (
    <PageBody fill>
      <SearchBar
        path={PATH}
        values={values}
        keep={["iDisplayLength", ...LINKED]}
        timeZone={timeZone}
        now={now}
        criteria={[
          { kind: "text", name: "q", label: t("filter.q"), placeholder: t("filter.qHint") },
          { kind: "datetimerange", name: "at", label: t("filter.at"), presets: ["week", "month", "quarter"] },
          selectOf("channel", t("filter.channel"), NOTICE_CHANNELS, (channel) => t(`channel.${channel}`)),
          selectOf("status", t("filter.status"), NOTICE_STATUSES, (status) => t(`status.${status}`)),
          selectOf("type", t("filter.type"), NOTICE_TYPES, (type) => t(`type.${type}`)),
          { kind: "text", name: "carrier", label: t("filter.carrier") },
          ...(customers.length > 1 ? [recordOf("customerId", t("filter.customerId"), customers)] : []),
        ]}
      />
      <LinkedCriteria
        path={PATH}
        values={values}
        links={LINKED.map((name) => ({ name, text: t(`linked.${name}`, { name: names[name] ?? `#${values[name]}` }) }))}
        removeLabel={(text) => t("linked.remove", { text })}
      />
      <NoticeLogTable
        page={page}
        list={{ path: PATH, query: values, ...order }}
        criteria={criteria}
        isForSeveral={customers.length > 1}
        links={links}
        timeZone={timeZone}
      />
    </PageBody>
  );
}
