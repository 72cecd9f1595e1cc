"use client";

import { Printer } from "lucide-react";
import dynamic from "next/dynamic";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useSelection } from "@/components/data-table/selection";
import { Button } from "@/components/ui/button";
import type { PrintDialogProps } from "./print-dialog";

// Loaded when it is first opened.
export const PrintDialog = dynamic(() => import("./print-dialog").then((module) => module.PrintDialog), { ssr: false });

type PrintButtonProps = Pick<PrintDialogProps, "contents" | "ids" | "customerId"> & {
  /** The text of the button. */
  text: "label" | "slip" | "print";
  size?: "sm" | undefined;
};

/** Opens the print dialog for records. */
export function PrintButton({ text, size, ...subject }: PrintButtonProps) {
  const t = useTranslations("printDialog");
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button {...(size && { size })} onClick={() => setIsOpen(true)}>
        <Printer aria-hidden="true" />
        {t(`button.${text}`)}
      </Button>
      {isOpen && <PrintDialog {...subject} onClose={() => setIsOpen(false)} />}
    </>
  );
}

type SelectedProps = Pick<PrintDialogProps, "contents"> & {
  rows: readonly { id: number; customerId: number }[];
};

/** The same for the selected rows of a list; rows of several customers are refused by the server. */
export function PrintSelected({ rows, contents }: SelectedProps) {
  const { selected } = useSelection();
  const chosen = rows.filter(({ id }) => selected.has(String(id)));
  const ids = chosen.map(({ id }) => id);
  return <PrintButton text="label" size="sm" {...{ contents, ids }} customerId={chosen[0]?.customerId} />;
}
