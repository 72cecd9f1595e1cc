"use client";

import { Pencil, Trash2, Undo2 } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ComponentProps } from "react";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { grouped } from "@/lib/grouped";
import { areaOf, PARAMETER_AREAS } from "../parameter.rules";
import type { ParameterLine } from "../parameter.schema";
import { Amount } from "./amount";
import type { Customer, Rights } from "./value-form";

type ParameterTableProps = {
  lines: readonly ParameterLine[];
  customer: Customer | null;
  rights: Rights;
  onEdit: (line: ParameterLine) => void;
  onOwn: (line: ParameterLine) => void;
  onRemove: (line: ParameterLine) => void;
};

/** The actions on a line: set the value, or delete an own one. */
function actionsFor(line: ParameterLine, customer: Customer | null, rights: Rights) {
  if (!customer) return { set: rights.edit, takeAway: rights.remove && !line.isShipped };
  return { set: line.own ? rights.edit : rights.create, takeAway: rights.remove && line.own !== null };
}

/** The parameters grouped by area; with a selected customer, its values beside the platform's. */
export function ParameterTable({ lines, customer, ...row }: ParameterTableProps) {
  const t = useTranslations("parameter");
  const hasOperations = lines.some((line) => {
    const { set, takeAway } = actionsFor(line, customer, row.rights);
    return set || takeAway;
  });
  const areas = grouped(lines, ({ code }) => areaOf(code));
  const columns = customer
    ? [t("column.name"), t("column.code"), t("column.customerValue", { name: customer.name }), t("column.platform")]
    : [t("column.name"), t("column.code"), t("column.content"), t("column.default"), t("column.own")];
  return (
    <div className="min-h-0 rounded-md sm:overflow-auto sm:border sm:bg-card">
      <table className="w-full border-separate border-spacing-0 text-sm max-sm:block">
        <caption className="sr-only">{t("caption")}</caption>
        <thead className="sticky top-0 z-10 bg-table-header text-table-header-foreground max-sm:sr-only">
          <tr>
            {columns.map((column) => (
              <th key={column} scope="col" className="h-header px-3 text-left font-medium text-xs">
                <span className="block max-w-52 truncate" title={column}>
                  {column}
                </span>
              </th>
            ))}
            {hasOperations && (
              <th
                scope="col"
                className="header-operation h-header whitespace-nowrap px-3 text-center font-medium text-xs"
              >
                {t("column.operation")}
              </th>
            )}
          </tr>
        </thead>
        {PARAMETER_AREAS.filter((area) => areas.has(area)).map((area) => (
          <tbody key={area} className="max-sm:block">
            <tr className="max-sm:block">
              <th
                scope="rowgroup"
                colSpan={columns.length + (hasOperations ? 1 : 0)}
                className="h-9 border-b bg-muted/60 px-3 text-left font-semibold text-sm max-sm:flex max-sm:items-end max-sm:border-0 max-sm:bg-transparent max-sm:px-1 max-sm:pb-1.5"
              >
                {t(`area.${area}`)}
              </th>
            </tr>
            {areas.get(area)?.map((line) => (
              <Line key={line.id} line={line} customer={customer} hasOperations={hasOperations} {...row} />
            ))}
          </tbody>
        ))}
      </table>
    </div>
  );
}

type LineProps = Omit<ParameterTableProps, "lines"> & { line: ParameterLine; hasOperations: boolean };

function Line({ line, customer, rights, hasOperations, onEdit, onOwn, onRemove }: LineProps) {
  const t = useTranslations("parameter");
  const isOwnOne = !line.isShipped;
  const may = actionsFor(line, customer, rights);
  return (
    <tr className="data-row">
      <td data-label={t("column.name")} className="data-cell data-cell-title max-sm:pr-0">
        <span className="block break-words font-medium">{line.name}</span>
        {line.description && (
          <span
            title={line.description}
            className="line-clamp-2 max-w-xl break-words font-normal text-muted-foreground text-xs"
          >
            {line.description}
          </span>
        )}
      </td>
      <td data-label={t("column.code")} className="data-cell data-cell-line font-mono text-xs max-sm:col-span-2">
        <code title={line.code} className="block max-w-64 truncate max-sm:max-w-full">
          {line.code}
        </code>
      </td>
      {customer ? (
        <>
          <td data-label={t("column.customerValue", { name: customer.name })} className="data-cell data-cell-line">
            <span className="inline-flex flex-wrap items-center gap-x-2 gap-y-1">
              <Amount
                value={line.own ? { ...line, content: line.own.content } : line}
                className={line.own ? "font-medium" : "text-muted-foreground"}
              />
              {line.own ? (
                <Badge tone="primary">{t("ownMark")}</Badge>
              ) : (
                <span className="text-faint-foreground text-xs">{t("asPlatform")}</span>
              )}
            </span>
          </td>
          <td data-label={t("column.platform")} className="data-cell data-cell-line">
            <Amount value={line} />
          </td>
        </>
      ) : (
        <>
          <td data-label={t("column.content")} className="data-cell data-cell-line">
            <span className="inline-flex max-w-72 flex-wrap items-center gap-x-2 gap-y-1">
              <Amount value={line} className="font-medium" />
              {line.isChanged && <Badge tone="primary">{t("changed")}</Badge>}
            </span>
          </td>
          <td data-label={t("column.default")} className={cn("data-cell data-cell-line", isOwnOne && "max-sm:hidden")}>
            {line.defaultContent === null ? (
              <span className="text-faint-foreground">–</span>
            ) : (
              <Amount value={{ ...line, content: line.defaultContent }} className="text-muted-foreground" />
            )}
          </td>
          <td
            data-label={t("column.own")}
            className={cn("data-cell data-cell-line", !line.isPerCustomer && "max-sm:hidden")}
          >
            {line.isPerCustomer ? (
              <Button
                variant="link"
                className={cn(
                  "text-sm touch:-my-3 touch:min-h-11 touch:min-w-11 touch:justify-start",
                  line.ownValues === 0 && "font-normal text-muted-foreground",
                )}
                aria-label={`${t("ownCountOf", { name: line.name })}: ${t("ownCount", { count: line.ownValues })}`}
                onClick={() => onOwn(line)}
              >
                {t("ownCount", { count: line.ownValues })}
              </Button>
            ) : (
              <span className="text-faint-foreground">–</span>
            )}
          </td>
        </>
      )}
      {hasOperations && (
        <td className="data-cell data-cell-operation text-center">
          <span className="inline-flex gap-0.5 max-sm:flex max-sm:justify-end">
            <LineAction shown={may.set} label={t("action.edit", { name: line.name })} onClick={() => onEdit(line)}>
              <Pencil aria-hidden="true" className="size-4" />
            </LineAction>
            <LineAction
              shown={may.takeAway}
              label={t(customer ? "action.reset" : "action.remove", { name: line.name })}
              onClick={() => onRemove(line)}
            >
              {customer ? (
                <Undo2 aria-hidden="true" className="size-4" />
              ) : (
                <Trash2 aria-hidden="true" className="size-4" />
              )}
            </LineAction>
          </span>
        </td>
      )}
    </tr>
  );
}

/** An icon button; if not shown, its space is reserved so that the others stay aligned. */
function LineAction({ shown, label, ...props }: ComponentProps<"button"> & { shown: boolean; label: string }) {
  if (!shown) return <span aria-hidden="true" className="size-control-sm max-sm:hidden" />;
  return <button type="button" aria-label={label} title={label} className="row-action" {...props} />;
}
