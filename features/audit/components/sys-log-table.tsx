"use client";

import { Settings2, ShieldCheck } from "lucide-react";
import dynamic from "next/dynamic";
import { useTranslations } from "next-intl";
import { useState, useTransition } from "react";
import type { ListState } from "@/components/data-table/column";
import { DataTable } from "@/components/data-table/data-table";
import { listHref } from "@/components/data-table/list-href";
import { NoMatch } from "@/components/data-table/no-match";
import { useRowClick } from "@/components/data-table/use-row-click";
import { useAddressState } from "@/components/dialog/use-address-state";
import { EmptyState } from "@/components/layout/empty-state";
import { Button } from "@/components/ui/button";
import { ExportMenu } from "@/features/file/components/export-menu";
import { useRouter } from "@/lib/i18n/navigation";
import type { LogPage } from "@/lib/resource/log-page";
import type { SysLogDto } from "../audit.schema";
import { useColumns } from "./columns";
import { LogNote } from "./log-note";

const DetailSheet = dynamic(() => import("./detail-sheet").then((module) => module.DetailSheet), { ssr: false });
const VerifyDialog = dynamic(() => import("./verify-dialog").then((module) => module.VerifyDialog), { ssr: false });
const SettingDialog = dynamic(() => import("./setting-dialog").then((module) => module.SettingDialog), { ssr: false });

export type Rights = { verify: boolean; set: boolean; logins: boolean };
export type LogTableProps<Row> = {
  page: LogPage<Row>;
  list: Omit<ListState, "total">;
  /** The filters from the URL. */
  criteria: Readonly<Record<string, string>>;
  customers: readonly { id: number; name: string }[];
  customerId: number;
  /** The number of days that a list without `from` reaches back. */
  days: number;
  timeZone: string;
};

type SysLogTableProps = LogTableProps<SysLogDto> & {
  /** The URL of the list without filters. */
  home: string;
  isFiltered: boolean;
  rights: Rights;
};

/** The rows as rendered by the server. The row in the URL opens on top. */
export function SysLogTable(props: SysLogTableProps) {
  const { page, list, home, isFiltered, criteria, customers, customerId, days, rights, timeZone } = props;
  const t = useTranslations("audit");
  const router = useRouter();
  const [, startTransition] = useTransition();
  const record = useAddressState("id");
  const [asked, setAsked] = useState<"verify" | "setting" | null>(null);
  const box = useRowClick(record.open);
  const openId = record.id;
  const columns = useColumns({
    timeZone,
    isForSeveral: customers.length > 1,
    hrefOf: (id) => record.hrefOf(String(id)),
    onOpen: (id) => record.open(String(id)),
  });
  return (
    <>
      <div ref={box} className="flex min-h-0 flex-1 flex-col [&_tbody>tr]:cursor-pointer">
        <DataTable
          id="sys-log"
          caption={t("caption")}
          columns={columns}
          rows={page.items}
          rowId={(row) => String(row.id)}
          rowLabel={(row) => row.operation}
          list={{ ...list, total: page.total }}
          toolbar={
            <>
              {rights.verify && (
                <Button onClick={() => setAsked("verify")}>
                  <ShieldCheck aria-hidden="true" />
                  {t("verify.action")}
                </Button>
              )}
              <ExportMenu kind="sysLog" query={criteria} />
              {rights.set && (
                <Button variant="ghost" onClick={() => setAsked("setting")}>
                  <Settings2 aria-hidden="true" />
                  {t("setting.action")}
                </Button>
              )}
              <LogNote isCapped={page.isCapped} hasBeginning={Boolean(criteria.from)} days={days} />
            </>
          }
          empty={
            isFiltered || page.total > 0 ? (
              <NoMatch resetHref={page.total > 0 ? listHref(list, {}) : home} />
            ) : (
              <EmptyState title={t("empty.title")}>{t("empty.hint")}</EmptyState>
            )
          }
        />
      </div>
      {openId !== null && (
        <DetailSheet key={openId} id={openId} path={list.path} timeZone={timeZone} onClose={() => record.close()} />
      )}
      {asked === "verify" && (
        <VerifyDialog
          customers={customers}
          customerId={Number(criteria.customerId ?? customerId)}
          timeZone={timeZone}
          onOpenRow={(id) => {
            setAsked(null);
            record.open(String(id));
          }}
          onClose={() => setAsked(null)}
        />
      )}
      {asked === "setting" && (
        <SettingDialog
          days={days}
          onClose={() => setAsked(null)}
          onSet={() => {
            setAsked(null);
            startTransition(() => router.refresh());
          }}
        />
      )}
    </>
  );
}
