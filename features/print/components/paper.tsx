"use client";

import { useTranslations } from "next-intl";
import { Fragment } from "react";
import { cn } from "@/components/ui/cn";
import type { PrintPage } from "@/db/print-enums";
import { LABELS } from "../content.rules";
import type { PreviewDto } from "../content.schema";
import { ticketLines } from "../ticket.rules";

type PaperProps = {
  preview: PreviewDto;
  /** The characters in a line of a ticket printer; null: sheets. */
  columns: number | null;
};

/** What comes out of the printer: the rolls of a ticket printer, or sheets. Paper is white in the dark too. */
export function Paper({ preview, columns }: PaperProps) {
  const t = useTranslations("printDialog");
  const { document, pageCount } = preview;
  const rest = pageCount - document.pages.length;
  return (
    <figure className="flex flex-col gap-3" aria-label={t("preview")}>
      {columns === null ? <Sheets preview={preview} /> : <Tickets preview={preview} columns={columns} />}
      {rest > 0 && <figcaption className="text-muted-foreground text-sm">{t("more", { count: rest })}</figcaption>}
    </figure>
  );
}

const PAPER = "border bg-white text-[#14202a] shadow-sm";
type CodeProps = { image: string | null; text: string | null; className: string };

function Code({ image, text, className }: CodeProps) {
  const t = useTranslations("printDialog");
  return image && text ? <img src={image} alt={t("code", { text })} className={className} /> : null;
}

function Tickets({ preview: { document, images }, columns }: { preview: PreviewDto; columns: number }) {
  return document.pages.map((page, place) => (
    <div key={page.heading + place} className={cn(PAPER, "mx-auto max-w-full overflow-x-auto rounded-xs px-4 py-5")}>
      <div className="whitespace-pre font-mono text-xs leading-5" style={{ width: `${columns}ch` }}>
        {ticketLines({ ...document, pages: [page] }, columns).map((line, index) => {
          const key = `${place} ${index}`;
          if (line.kind === "cut") return null;
          if (line.kind === "code")
            return <Code key={key} image={images[place] ?? null} text={line.text} className="mx-auto size-28" />;
          return (
            <div
              key={key}
              className={cn(
                line.align === "center" && "text-center",
                line.isBold && "font-bold",
                line.isLarge && "text-sm",
              )}
            >
              {line.text || " "}
            </div>
          );
        })}
      </div>
    </div>
  ));
}

function Sheets({ preview: { content, document, images } }: { preview: PreviewDto }) {
  if (LABELS.has(content))
    return (
      <div className={cn(PAPER, "rounded-xs p-4")}>
        <h3 className="mb-3 font-semibold">{document.title}</h3>
        <ul className="grid gap-px sm:grid-cols-2">
          {document.pages.map((page, place) => (
            <li key={page.heading + place} className="flex min-w-0 gap-2 border border-[#c3ced6] p-2">
              <Code image={images[place] ?? null} text={page.code} className="size-20 shrink-0" />
              <span className="min-w-0 text-xs">
                <span className="block break-words font-semibold text-sm">{page.heading}</span>
                {page.facts.map(([term, text]) => (
                  <span key={term + text} className="block break-words">{`${term}: ${text}`}</span>
                ))}
              </span>
            </li>
          ))}
        </ul>
      </div>
    );
  return document.pages.map((page, place) => (
    <div key={page.heading + place} className={cn(PAPER, "rounded-xs p-5")}>
      <p className="flex justify-between gap-4 border-[#dde4e9] border-b pb-2 text-[#4d5d69] text-xs">
        <span className="min-w-0 truncate">{document.customer}</span>
        <span className="shrink-0">{document.title}</span>
      </p>
      <Page page={page} image={images[place] ?? null} />
      <p className="mt-4 border-[#dde4e9] border-t pt-2 text-[#4d5d69] text-xs tabular-nums">{document.made}</p>
    </div>
  ));
}

function Page({ page: { heading, facts, table, code, notes }, image }: { page: PrintPage; image: string | null }) {
  return (
    <div className="flex flex-col gap-3 pt-3 text-sm">
      <div className="flex items-start justify-between gap-4">
        <h3 className="min-w-0 break-words font-semibold text-lg">{heading}</h3>
        <Code image={image} text={code} className="size-28 shrink-0" />
      </div>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1">
        {facts.map(([term, text], index) => (
          <Fragment key={`${index} ${term}`}>
            <dt className="text-[#4d5d69]">{term}</dt>
            <dd className="break-words tabular-nums">{text}</dd>
          </Fragment>
        ))}
      </dl>
      {table && <PaperTable table={table} />}
      {notes.map((note) => (
        <p key={note} className="text-[#4d5d69] text-xs">
          {note}
        </p>
      ))}
    </div>
  );
}

function PaperTable({ table: { head, rows } }: { table: NonNullable<PrintPage["table"]> }) {
  const align = (index: number) => (index === 0 ? "text-left" : "text-right");
  return (
    <div className="overflow-x-auto">
      <table className="w-full text-xs tabular-nums">
        <thead>
          <tr className="bg-[#eef1f4]">
            {head.map((title, index) => (
              <th key={title} className={cn("px-2 py-1 font-semibold", align(index))}>
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row[0]} className="border-[#dde4e9] border-b">
              {row.map((cell, index) => (
                <td key={head[index]} className={cn("px-2 py-1", align(index))}>
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
