import { useTranslations } from "next-intl";
import { SearchBar } from "@/components/search-bar/search-bar";
import { PageBody } from "@/components/shell/page-body";
import { PARAMETER_TYPES } from "@/db/enums";
import type { ParameterLine } from "../parameter.schema";
import { ParameterEditor } from "./parameter-editor";
import type { Customer, Rights } from "./value-form";

type ParameterScreenProps = {
  lines: readonly ParameterLine[];
  customers: readonly Customer[];
  /** The customer whose values are shown beside the platform's. */
  customer: Customer | null;
  values: Readonly<Record<string, string>>;
  rights: Rights;
  timeZone: string;
  now: number;
};

const PATH = "/sys/paramsetup";

/** The system parameters: the platform's values, and those of individual customers. */
export function ParameterScreen({ lines, customers, customer, values, rights, timeZone, now }: ParameterScreenProps) {
  const t = useTranslations("parameter");
  return (
    <PageBody fill>
      <SearchBar
        path={PATH}
        values={values}
        timeZone={timeZone}
        now={now}
        criteria={[
          { kind: "text", name: "q", label: t("filter.q") },
          {
            kind: "select",
            name: "type",
            label: t("filter.type"),
            options: PARAMETER_TYPES.map((type) => ({ value: type, label: t(`type.${type}`) })),
          },
          {
            kind: "select",
            name: "customerId",
            label: t("filter.customerId"),
            anyLabel: t("filter.everybody"),
            options: customers.map(({ id, name }) => ({ value: String(id), label: name })),
          },
        ]}
      />
      <ParameterEditor
        lines={lines}
        customers={customers}
        customer={customer}
        resetHref={PATH}
        isNarrowed={Object.keys(values).length > 0}
        rights={rights}
      />
    </PageBody>
  );
}
