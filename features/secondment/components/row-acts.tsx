"use client";

import { Ban, Check, Eye, type LucideIcon, Undo2 } from "lucide-react";
import dynamic from "next/dynamic";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { RowMenu } from "@/components/data-table/row-menu";
import { EndingDialog } from "@/components/dialog/ending-dialog";
import { showToast } from "@/components/ui/toast-store";
import { sendAct } from "../secondment.client";
import { isOpen, type SecondmentAct } from "../secondment.rules";
import type { SecondmentDto } from "../secondment.schema";

// Loaded when it is first opened.
const SecondmentSheet = dynamic(() => import("./secondment-sheet").then((module) => module.SecondmentSheet), {
  ssr: false,
});

const ICONS: Record<SecondmentAct | "view", LucideIcon> = {
  view: Eye,
  confirm: Check,
  decline: Ban,
  revoke: Undo2,
  return: Undo2,
};

type ActsProps = { row: SecondmentDto; now: number; timeZone: string; onDone: () => void };

/** What the reader can do with a secondment now: an answer first, else its details. Past ones have none. */
export function RowActs({ row, now, timeZone, onDone }: ActsProps) {
  const t = useTranslations("secondment.act");
  const [chosen, setChosen] = useState<SecondmentAct | "view" | null>(null);
  const isViewable = isOpen(row.state) || row.state === "transferred";
  const verbs: (SecondmentAct | "view")[] = [...row.acts, ...(isViewable ? (["view"] as const) : [])];
  const place = verbs.indexOf("confirm") >= 0 ? "confirm" : verbs.at(-1);
  if (!place) return null;
  const name = row.serialNumber;
  const close = () => setChosen(null);
  return (
    <>
      <RowMenu
        first={{
          ...{ icon: ICONS[place], label: t(`${place}.action`) },
          labelOf: t("of", { act: t(`${place}.action`), name }),
          onClick: () => setChosen(place),
        }}
        moreLabel={t("more", { name })}
        actions={verbs
          .filter((verb) => verb !== place)
          .map((verb) => ({
            ...{ verb, label: t(`${verb}.action`), icon: ICONS[verb] },
            isDestructive: verb !== "view" && verb !== "confirm",
          }))}
        onAction={setChosen}
      />
      {chosen === "view" && <SecondmentSheet id={row.id} {...{ now, timeZone }} onClose={close} />}
      {chosen && chosen !== "view" && (
        <EndingDialog
          title={t(`${chosen}.title`, { name })}
          text={t(`${chosen}.hint`, { lender: row.lender.name, borrower: row.borrower.name })}
          confirmLabel={t(`${chosen}.action`)}
          {...(chosen !== "confirm" && { reasonLabel: t("reason") })}
          send={(reason) => sendAct(row.id, chosen, chosen === "confirm" ? {} : { reason })}
          onClose={close}
          onDone={() => {
            showToast("normal", t(`${chosen}.done`, { name }));
            close();
            onDone();
          }}
        />
      )}
    </>
  );
}
