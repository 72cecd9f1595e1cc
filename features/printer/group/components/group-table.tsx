"use client";

import { Eye } from "lucide-react";
import dynamic from "next/dynamic";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { TitleCell } from "@/components/data-table/cells";
import type { ListTable } from "@/components/data-table/list-screen";
import { RecordList } from "@/components/data-table/record-list";
import { RowSwitch } from "@/components/data-table/row-switch";
import { useRefresh } from "@/components/data-table/use-refresh";
import { Button } from "@/components/ui/button";
import { Instant } from "@/components/value/instant";
import { ExportMenu, exportQuery } from "@/features/file/components/export-menu";
import type { PrinterChoice } from "@/features/print/content.schema";
import { useRouter } from "@/lib/i18n/navigation";
import type { PrintTableProps } from "../../components/printer-table";
import { GROUP_PATH } from "../../printer.client";
import type { GroupDto } from "../schema";

// Each is loaded when it is first opened.
const GroupForm = dynamic(() => import("./group-form").then((module) => module.GroupForm), { ssr: false });
const GroupPreview = dynamic(() => import("./group-preview").then((module) => module.GroupPreview), { ssr: false });

/** The print groups: what is printed by itself. */
export function GroupTable(props: ListTable<GroupDto> & PrintTableProps & { printers: readonly PrinterChoice[] }) {
  const { mayPrint, printers, customers, customerId, timeZone, now, ...list } = props;
  const t = useTranslations("print.group");
  const tContent = useTranslations("printDialog.content");
  const refresh = useRefresh();
  const router = useRouter();
  const [previewed, setPreviewed] = useState<GroupDto | null>(null);
  const column = (id: string) => ({ id, header: t(`field.${id}`) });
  return (
    <>
      <RecordList
        id="printGroup"
        service={GROUP_PATH}
        {...list}
        nameOf={({ groupName }) => groupName}
        toolbar={<ExportMenu kind="printGroup" query={exportQuery(list.list.query)} />}
        columns={[
          { ...column("name"), sortable: true, priority: 1, cell: (row) => <TitleCell>{row.groupName}</TitleCell> },
          {
            ...column("contents"),
            width: "13rem",
            cell: ({ contents }) => contents.map((one) => tContent(one)).join(", "),
          },
          {
            ...column("carrierIds"),
            width: "13rem",
            cell: ({ carriers, otherCarriers }) => <Names names={carriers} others={otherCarriers} />,
          },
          { ...column("printerIds"), cell: ({ printers }) => <Names names={printers} others={0} /> },
          {
            ...column("times"),
            cell: ({ times }) => <span className="tabular-nums">{times.join(", ")}</span>,
          },
          {
            ...column("nextAt"),
            sortable: true,
            cell: ({ nextAt }) => (nextAt === null ? "–" : <Instant at={nextAt} now={now} timeZone={timeZone} />),
          },
          ...(customers.length > 1
            ? [{ ...column("customerId"), cell: ({ customerName }: GroupDto) => customerName }]
            : []),
          {
            ...column("isEnabled"),
            align: "center",
            cell: (row) => (
              <RowSwitch
                path={`${GROUP_PATH}/${row.id}/enabled`}
                isEnabled={row.isEnabled}
                name={row.groupName}
                disabled={!list.rights.edit}
              />
            ),
          },
        ]}
        {...(mayPrint && {
          rowActions: (row: GroupDto) => (
            <Button
              size="sm"
              variant="ghost"
              className="sm:w-control-sm sm:px-0"
              aria-label={t("previewOf", { name: row.groupName })}
              title={t("preview")}
              onClick={() => setPreviewed(row)}
            >
              <Eye aria-hidden="true" />
              <span className="sm:hidden">{t("preview")}</span>
            </Button>
          ),
        })}
        form={(form) => <GroupForm {...form} printers={printers} customers={customers} customerId={customerId} />}
        words={{ caption: t("caption"), create: t("new"), empty: t("empty"), emptyHint: t("emptyHint") }}
      />
      {previewed && (
        <GroupPreview
          group={previewed}
          printers={printers}
          onClose={() => setPreviewed(null)}
          onDone={() => {
            setPreviewed(null);
            refresh();
            router.push(`/arch/printer?tab=jobs&groupId=${previewed.id}`);
          }}
        />
      )}
    </>
  );
}

const SHOWN = 3;

/** The first names, and how many more there are. */
function Names({ names, others }: { names: readonly { id: number; name: string }[]; others: number }) {
  const t = useTranslations("print.group");
  const rest = Math.max(0, names.length - SHOWN) + others;
  const shown = names.slice(0, SHOWN).map(({ name }) => name);
  return (
    <span className="wrap-anywhere" title={names.map(({ name }) => name).join(", ")}>
      {[...shown, ...(rest > 0 ? [t("rest", { count: rest })] : [])].join(", ") || "–"}
    </span>
  );
}
