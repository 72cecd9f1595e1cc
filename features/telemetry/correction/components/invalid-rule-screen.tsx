import { useTranslations } from "next-intl";
import { ListScreen } from "@/components/data-table/list-screen";
import type { Rights } from "@/components/data-table/record-list";
import { recordOf, selectOf } from "@/components/search-bar/criterion";
import { INVALID_RULE_KINDS } from "@/db/enums";
import type { ListView } from "@/lib/resource/list-query";
import { SIFTED_MEASURES } from "../invalid.rules";
import type { DeviceTypeChoice, InvalidRuleRowDto } from "../invalid.schema";
import { InvalidRuleTable } from "./invalid-rule-table";

const PATH = "/abnormal/invalidRule";

type InvalidRuleScreenProps = {
  view: ListView<InvalidRuleRowDto>;
  rights: Rights;
  types: readonly DeviceTypeChoice[];
  customers: readonly { id: number; name: string }[];
  customerId: number;
};

/** Rules that invalidate arriving readings. */
export function InvalidRuleScreen({ view, customers, ...props }: InvalidRuleScreenProps) {
  const t = useTranslations("invalidRule");
  const tMeasure = useTranslations("carrier.measure");
  const criteria = [
    { kind: "text" as const, name: "q", label: t("search.label"), placeholder: t("search.placeholder") },
    selectOf("kind", t("field.kind"), INVALID_RULE_KINDS, (kind) => t(`kind.${kind}`)),
    selectOf("measure", t("field.measure"), SIFTED_MEASURES, (measure) => tMeasure(measure)),
    selectOf("isEnabled", t("field.isEnabled"), ["true", "false"], (value) => t(`enabled.${value}`)),
    ...(customers.length > 1 ? [recordOf("customerId", t("field.customer"), customers)] : []),
  ];
  return (
    <ListScreen path={PATH} criteria={criteria} view={view}>
      {(table) => (
        <InvalidRuleTable {...table} {...props} customers={customers} now={view.now} timeZone={view.timeZone} />
      )}
    </ListScreen>
  );
}
