"use client";

import { useTranslations } from "next-intl";
import { ButtonLink } from "@/components/layout/button-link";
import { PageBody } from "@/components/shell/page-body";
import { WindowHead } from "@/components/shell/window-head";
import { Card } from "@/components/ui/card";
import { Table, TableBody, TableCell, TableHead, TableHeaderCell, TableRow } from "@/components/ui/table";
import { Stamp } from "@/components/value/stamp";
import { ExportMenu } from "@/features/file/components/export-menu";
import { formatReading } from "@/lib/units/format";
import { CustomerUnit, useValueLocale } from "@/lib/units/units-context";
import type { SamplePage, SampleQuery } from "../record.schema";
import { VERIFIED_MEASURES } from "../result.schema";
import type { TaskDetailDto } from "../task.schema";
import { TaskState } from "./badges";
import { RecordCheckPart } from "./record-check";

type SampleScreenProps = { task: TaskDetailDto; query: SampleQuery; page: SamplePage | null; timeZone: string };

/** The samples of which the result of a verification was made. */
export const SampleScreen = (props: SampleScreenProps) => (
  <CustomerUnit customerId={props.task.customerId}>
    <Screen {...props} />
  </CustomerUnit>
);

function Screen({ task, query, page, timeZone }: SampleScreenProps) {
  const t = useTranslations("verification");
  const tPage = useTranslations("common.pagination");
  const { iDisplayStart: start, iDisplayLength: length, measure } = query;
  const address = (values: object) =>
    `/sampleData?${new URLSearchParams(Object.entries({ id: task.id, measure, iDisplayLength: length, ...values }).map(([name, value]) => [name, String(value)]))}`;
  const measures = VERIFIED_MEASURES.filter((one) => task.limits[one] !== null);
  return (
    <PageBody>
      <WindowHead
        title={t("samples.title", { number: task.number })}
        href={`/verificationDetail?id=${task.id}`}
        note={
          <span className="flex flex-wrap items-center gap-2">
            <TaskState state={task.state} />
            <span>{[task.carrier.name, task.name].filter(Boolean).join(" · ")}</span>
          </span>
        }
      >
        {measures.length > 1 &&
          measures.map((one) => (
            <ButtonLink
              key={one}
              href={address({ measure: one })}
              prefetch={false}
              variant={one === measure ? "primary" : "secondary"}
              aria-current={one === measure ? "page" : undefined}
            >
              {t(`measure.${one}`)}
            </ButtonLink>
          ))}
        {page && <ExportMenu kind="verificationSample" query={{ id: String(task.id), measure }} />}
      </WindowHead>
      {task.dataSha256 && <RecordCheckPart task={task} timeZone={timeZone} />}
      <Card>
        {page === null || page.total === 0 ? (
          <p className="p-4 text-muted-foreground text-sm">{t("samples.none")}</p>
        ) : (
          <>
            <Samples {...{ task, page, timeZone }} />
            <nav aria-label={t("samples.pages")} className="flex flex-wrap items-center justify-end gap-2 p-3 text-sm">
              <span className="mr-auto text-muted-foreground tabular-nums">
                {t("samples.shown", { from: start + 1, to: start + page.items.length, total: page.total })}
              </span>
              {start > 0 && (
                <ButtonLink size="sm" href={address({ iDisplayStart: Math.max(0, start - length) })} prefetch={false}>
                  {tPage("previous")}
                </ButtonLink>
              )}
              {start + length < page.total && (
                <ButtonLink size="sm" href={address({ iDisplayStart: start + length })} prefetch={false}>
                  {tPage("next")}
                </ButtonLink>
              )}
            </nav>
          </>
        )}
      </Card>
    </PageBody>
  );
}

type SamplesProps = { task: TaskDetailDto; page: SamplePage; timeZone: string };

function Samples({ task, page: { measure, points, items }, timeZone }: SamplesProps) {
  const t = useTranslations("verification");
  const locale = useValueLocale();
  const limits = task.limits[measure];
  const toneOf = (value: number | null, isInside: boolean) => {
    if (value === null || !isInside || !limits) return undefined;
    if (value > limits.maximum) return "font-medium text-above";
    return value < limits.minimum ? "font-medium text-below" : undefined;
  };
  return (
    <Table className="whitespace-nowrap">
      <TableHead>
        <TableRow>
          <TableHeaderCell>{t("field.at")}</TableHeaderCell>
          <TableHeaderCell className="text-right">{t(`mode.${task.samplingMode}`)}</TableHeaderCell>
          {points.map(({ id, label, device }) => (
            <TableHeaderCell key={id} className="text-right" title={device}>
              {label}
            </TableHeaderCell>
          ))}
        </TableRow>
      </TableHead>
      <TableBody>
        {items.map(({ at, value, values }) => (
          <TableRow key={at}>
            <TableCell>
              <Stamp at={new Date(at).toISOString()} timeZone={timeZone} />
            </TableCell>
            <TableCell className="text-right font-medium">{formatReading(value, measure, locale, [2]).text}</TableCell>
            {points.map(({ id, isInside }, index) => {
              const own = values[index] ?? null;
              return (
                <TableCell key={id} className="text-right">
                  <span className={toneOf(own, isInside)}>{formatReading(own, measure, locale, [2]).number}</span>
                </TableCell>
              );
            })}
          </TableRow>
        ))}
      </TableBody>
    </Table>
  );
}
