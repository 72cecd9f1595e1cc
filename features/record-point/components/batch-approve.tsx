"use client";

import { PenLine } from "lucide-react";
import dynamic from "next/dynamic";
import { useLocale, useTranslations } from "next-intl";
import { useState } from "react";
import { useSelection } from "@/components/data-table/selection";
import { useRefresh } from "@/components/data-table/use-refresh";
import { Button } from "@/components/ui/button";
import { showToast } from "@/components/ui/toast-store";
import { monthText } from "@/lib/datetime/month";
import { approveSheets } from "../sheet.client";
import { allows } from "../sheet.rules";
import type { SheetRowDto } from "../sheet.schema";

const SignDialog = dynamic(
  () => import("@/features/signature/components/sign-dialog").then((module) => module.SignDialog),
  {
    ssr: false,
  },
);

/** Approves those of the selected sheets that wait for it, with one act of signing. */
export function BatchApprove({ rows }: { rows: readonly SheetRowDto[] }) {
  const t = useTranslations("record");
  const locale = useLocale();
  const { selected, clear } = useSelection();
  const refresh = useRefresh();
  const [signing, setSigning] = useState<readonly SheetRowDto[]>([]);
  const start = () => {
    const waiting = rows.filter((row) => selected.has(String(row.id)) && allows("approve", row));
    if (waiting.length === 0) showToast("warning", t("batch.waiting"));
    setSigning(waiting);
  };
  return (
    <>
      <Button size="sm" variant="primary" onClick={start}>
        <PenLine aria-hidden="true" />
        {t("action.approve")}
      </Button>
      {signing.length > 0 && (
        <SignDialog
          meaning="approved"
          subject={t("batch.subject", { count: signing.length })}
          nameOf={(index) => {
            const sheet = signing[index];
            return sheet && `${sheet.carrier.name} · ${monthText(sheet.month, locale)}`;
          }}
          send={(values) =>
            approveSheets(
              signing.map(({ id }) => id),
              values,
            )
          }
          onClose={() => setSigning([])}
          onDone={() => {
            setSigning([]);
            clear();
            refresh();
          }}
        />
      )}
    </>
  );
}
