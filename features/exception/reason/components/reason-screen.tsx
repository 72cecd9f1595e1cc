import { useTranslations } from "next-intl";
import { ListScreen } from "@/components/data-table/list-screen";
import { recordOf, selectOf } from "@/components/search-bar/criterion";
import type { ListView } from "@/lib/resource/list-query";
import type { ReasonRowDto } from "../schema";
import { ReasonTable, type ReasonTableProps } from "./reason-table";

/** Exception reasons: the criteria and the rows. */
export function ReasonScreen({ view, ...props }: ReasonTableProps & { view: ListView<ReasonRowDto> }) {
  const t = useTranslations("exceptionReason");
  const { customers } = props;
  return (
    <ListScreen
      path="/abnormal/abnormalcause"
      view={view}
      criteria={[
        { kind: "text", name: "q", label: t("field.name"), placeholder: t("search") },
        selectOf("origin", t("field.origin"), ["shipped", "own"], (value) => t(`origin.${value}`)),
        ...(customers.length > 1 ? [recordOf("customerId", t("field.customer"), customers)] : []),
      ]}
    >
      {(table) => <ReasonTable {...table} {...props} />}
    </ListScreen>
  );
}
