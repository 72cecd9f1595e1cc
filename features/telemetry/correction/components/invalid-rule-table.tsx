"use client";

import { History, Undo2 } from "lucide-react";
import dynamic from "next/dynamic";
import { useTranslations } from "next-intl";
import { useState } from "react";
import type { ListTable } from "@/components/data-table/list-screen";
import { RecordList, type Rights } from "@/components/data-table/record-list";
import { useRefresh } from "@/components/data-table/use-refresh";
import { Button } from "@/components/ui/button";
import { showToast } from "@/components/ui/toast-store";
import { ExportMenu, exportQuery } from "@/features/file/components/export-menu";
import { INVALID_RULE_PATH } from "../invalid.client";
import type { DeviceTypeChoice, InvalidRuleRowDto } from "../invalid.schema";
import { useColumns } from "./columns";

// Form schemas are loaded when a form is first opened.
const InvalidRuleForm = dynamic(() => import("./invalid-rule-form").then((module) => module.InvalidRuleForm), {
  ssr: false,
});
const ApplyDialog = dynamic(() => import("./apply-dialog").then((module) => module.ApplyDialog), {
  ssr: false,
});
const GiveBackDialog = dynamic(() => import("./give-back-dialog").then((module) => module.GiveBackDialog), {
  ssr: false,
});
const RemoveRuleDialog = dynamic(() => import("./remove-rule-dialog").then((module) => module.RemoveRuleDialog), {
  ssr: false,
});

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
  const [asked, setAsked] = useState<InvalidRuleRowDto | null>(null);
  const actionOf = (rule: InvalidRuleRowDto) => (rule.isEnabled ? "apply" : "giveBack");
  const dialog = (rule: InvalidRuleRowDto) => ({
    rule,
    onClose: () => setAsked(null),
    onDone: () => {
      showToast("normal", t(`${actionOf(rule)}.done`, { name: rule.name }));
      setAsked(null);
      refresh();
    },
  });
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
        toolbar={<ExportMenu kind="invalidRule" query={exportQuery(table.list.query)} />}
        {...(table.rights.edit && {
          rowActions: (rule: InvalidRuleRowDto) => (
            <Button
              size="sm"
              variant="ghost"
              className="sm:w-control-sm sm:px-0"
              aria-label={t(`${actionOf(rule)}.openOf`, { name: rule.name })}
              title={t(`${actionOf(rule)}.open`)}
              disabled={!rule.isEnabled && rule.takenCount === 0}
              onClick={() => setAsked(rule)}
            >
              {rule.isEnabled ? <History aria-hidden="true" /> : <Undo2 aria-hidden="true" />}
              <span className="sm:hidden">{t(`${actionOf(rule)}.open`)}</span>
            </Button>
          ),
        })}
        removal={({ record, ...question }) => <RemoveRuleDialog rule={record} {...question} />}
        form={(form) => <InvalidRuleForm {...form} types={types} customers={customers} customerId={customerId} />}
        words={{ caption: t("caption"), create: t("new"), empty: t("empty"), emptyHint: t("emptyHint") }}
      />
      {asked?.isEnabled === true && <ApplyDialog {...dialog(asked)} now={now} timeZone={timeZone} />}
      {asked?.isEnabled === false && <GiveBackDialog {...dialog(asked)} />}
    </>
  );
}
