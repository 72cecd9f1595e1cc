import { useTranslations } from "next-intl";
import { PAGING } from "@/components/data-table/list-href";
import { recordOf, selectOf } from "@/components/search-bar/criterion";
import { LinkedCriteria } from "@/components/search-bar/linked-criteria";
import { SearchBar } from "@/components/search-bar/search-bar";
import { PageBody } from "@/components/shell/page-body";
import { ALARM_SWITCHES } from "@/db/enums";
import type { ListAddress } from "@/lib/resource/list-query";
import type { LogPage } from "@/lib/resource/log-page";
import type { SwitchLogDto } from "../schema";
import { SwitchLogTable } from "./switch-log-table";

const PATH = "/noti/alarmLog";
const UNFILTERED = new Set<string>(Object.values(PAGING));

export type SwitchLogScreenProps = ListAddress & {
  page: LogPage<SwitchLogDto>;
  customers: { id: number; name: string }[];
};

/** The alarm switch log: who switched which alarm, and why. */
export function SwitchLogScreen(props: SwitchLogScreenProps) {
  const { page, values, order, timeZone, now, customers } = props;
  const t = useTranslations("alarm-log");
  const criteria = Object.fromEntries(Object.entries(values).filter(([name]) => !UNFILTERED.has(name)));
  const place = page.items[0]?.carrier.name ?? `#${values.carrierId}`;
  return (
    <PageBody fill>
      <SearchBar
        path={PATH}
        values={values}
        keep={["iDisplayLength", "carrierId"]}
        timeZone={timeZone}
        now={now}
        criteria={[
          { kind: "text", name: "q", label: t("filter.q") },
          { kind: "datetimerange", name: "at", label: t("filter.at"), presets: ["week", "month", "quarter"] },
          selectOf("position", t("filter.position"), ALARM_SWITCHES, (position) => t(`position.${position}`)),
          { kind: "text", name: "operator", label: t("filter.operator") },
          ...(customers.length > 1 ? [recordOf("customerId", t("filter.customerId"), customers)] : []),
        ]}
      />
      <LinkedCriteria
        path={PATH}
        values={values}
        links={[{ name: "carrierId", text: t("linked.carrierId", { name: place }) }]}
        removeLabel={(text) => t("linked.remove", { text })}
      />
      <SwitchLogTable
        page={page}
        list={{ path: PATH, query: values, ...order }}
        criteria={criteria}
        isForSeveral={customers.length > 1}
        timeZone={timeZone}
      />
    </PageBody>
  );
}
