"use client";

import dynamic from "next/dynamic";
import { useTranslations } from "next-intl";
import { ListScreen, type ListTable } from "@/components/data-table/list-screen";
import { RecordList, type Rights } from "@/components/data-table/record-list";
import { useRefresh } from "@/components/data-table/use-refresh";
import { selectOf } from "@/components/search-bar/criterion";
import { WORK_ORDER_STATES, WORK_ORDER_TYPES } from "@/db/work-order-enums";
import { ExportMenu, exportQuery } from "@/features/file/components/export-menu";
import type { ListView } from "@/lib/resource/list-query";
import { PHASES } from "../act.rules";
import { useOrderRefresh, WORK_ORDER_PATH } from "../order.client";
import { ORDER_SOURCES } from "../order.rules";
import type { WorkOrderDto } from "../order.schema";
import { RowActs } from "./act-buttons";
import { useColumns } from "./columns";

// Loaded when it is first opened.
const OrderForm = dynamic(() => import("./order-form").then((module) => module.OrderForm), { ssr: false });

type OrderScreenProps = { view: ListView<WorkOrderDto>; rights: Rights; showsCustomers: boolean };

/** Work orders: the criteria and the rows. */
export function OrderScreen({ view, rights, showsCustomers }: OrderScreenProps) {
  const t = useTranslations("workOrder");
  return (
    <ListScreen
      path="/order/workOrder"
      view={view}
      criteria={[
        { kind: "text", name: "q", label: t("search.label"), placeholder: t("search.hint") },
        selectOf("phase", t("field.phase"), PHASES, (value) => t(`phase.${value}`)),
        selectOf("state", t("field.state"), WORK_ORDER_STATES, (value) => t(`state.${value}`)),
        selectOf("type", t("field.type"), WORK_ORDER_TYPES, (value) => t(`type.${value}`)),
        selectOf("mine", t("field.mine"), ["true"] as const, () => t("mine")),
        selectOf("source", t("field.source"), ORDER_SOURCES, (value) => t(`source.${value}`)),
        { kind: "datetimerange", name: "created", label: t("field.createdAt") },
      ]}
    >
      {(table) => <OrderTable {...table} {...{ rights, showsCustomers }} timeZone={view.timeZone} now={view.now} />}
    </ListScreen>
  );
}

type TableProps = ListTable<WorkOrderDto> & { rights: Rights; showsCustomers: boolean; timeZone: string; now: number };

function OrderTable({ showsCustomers, timeZone, now, ...list }: TableProps) {
  const { rights } = list;
  const t = useTranslations("workOrder");
  const refresh = useRefresh();
  useOrderRefresh(refresh);
  const columns = useColumns({ showsCustomers, timeZone, now });
  return (
    <RecordList
      id="workOrder"
      service={WORK_ORDER_PATH}
      {...list}
      rightsTo={({ mayChange, acceptor, state }) => ({
        edit: mayChange,
        remove: rights.remove && acceptor === null && (state === "submitted" || state === "cancelled"),
      })}
      nameOf={({ number }) => number}
      columns={columns}
      rowActions={(row) => <RowActs order={row} onDone={refresh} />}
      toolbar={<ExportMenu kind="workOrder" query={exportQuery(list.list.query)} />}
      form={(form) => <OrderForm {...form} timeZone={timeZone} />}
      words={{ caption: t("caption"), create: t("new"), empty: t("empty"), emptyHint: t("emptyHint") }}
    />
  );
}
