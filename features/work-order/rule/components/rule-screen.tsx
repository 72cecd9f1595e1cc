"use client";

import dynamic from "next/dynamic";
import { useTranslations } from "next-intl";
import { ListScreen } from "@/components/data-table/list-screen";
import { RecordList, type Rights } from "@/components/data-table/record-list";
import { RowSwitch } from "@/components/data-table/row-switch";
import { selectOf } from "@/components/search-bar/criterion";
import { RULE_CAUSES } from "@/db/work-order-enums";
import { ExportMenu, exportQuery } from "@/features/file/components/export-menu";
import { Link } from "@/lib/i18n/navigation";
import type { ListView } from "@/lib/resource/list-query";
import { THRESHOLD_OF } from "../rules";
import type { RuleDto } from "../schema";

// Loaded when it is first opened.
const RuleForm = dynamic(() => import("./rule-form").then((module) => module.RuleForm), { ssr: false });
export const RULE_PATH = "/service/workOrderRule";

type RuleScreenProps = {
  view: ListView<RuleDto>;
  rights: Rights;
  customers: readonly { id: number; name: string }[];
  customerId: number;
};

/** The rules by which the product submits work orders. */
export function RuleScreen({ view, rights, customers, customerId }: RuleScreenProps) {
  const t = useTranslations("workOrderRule");
  const column = (id: string) => ({ id, header: t(`field.${id}`) });
  const whenOf = (row: RuleDto) => t(`when.${row.cause}`, { count: row[THRESHOLD_OF[row.cause]] ?? 0 });
  return (
    <ListScreen
      path="/order/workOrderRule"
      view={view}
      criteria={[
        { kind: "text", name: "q", label: t("search") },
        selectOf("cause", t("field.cause"), RULE_CAUSES, (value) => t(`cause.${value}`)),
      ]}
    >
      {(table) => (
        <RecordList
          id="workOrderRule"
          service={RULE_PATH}
          {...table}
          rights={rights}
          nameOf={({ name }) => name}
          toolbar={<ExportMenu kind="workOrderRule" query={exportQuery(table.list.query)} />}
          columns={[
            { ...column("name"), sortable: true, priority: 1, cell: ({ name }) => name },
            { ...column("cause"), cell: whenOf },
            { ...column("assignee"), cell: ({ assignee, group }) => assignee?.name ?? group?.name ?? t("everybody") },
            {
              ...column("dueMinutes"),
              cell: ({ dueMinutes }) => (dueMinutes === null ? "–" : t("minutes", { count: dueMinutes })),
            },
            {
              ...column("orders"),
              cell: ({ openOrders, orders }) => (
                <Link
                  href="/order/workOrder?source=rule"
                  prefetch={false}
                  className="hover:text-primary hover:underline"
                >
                  {t("ordersOf", { open: openOrders, count: orders })}
                </Link>
              ),
            },
            ...(customers.length > 1
              ? [{ ...column("customer"), cell: ({ customerName }: RuleDto) => customerName }]
              : []),
            {
              ...column("isEnabled"),
              align: "center",
              cell: (row) => (
                <RowSwitch
                  path={`${RULE_PATH}/${row.id}/enabled`}
                  isEnabled={row.isEnabled}
                  name={row.name}
                  disabled={!rights.edit}
                />
              ),
            },
          ]}
          form={(form) => <RuleForm {...form} customers={customers} customerId={customerId} />}
          words={{ caption: t("caption"), create: t("new"), empty: t("empty"), emptyHint: t("emptyHint") }}
        />
      )}
    </ListScreen>
  );
}
