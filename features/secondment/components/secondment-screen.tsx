"use client";

import dynamic from "next/dynamic";
import { useTranslations } from "next-intl";
import { ListScreen, type ListTable } from "@/components/data-table/list-screen";
import { RecordList, type Rights } from "@/components/data-table/record-list";
import { useRefresh } from "@/components/data-table/use-refresh";
import { selectOf } from "@/components/search-bar/criterion";
import { DEVICE_KINDS } from "@/db/enums";
import { SECONDMENT_STATES } from "@/db/secondment-enums";
import { ExportMenu, exportQuery } from "@/features/file/components/export-menu";
import type { ListView } from "@/lib/resource/list-query";
import { SECONDMENT_PATH, useSecondmentRefresh } from "../secondment.client";
import { DIRECTIONS } from "../secondment.rules";
import type { SecondmentDto } from "../secondment.schema";
import { useColumns } from "./columns";
import { RowActs } from "./row-acts";

// Loaded when it is first opened.
const SecondmentForm = dynamic(() => import("./secondment-form").then((module) => module.SecondmentForm), {
  ssr: false,
});

type ScreenProps = { view: ListView<SecondmentDto>; rights: Pick<Rights, "create"> };

/** What was lent and borrowed: the criteria and the rows. */
export function SecondmentScreen({ view, rights }: ScreenProps) {
  const t = useTranslations("secondment");
  return (
    <ListScreen
      path="/sys/deviceTransfer"
      view={view}
      criteria={[
        { kind: "text", name: "q", label: t("search.label"), placeholder: t("search.hint") },
        selectOf("state", t("field.state"), SECONDMENT_STATES, (value) => t(`state.${value}`)),
        selectOf("direction", t("field.direction"), DIRECTIONS, (value) => t(`direction.${value}`)),
        selectOf("kind", t("field.kind"), DEVICE_KINDS, (value) => t(`kind.${value}`)),
        { kind: "datetimerange", name: "created", label: t("field.createdAt") },
      ]}
    >
      {(table) => <SecondmentTable {...table} rights={rights} timeZone={view.timeZone} now={view.now} />}
    </ListScreen>
  );
}

type TableProps = ListTable<SecondmentDto> & { rights: Pick<Rights, "create">; timeZone: string; now: number };

function SecondmentTable({ timeZone, now, rights, ...list }: TableProps) {
  const t = useTranslations("secondment");
  const refresh = useRefresh();
  useSecondmentRefresh(refresh);
  const clock = { timeZone, now };
  return (
    <RecordList
      id="secondment"
      service={SECONDMENT_PATH}
      {...list}
      rights={{ ...rights, edit: false, remove: false }}
      nameOf={({ serialNumber }) => serialNumber}
      columns={useColumns(clock)}
      rowActions={(row) => <RowActs row={row} onDone={refresh} {...clock} />}
      toolbar={<ExportMenu kind="secondment" query={exportQuery(list.list.query)} />}
      form={(form) => <SecondmentForm {...form} timeZone={timeZone} />}
      words={{ caption: t("caption"), create: t("new"), empty: t("empty"), emptyHint: t("emptyHint") }}
    />
  );
}
