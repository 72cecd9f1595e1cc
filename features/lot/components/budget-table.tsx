import { useTranslations } from "next-intl";
import { cn } from "@/components/ui/cn";
import { Table, TableBody, TableCell, TableHead, TableHeaderCell, TableRow } from "@/components/ui/table";
import { ToneIcon } from "@/components/value/tone-icon";
import { useValueLocale } from "@/lib/units/units-context";
import { limitText, minutesText, rangeTextOf } from "../phrase.rules";
import type { BudgetRow, Verdict } from "../verdict.rules";

/** The temperatures of a row in words. */
export function useRangeText(): (row: Pick<BudgetRow, "from" | "to">) => string {
  const t = useTranslations("lot.detail");
  const locale = useValueLocale();
  return (row) => rangeTextOf(row, t as never, locale);
}

/** A duration in minutes and longer units. */
export function useMinutes(): (ms: number) => string {
  const locale = useValueLocale();
  return (ms) => minutesText(ms, locale);
}

/** What the product allows, what is used up of it, and what is left. */
export function BudgetTable({ budget, outside }: Pick<Verdict, "budget" | "outside">) {
  const t = useTranslations("lot.detail");
  const rangeText = useRangeText();
  const minutes = useMinutes();
  const locale = useValueLocale();
  const uncovered = outside.filter(({ ms }) => ms > 0);
  return (
    <>
      {budget.length === 0 ? (
        <p className="px-4 pt-3 text-muted-foreground text-sm">{t("noBudget")}</p>
      ) : (
        <Table className="max-sm:[&_:is(td,th)]:px-2 [&_:is(td,th):first-child]:pl-4 [&_:is(td,th):last-child]:pr-4">
          <TableHead>
            <TableRow>
              <TableHeaderCell>{t("range")}</TableHeaderCell>
              <TableHeaderCell className="w-2/5 min-w-20">{t("used")}</TableHeaderCell>
              <TableHeaderCell className="text-right">{t("allowed")}</TableHeaderCell>
              <TableHeaderCell className="text-right">{t("left")}</TableHeaderCell>
            </TableRow>
          </TableHead>
          <TableBody>
            {budget.map((row) => (
              <Row key={row.key} row={row} range={rangeText(row)} />
            ))}
          </TableBody>
        </Table>
      )}
      <ul className="flex flex-col gap-1 px-4 pt-3 text-sm">
        {uncovered.length === 0 && <li className="text-muted-foreground">{t("noRange")}</li>}
        {uncovered.map(({ side, limit, ms, uncoveredMs }) => (
          <li key={side} className="tabular-nums">
            {`${t(side, { limit: limitText(limit, locale) })}: ${minutes(ms)}`}
            {uncoveredMs > 0 && (
              <span className="text-warning"> · {t("uncovered", { time: minutes(uncoveredMs) })}</span>
            )}
          </li>
        ))}
      </ul>
    </>
  );
}

function Row({ row, range }: { row: BudgetRow; range: string }) {
  const t = useTranslations("lot.detail");
  const tAny = useTranslations("product.says");
  const minutes = useMinutes();
  const { allowedMs, usedMs, addedBackMs, leftMs, mode, kind } = row;
  const isOver = leftMs !== null && leftMs < 0;
  const counted = Math.max(0, usedMs - addedBackMs);
  const share = allowedMs === null ? 0 : allowedMs === 0 ? (counted > 0 ? 1 : 0) : Math.min(1, counted / allowedMs);
  return (
    <TableRow className={cn(isOver && "bg-critical-soft/50")}>
      <TableHeaderCell scope="row" className="py-2 text-foreground text-sm">
        {range}
        {kind === "allowance" && mode === "single" && (
          <span className="block font-normal text-muted-foreground text-xs">{t("single")}</span>
        )}
      </TableHeaderCell>
      <TableCell className="py-2">
        <span className="flex flex-col gap-1">
          <span className="flex flex-wrap items-baseline gap-x-2">
            <span className="font-medium">{minutes(usedMs)}</span>
            {addedBackMs > 0 && (
              <span className="text-muted-foreground text-xs">{t("addedBack", { time: minutes(addedBackMs) })}</span>
            )}
          </span>
          <span aria-hidden="true" className="block h-2 w-full overflow-hidden rounded-full bg-border">
            <span
              className={cn("block h-full rounded-full", isOver ? "bg-critical-solid" : "bg-primary")}
              style={{ width: `${share * 100}%` }}
            />
          </span>
        </span>
      </TableCell>
      <TableCell className="whitespace-nowrap text-right">
        {allowedMs === null ? tAny("any") : allowedMs === 0 ? tAny("never") : minutes(allowedMs)}
      </TableCell>
      <TableCell className="text-right sm:whitespace-nowrap">
        {isOver ? (
          <span className="inline-flex items-center gap-1 font-medium text-critical">
            <ToneIcon tone="critical" className="size-3.5" />
            {t("over", { time: minutes(-leftMs) })}
          </span>
        ) : (
          <span className="font-medium">{leftMs === null ? "–" : minutes(leftMs)}</span>
        )}
      </TableCell>
    </TableRow>
  );
}
