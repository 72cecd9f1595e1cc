"use client";

import { FilePlus2 } from "lucide-react";
import dynamic from "next/dynamic";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { TitleCell } from "@/components/data-table/cells";
import type { Column } from "@/components/data-table/column";
import type { ListTable } from "@/components/data-table/list-screen";
import { RecordList, type Rights } from "@/components/data-table/record-list";
import { useIssueText } from "@/components/form/use-record-form";
import { Button } from "@/components/ui/button";
import { showToast } from "@/components/ui/toast-store";
import { ExportMenu, exportQuery } from "@/features/file/components/export-menu";
import { ServiceError } from "@/lib/http/call-service";
import { useRouter } from "@/lib/i18n/navigation";
import { LOCALE_NAMES } from "@/lib/i18n/routing";
import { runTemplate, TEMPLATE_PATH } from "../template.client";
import type { TemplateRowDto } from "../template.schema";

// The form and its schema are loaded when first opened.
const TemplateForm = dynamic(() => import("./template-form").then((module) => module.TemplateForm), { ssr: false });

export type TemplateTableProps = { rights: Rights; showsCustomers: boolean };

/** Names printed of a template's carriers and places. */
const NAMES = 3;

export function TemplateTable({ rights, showsCustomers, ...list }: ListTable<TemplateRowDto> & TemplateTableProps) {
  const t = useTranslations("report");
  const column = (id: string) => ({ id, header: t(`template.column.${id}`) });
  const namesOf = ({ choices }: TemplateRowDto) => {
    const names = choices
      .slice(0, NAMES)
      .map(({ name }) => name)
      .join(", ");
    return choices.length > NAMES ? t("template.more", { names, count: choices.length - NAMES }) : names;
  };
  const columns: Column<TemplateRowDto>[] = [
    { ...column("name"), sortable: true, priority: 1, cell: ({ name }) => <TitleCell>{name}</TitleCell> },
    { ...column("type"), sortable: true, cell: ({ type }) => t(`type.${type}`) },
    { ...column("carriers"), cell: (row) => <span className="break-words">{namesOf(row)}</span> },
    { ...column("period"), cell: ({ period }) => t(`period.${period}`) },
    { ...column("locales"), cell: ({ locales }) => locales.map((one) => LOCALE_NAMES[one]).join(", ") },
    {
      ...column("signatures"),
      cell: ({ signatures }) =>
        signatures.length === 0 ? (
          <span className="text-muted-foreground">{t("template.none")}</span>
        ) : (
          signatures.map((one) => t(`signature.${one}`)).join(" → ")
        ),
    },
    {
      ...column("reports"),
      align: "right",
      cell: ({ reports }) => <span className="tabular-nums">{reports}</span>,
    },
    ...(showsCustomers ? [{ ...column("customer"), cell: (row: TemplateRowDto) => row.customerName }] : []),
  ];
  return (
    <RecordList
      id="report-template"
      service={TEMPLATE_PATH}
      {...list}
      rights={rights}
      nameOf={({ name }) => name}
      columns={columns}
      toolbar={<ExportMenu kind="reportTemplate" query={exportQuery(list.list.query)} />}
      form={(form) => <TemplateForm {...form} />}
      {...(rights.create && { rowActions: (row: TemplateRowDto) => <UseButton template={row} /> })}
      words={{
        ...{ caption: t("template.caption"), create: t("template.new") },
        ...{ empty: t("template.empty"), emptyHint: t("template.emptyHint") },
      }}
    />
  );
}

/** Makes the report of a template, and opens it. */
function UseButton({ template }: { template: TemplateRowDto }) {
  const t = useTranslations("report.template");
  const tError = useTranslations("error");
  const textOf = useIssueText();
  const router = useRouter();
  const [pending, setPending] = useState(false);
  const use = async () => {
    setPending(true);
    try {
      const { id } = await runTemplate(template.id);
      router.push(`/count/dataReport?id=${id}`);
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      const [issue] = error.issues;
      showToast("critical", issue ? textOf(issue) : tError(error.key));
      setPending(false);
    }
  };
  return (
    <Button
      size="sm"
      variant="ghost"
      disabled={pending}
      aria-label={t("useOf", { name: template.name })}
      title={t("use")}
      onClick={() => void use()}
      className="sm:w-control-sm sm:px-0"
    >
      <FilePlus2 aria-hidden="true" />
      <span className="sm:hidden">{t("use")}</span>
    </Button>
  );
}
