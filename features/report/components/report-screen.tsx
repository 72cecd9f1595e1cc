import { useTranslations } from "next-intl";
import { ListScreen } from "@/components/data-table/list-screen";
import { selectOf } from "@/components/search-bar/criterion";
import { REPORT_APPROVALS, REPORT_STATES, REPORT_TYPES } from "@/db/enums";
import type { ListView } from "@/lib/resource/list-query";
import type { ReportDto, ReportRights } from "../report.schema";
import { ReportTable } from "./report-table";

type ReportScreenProps = { view: ListView<ReportDto>; rights: ReportRights };

/** Reports with their state and approval; the address names what is open over them. */
export function ReportScreen({ view, rights }: ReportScreenProps) {
  const t = useTranslations("report");
  return (
    <ListScreen
      path="/count/dataReport"
      view={view}
      criteria={[
        { kind: "text", name: "q", label: t("search"), placeholder: t("searchHint") },
        selectOf("type", t("column.type"), REPORT_TYPES, (value) => t(`type.${value}`)),
        selectOf("state", t("column.state"), REPORT_STATES, (value) => t(`state.${value}`)),
        selectOf("approval", t("column.approval"), REPORT_APPROVALS, (value) => t(`approval.${value}`)),
      ]}
    >
      {(table) => <ReportTable {...table} rights={rights} timeZone={view.timeZone} now={view.now} />}
    </ListScreen>
  );
}
