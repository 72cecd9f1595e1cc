import { useTranslations } from "next-intl";
import { ListScreen } from "@/components/data-table/list-screen";
import { LinkTabs } from "@/components/layout/link-tabs";
import { type Criterion, recordOf, selectOf } from "@/components/search-bar/criterion";
import { GROUP_CONTENTS, PRINT_CONTENTS, PRINT_STATES, PRINTER_KINDS } from "@/db/print-enums";
import type { PrinterChoice } from "@/features/print/content.schema";
import type { ListView } from "@/lib/resource/list-query";
import { GroupTable } from "../group/components/group-table";
import type { GroupDto } from "../group/schema";
import { JobTable } from "../job/components/job-table";
import type { JobDto } from "../job/schema";
import type { PrinterDto } from "../printer.schema";
import { PrinterTable, type PrintTableProps } from "./printer-table";

const PATH = "/arch/printer";

type PrinterScreenProps = Omit<PrintTableProps, "timeZone" | "now"> & { isWhole: boolean } & (
    | { tab: "groups"; view: ListView<GroupDto>; printers: readonly PrinterChoice[] }
    | { tab: "printers"; view: ListView<PrinterDto> }
    | { tab: "jobs"; view: ListView<JobDto> }
  );

/** Print groups, printers and jobs. */
export function PrinterScreen({ isWhole, ...props }: PrinterScreenProps) {
  const t = useTranslations("print");
  const tDialog = useTranslations("printDialog");
  const { tab, view, ...shared } = props;
  const { customers } = shared;
  const tabs = (
    <LinkTabs
      className="shrink-0"
      label={t("tabs.label")}
      tabs={(["groups", "printers", "jobs"] as const).map((one) => ({
        href: one === "groups" ? PATH : `${PATH}?tab=${one}`,
        label: t(`tabs.${one}`),
        current: one === tab,
      }))}
    />
  );
  const text = (hint: string): Criterion => ({ kind: "text", name: "q", label: t("search"), placeholder: hint });
  const customer = customers.length > 1 ? [recordOf("customerId", t("field.customer"), customers)] : [];
  const clock = { timeZone: view.timeZone, now: view.now };
  const content = (values: readonly (typeof PRINT_CONTENTS)[number][]) =>
    selectOf("content", t("field.content"), values, (value) => tDialog(`content.${value}`));
  if (props.tab === "printers")
    return (
      <ListScreen
        path={PATH}
        tabs={tabs}
        tab="printers"
        view={props.view}
        criteria={[
          text(t("printer.searchHint")),
          selectOf("kind", t("printer.field.kind"), PRINTER_KINDS, (value) => t(`printer.kindShort.${value}`)),
          selectOf("condition", t("printer.field.condition"), ["ready", "problem", "unknown"], (value) =>
            tDialog(`condition.${value}`),
          ),
          ...customer,
        ]}
      >
        {(table) => <PrinterTable {...table} {...shared} {...clock} />}
      </ListScreen>
    );
  if (props.tab === "jobs")
    return (
      <ListScreen
        path={PATH}
        tabs={tabs}
        tab="jobs"
        view={props.view}
        criteria={[
          text(t("job.searchHint")),
          selectOf("state", t("job.field.state"), PRINT_STATES, (value) => t(`job.state.${value}`)),
          content(PRINT_CONTENTS),
          { kind: "datetimerange", name: "created", label: t("job.field.createdAt") },
          ...customer,
        ]}
      >
        {(table) => <JobTable {...table} {...shared} {...clock} />}
      </ListScreen>
    );
  return (
    <ListScreen
      path={PATH}
      tabs={tabs}
      view={props.view}
      criteria={[
        text(t("group.searchHint")),
        content(GROUP_CONTENTS),
        selectOf("isEnabled", t("group.field.isEnabled"), ["true", "false"], (value) => t(`enabled.${value}`)),
        ...customer,
      ]}
    >
      {(table) => (
        <GroupTable {...table} {...shared} {...clock} printers={props.printers} mayPrint={shared.mayPrint && isWhole} />
      )}
    </ListScreen>
  );
}
