"use client";

import { History } from "lucide-react";
import dynamic from "next/dynamic";
import { useTranslations } from "next-intl";
import { useState } from "react";
import type { ListTable } from "@/components/data-table/list-screen";
import { RecordList, type Rights } from "@/components/data-table/record-list";
import { useRefresh } from "@/components/data-table/use-refresh";
import { Button } from "@/components/ui/button";
import { showToast } from "@/components/ui/toast-store";
import { INVALID_RULE_PATH } from "../client";
import type { DeviceTypeChoice, InvalidRuleRowDto } from "../schema";
import { useColumns } from "./columns";

// The schemas of a form come with the first one that is opened.
const InvalidRuleForm = dynamic(() => import("./invalid-rule-form").then((module) => module.InvalidRuleForm), {
  ssr: false,
});
const ApplyDialog = dynamic(
  () => import("../../invalid-run/components/apply-dialog").then((module) => module.ApplyDialog),
  {
    ssr: false,
  },
);

type InvalidRuleTableProps = ListTable<InvalidRuleRowDto> & {
  rights: Rights;
  types: readonly DeviceTypeChoice[];
  customers: readonly { id: number; name: string }[];
  customerId: number;
  now: number;
  timeZone: string;
};

export function InvalidRuleTable(props: InvalidRuleTableProps) {
  const { types, customers, customerId, now, timeZone, ...table } = props;
  const t = useTranslations("invalidRule");
  const refresh = useRefresh();
  const [applying, setApplying] = useState<InvalidRuleRowDto | null>(null);
  const columns = useColumns({
    showsCustomers: customers.length > 1,
    mayEdit: table.rights.edit,
    typeName: (code) => types.find((type) => type.code === code)?.name ?? code,
    now,
    timeZone,
  });
  return (
    <>
      <RecordList
        id="invalidRule"
        service={INVALID_RULE_PATH}
        {...table}
        nameOf={({ name }) => name}
        columns={columns}
        {...(table.rights.edit && {
          rowActions: (rule: InvalidRuleRowDto) => (
            <Button
              size="sm"
              variant="ghost"
              className="sm:w-control-sm sm:px-0"
              aria-label={t("apply.openOf", { name: rule.name })}
              title={t("apply.open")}
              onClick={() => setApplying(rule)}
            >
              <History aria-hidden="true" />
              <span className="sm:hidden">{t("apply.open")}</span>
            </Button>
          ),
        })}
        form={(form) => <InvalidRuleForm {...form} types={types} customers={customers} customerId={customerId} />}
        words={{ caption: t("caption"), create: t("new"), empty: t("empty"), emptyHint: t("emptyHint") }}
      />
      {applying && (
        <ApplyDialog
          rule={applying}
          now={now}
          timeZone={timeZone}
          onClose={() => setApplying(null)}
          onDone={() => {
            showToast("normal", t("apply.done", { name: applying.name }));
            setApplying(null);
            refresh();
          }}
        />
      )}
    </>
  );
}
