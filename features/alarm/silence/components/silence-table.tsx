"use client";

import { BellRing, Plus } from "lucide-react";
import dynamic from "next/dynamic";
import { useTranslations } from "next-intl";
import { useState } from "react";
import type { Column } from "@/components/data-table/column";
import { DataTable } from "@/components/data-table/data-table";
import { EmptyList } from "@/components/data-table/empty-list";
import type { ListTable } from "@/components/data-table/list-screen";
import { OpenLink } from "@/components/data-table/open-link";
import { useRefresh } from "@/components/data-table/use-refresh";
import { useRowClick } from "@/components/data-table/use-row-click";
import { AddressRecord, NEW_RECORD } from "@/components/dialog/address-record";
import { useAddressState } from "@/components/dialog/use-address-state";
import { Button } from "@/components/ui/button";
import { showToast } from "@/components/ui/toast-store";
import { Instant } from "@/components/value/instant";
import { ExportMenu, exportQuery } from "@/features/file/components/export-menu";
import { endSilence, PATH } from "../silence.client";
import type { SilenceDto } from "../silence.schema";
import { EndCell, StateCell, TargetsCell, useSilenceState } from "./cells";
import type { SilenceRights } from "./silence-sheet";
import type { ChosenTarget } from "./target-select";

// Each is loaded when first opened.
const SilenceForm = dynamic(() => import("./silence-form").then((module) => module.SilenceForm), { ssr: false });
const SilenceSheet = dynamic(() => import("./silence-sheet").then((module) => module.SilenceSheet), { ssr: false });
const EndingDialog = dynamic(() => import("@/components/dialog/ending-dialog").then((module) => module.EndingDialog), {
  ssr: false,
});

type SilenceTableProps = ListTable<SilenceDto> & {
  isForSeveral: boolean;
  carrier: ChosenTarget | null;
  rights: SilenceRights;
  maySeeCarriers: boolean;
  timeZone: string;
  now: number;
};

/** The rows; the URL selects the form or the silence opened over them. */
export function SilenceTable(props: SilenceTableProps) {
  const { page, list, isFiltered, isForSeveral, carrier, rights, maySeeCarriers, timeZone, now } = props;
  const t = useTranslations("silence");
  const refresh = useRefresh();
  const address = useAddressState("id");
  const box = useRowClick(address.open);
  const [ending, setEnding] = useState<SilenceDto | null>(null);
  const columns = useColumns({
    ...props,
    hrefOf: (id) => address.hrefOf(String(id)),
    onOpen: (id) => address.open(String(id)),
    onEnd: setEnding,
  });
  const shown = { ...list, total: page.total };
  const create = rights.create && (
    <Button variant="primary" aria-keyshortcuts="c" onClick={() => address.open(NEW_RECORD)}>
      <Plus aria-hidden="true" />
      {t("create")}
    </Button>
  );
  return (
    <>
      <div ref={box} className="flex min-h-0 flex-1 flex-col [&_tbody>tr]:cursor-pointer">
        <DataTable
          id="alarm-silence"
          caption={t("caption")}
          columns={columns}
          rows={page.items}
          rowId={(row) => String(row.id)}
          rowLabel={(row) => row.reason}
          list={shown}
          toolbar={
            <>
              {create}
              <ExportMenu kind="alarmSilence" query={exportQuery(shown.query)} />
            </>
          }
          empty={<EmptyList list={shown} isFiltered={isFiltered} title={t("empty.title")} hint={t("empty.hint")} />}
        />
      </div>
      {address.value === NEW_RECORD && rights.create && (
        <SilenceForm
          targets={carrier ? [carrier] : []}
          isForSeveral={isForSeveral}
          now={now}
          timeZone={timeZone}
          onClose={() => address.close()}
          onSaved={(silence) => {
            showToast("normal", t(`created.${silence.state === "planned" ? "planned" : "active"}`));
            address.close(refresh);
          }}
        />
      )}
      {address.value !== null && address.value !== NEW_RECORD && (
        <AddressRecord
          key={address.value}
          path={PATH}
          value={address.value}
          rows={page.items}
          onMissing={address.close}
        >
          {(silence: SilenceDto | null) =>
            silence && (
              <SilenceSheet
                silence={silence}
                rights={rights}
                maySeeCarriers={maySeeCarriers}
                timeZone={timeZone}
                now={now}
                onEnd={() => setEnding(silence)}
                onClose={() => address.close()}
              />
            )
          }
        </AddressRecord>
      )}
      {ending && (
        <EndingDialog
          title={t(`end.title.${ending.state === "planned" ? "planned" : "active"}`)}
          text={t(`end.text.${ending.state === "planned" ? "planned" : "active"}`)}
          confirmLabel={t(`end.confirm.${ending.state === "planned" ? "planned" : "active"}`)}
          send={() => endSilence(ending.id)}
          onClose={() => setEnding(null)}
          onDone={() => {
            showToast("normal", t("end.done"));
            setEnding(null);
            if (address.value === null) refresh();
            else address.close(refresh);
          }}
        />
      )}
    </>
  );
}

type ColumnOptions = SilenceTableProps & {
  hrefOf: (id: number) => string;
  onOpen: (id: number) => void;
  onEnd: (silence: SilenceDto) => void;
};

function useColumns(options: ColumnOptions): Column<SilenceDto>[] {
  const { isForSeveral, rights, timeZone, now, hrefOf, onOpen, onEnd } = options;
  const t = useTranslations("silence");
  const tTable = useTranslations("common.table");
  const column = (id: string) => ({ id, header: t(`column.${id}`) });
  return [
    {
      ...column("reason"),
      priority: 1,
      cell: (row) => (
        <OpenLink
          rowId={row.id}
          href={hrefOf(row.id)}
          onOpen={() => onOpen(row.id)}
          className="wrap-anywhere sm:min-w-48"
        >
          {row.reason}
        </OpenLink>
      ),
    },
    { ...column("state"), cell: (row) => <StateCell row={row} now={now} /> },
    { ...column("targets"), cell: (row) => <TargetsCell row={row} /> },
    {
      ...column("startsAt"),
      sortable: true,
      cell: (row) => (
        <Instant at={Date.parse(row.startsAt)} now={now} timeZone={timeZone} className="whitespace-nowrap" />
      ),
    },
    { ...column("endsAt"), sortable: true, cell: (row) => <EndCell row={row} now={now} timeZone={timeZone} /> },
    {
      ...column("createdBy"),
      cell: (row) => <span className="wrap-anywhere line-clamp-2 sm:min-w-16">{row.createdBy ?? t("apiKey")}</span>,
    },
    ...(isForSeveral
      ? [
          {
            ...column("customer"),
            cell: (row: SilenceDto) => <span className="wrap-anywhere line-clamp-2">{row.customerName}</span>,
          },
        ]
      : []),
    ...(rights.end
      ? [
          {
            id: "operation",
            header: tTable("operations"),
            kind: "operation" as const,
            cell: (row: SilenceDto) => <EndButton row={row} now={now} onEnd={() => onEnd(row)} />,
          },
        ]
      : []),
  ];
}

function EndButton({ row, now, onEnd }: { row: SilenceDto; now: number; onEnd: () => void }) {
  const t = useTranslations("silence.end");
  const state = useSilenceState(row, now);
  if ((state !== "planned" && state !== "active") || row.hiddenTargets > 0) return null;
  return (
    <Button size="sm" variant="ghost" aria-label={t(`labelOf.${state}`, { name: row.reason })} onClick={onEnd}>
      <BellRing aria-hidden="true" />
      {t(`action.${state}`)}
    </Button>
  );
}
