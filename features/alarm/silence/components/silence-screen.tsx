"use client";

import { useTranslations } from "next-intl";
import { PAGING } from "@/components/data-table/list-href";
import { recordOf, selectOf } from "@/components/search-bar/criterion";
import { LinkedCriteria } from "@/components/search-bar/linked-criteria";
import { SearchBar } from "@/components/search-bar/search-bar";
import { PageBody } from "@/components/shell/page-body";
import type { ListView } from "@/lib/resource/list-query";
import { SILENCE_STATES } from "../silence.rules";
import type { SilenceDto } from "../silence.schema";
import type { SilenceRights } from "./silence-sheet";
import { SilenceTable } from "./silence-table";
import type { ChosenTarget } from "./target-select";

const PATH = "/abnormal/silence";
const UNFILTERED = new Set<string>(Object.values(PAGING));

export type SilenceScreenProps = {
  view: ListView<SilenceDto>;
  customers: readonly { id: number; name: string }[];
  /** The carrier by which the list is filtered. */
  carrier: ChosenTarget | null;
  rights: SilenceRights;
  maySeeCarriers: boolean;
};

/** Maintenance silences: active, planned and past. */
export function SilenceScreen({ view, customers, carrier, rights, maySeeCarriers }: SilenceScreenProps) {
  const { page, values, order, timeZone, now } = view;
  const t = useTranslations("silence");
  const place = carrier?.name ?? `#${values.carrierId}`;
  return (
    <PageBody fill>
      <SearchBar
        path={PATH}
        values={values}
        keep={["sort", "dir", "iDisplayLength", "carrierId"]}
        timeZone={timeZone}
        now={now}
        criteria={[
          { kind: "text", name: "q", label: t("filter.q") },
          selectOf("state", t("filter.state"), SILENCE_STATES, (state) => t(`state.${state}`)),
          { kind: "datetimerange", name: "at", label: t("filter.at"), presets: ["week", "month", "quarter"] },
          ...(customers.length > 1 ? [recordOf("customerId", t("filter.customerId"), customers)] : []),
        ]}
      />
      <LinkedCriteria
        path={PATH}
        values={values}
        links={[{ name: "carrierId", text: t("linked.carrierId", { name: place }) }]}
        removeLabel={(text) => t("linked.remove", { text })}
      />
      <SilenceTable
        page={page}
        list={{ path: PATH, query: values, ...order }}
        isFiltered={Object.keys(values).some((name) => !UNFILTERED.has(name))}
        isForSeveral={customers.length > 1}
        carrier={carrier}
        rights={rights}
        maySeeCarriers={maySeeCarriers}
        timeZone={timeZone}
        now={now}
      />
    </PageBody>
  );
}
