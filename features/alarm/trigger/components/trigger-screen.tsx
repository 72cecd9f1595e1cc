import { useTranslations } from "next-intl";
import { ListScreen } from "@/components/data-table/list-screen";
import type { Rights } from "@/components/data-table/record-list";
import { recordOf, selectOf } from "@/components/search-bar/criterion";
import { CONDITION_KINDS, SEVERITIES } from "@/db/enums";
import type { ListView } from "@/lib/resource/list-query";
import type { AlarmTriggerRowDto } from "../trigger.schema";
import { TriggerTable } from "./trigger-table";

export type TriggerScreenProps = ListView<AlarmTriggerRowDto> & {
  /** The address: a page of the console, or a window. */
  path: "/abnormal/sysAlarm" | "/sysAlarm";
  rights: Rights;
  mayBind: boolean;
  customers: readonly { id: number; name: string }[];
  customerId: number;
};

/** The alarm triggers: what raises an alarm, and who is notified. */
export function TriggerScreen({ path, rights, mayBind, customers, customerId, ...view }: TriggerScreenProps) {
  const t = useTranslations("trigger");
  const criteria = [
    { kind: "text" as const, name: "q", label: t("search.label"), placeholder: t("search.name") },
    selectOf("severity", t("field.severity"), SEVERITIES, (value) => t(`severity.${value}`)),
    selectOf("kind", t("search.kind"), CONDITION_KINDS, (value) => t(`kind.${value}`)),
    selectOf("isEnabled", t("field.isEnabled"), ["true", "false"], (value) => t(`enabled.${value}`)),
    selectOf("isBound", t("search.bound"), ["true", "false"], (value) => t(`isBound.${value}`)),
    ...(customers.length > 1 ? [recordOf("customerId", t("field.customer"), customers)] : []),
  ];
  return (
    <ListScreen path={path} view={view} criteria={criteria}>
      {(table) => <TriggerTable {...table} {...{ rights, mayBind, customers, customerId }} />}
    </ListScreen>
  );
}
