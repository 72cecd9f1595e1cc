import { useTranslations } from "next-intl";
import { ListScreen } from "@/components/data-table/list-screen";
import { LinkTabs } from "@/components/layout/link-tabs";
import { selectOf } from "@/components/search-bar/criterion";
import { REPORT_APPROVALS, REPORT_STATES, REPORT_TYPES } from "@/db/enums";
import type { ListView } from "@/lib/resource/list-query";
import type { ReportDto, ReportRights } from "../report.schema";
import { TemplateTable } from "../template/components/template-table";
import type { TemplateRowDto } from "../template/template.schema";
import { ReportTable } from "./report-table";

const PATH = "/count/dataReport";

type ReportScreenProps = { rights: ReportRights; showsCustomers: boolean } & (
  | { tab: "reports"; view: ListView<ReportDto> }
  | { tab: "templates"; view: ListView<TemplateRowDto> }
);

/** Reports with their state and approval, and the templates that they are made from; the address names what is open. */
export function ReportScreen({ rights, showsCustomers, ...props }: ReportScreenProps) {
  const t = useTranslations("report");
  const tabs = (
    <LinkTabs
      className="shrink-0"
      label={t("tabs.label")}
      tabs={[
        { href: PATH, label: t("tabs.reports"), current: props.tab === "reports" },
        { href: `${PATH}?tab=templates`, label: t("tabs.templates"), current: props.tab === "templates" },
      ]}
    />
  );
  const type = selectOf("type", t("column.type"), REPORT_TYPES, (value) => t(`type.${value}`));
  const text = (placeholder: string) => ({ kind: "text" as const, name: "q", label: t("search"), placeholder });
  if (props.tab === "templates")
    return (
      <ListScreen
        path={PATH}
        tabs={tabs}
        tab="templates"
        view={props.view}
        criteria={[text(t("template.searchHint")), type]}
      >
        {(table) => <TemplateTable {...table} rights={rights} showsCustomers={showsCustomers} />}
      </ListScreen>
    );
  const { view } = props;
  return (
    <ListScreen
      path={PATH}
      tabs={tabs}
      view={view}
      criteria={[
        text(t("searchHint")),
        type,
        selectOf("state", t("column.state"), REPORT_STATES, (value) => t(`state.${value}`)),
        selectOf("approval", t("column.approval"), REPORT_APPROVALS, (value) => t(`approval.${value}`)),
      ]}
    >
      {(table) => <ReportTable {...table} rights={rights} timeZone={view.timeZone} now={view.now} />}
    </ListScreen>
  );
}
