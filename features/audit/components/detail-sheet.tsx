"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { RecordSheet } from "@/components/dialog/record-sheet";
import { ButtonLink } from "@/components/layout/button-link";
import { DescriptionList } from "@/components/layout/description-list";
import { Stamp } from "@/components/value/stamp";
import { StateBadge } from "@/components/value/state-badge";
import { CustomerUnit, useValueLocale } from "@/lib/units/units-context";
import { rowQuery } from "../audit.client";
import { changesOf } from "../audit.rules";
import type { SysLogDetailDto, SysLogRowDto } from "../audit.schema";
import { withFigures } from "../figure.rules";
import { Operator, Reason, useWords, Value } from "./labels";

type DetailSheetProps = { id: number; path: string; timeZone: string; onClose: () => void };

/** One row in full: operator, action, old and new values, position in the chain. */
export function DetailSheet({ id, path, timeZone, onClose }: DetailSheetProps) {
  const t = useTranslations("audit.detail");
  const words = useWords();
  return (
    <RecordSheet
      query={useQuery(rowQuery(id))}
      title={(row) => `${words.entity(row.entity)} · ${words.operation(row.operation, row.entity)}`}
      failed={t("failed")}
      missing={t("missing")}
      onClose={onClose}
    >
      {(row) => (
        <>
          <Facts row={row} path={path} timeZone={timeZone} />
          <CustomerUnit customerId={row.customerId}>
            <Changes row={row} timeZone={timeZone} />
          </CustomerUnit>
          <Chain row={row} />
        </>
      )}
    </RecordSheet>
  );
}

function Facts({ row, path, timeZone }: { row: SysLogDetailDto; path: string; timeZone: string }) {
  const t = useTranslations("audit");
  const record = new URLSearchParams({
    entity: row.entity,
    entityId: row.entityId,
    customerId: String(row.customerId),
  });
  const items = [
    { term: t("column.at"), value: <Stamp at={row.at} timeZone={timeZone} /> },
    { term: t("column.operator"), value: <Operator type={row.actorType} name={row.actorName} /> },
    { term: t("column.address"), value: row.address || "–" },
    { term: t("column.customer"), value: row.customerName },
    { term: t("column.record"), value: row.entityName ? `${row.entityName} (${row.entityId})` : row.entityId },
    {
      term: t("column.result"),
      value: (
        <StateBadge tone={row.result === "refused" ? "critical" : "normal"} plain className="align-middle">
          {t(`result.${row.result}`)}
        </StateBadge>
      ),
    },
    ...(row.reason ? [{ term: t("detail.reason"), value: <Reason text={row.reason} /> }] : []),
    { term: t("detail.method"), value: <code className="break-all font-mono text-xs">{row.operation}</code> },
    { term: t("detail.request"), value: <code className="break-all font-mono text-xs">{row.requestId || "–"}</code> },
  ];
  return (
    <section className="flex flex-col items-start gap-2">
      <DescriptionList items={items} className="w-full" />
      <ButtonLink variant="link" className="-ml-px touch:min-h-11" prefetch={false} href={`${path}?${record}`}>
        {t("detail.ofRecord")}
      </ButtonLink>
    </section>
  );
}

function Changes({ row, timeZone }: { row: SysLogRowDto; timeZone: string }) {
  const t = useTranslations("audit.detail");
  const locale = useValueLocale();
  const words = useWords();
  const changes = changesOf(row.oldValues, row.newValues);
  const shown = (field: string, values: SysLogRowDto["oldValues"]) =>
    withFigures({ entity: row.entity, field, values }, row.measure, locale);
  return (
    <section>
      <h3 className="mb-2 font-semibold text-base">{t("changes")}</h3>
      {changes.length === 0 ? (
        <p className="text-muted-foreground text-sm">{t("noChanges")}</p>
      ) : (
        <div className="overflow-x-auto rounded-md border">
          <table className="w-full table-fixed text-left text-sm">
            <thead className="bg-muted text-muted-foreground text-xs">
              <tr>
                <th scope="col" className="w-1/4 px-3 py-1.5 font-medium">
                  {t("field")}
                </th>
                <th scope="col" className="px-3 py-1.5 font-medium">
                  {t("old")}
                </th>
                <th scope="col" className="px-3 py-1.5 font-medium">
                  {t("new")}
                </th>
              </tr>
            </thead>
            <tbody className="align-top tabular-nums">
              {changes.map((change) => (
                <tr key={change.field} className="border-t">
                  <th scope="row" title={change.field} className="break-words px-3 py-1.5 font-medium">
                    {words.field(change.field)}
                  </th>
                  <td className="break-words px-3 py-1.5 text-muted-foreground">
                    <Value value={shown(change.field, row.oldValues)} timeZone={timeZone} />
                  </td>
                  <td className="break-words px-3 py-1.5">
                    <Value value={shown(change.field, row.newValues)} timeZone={timeZone} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  );
}

function Chain({ row }: { row: SysLogDetailDto }) {
  const t = useTranslations("audit.detail");
  const hash = (value: string) => <code className="select-all break-all font-mono text-xs">{value}</code>;
  return (
    <section>
      <h3 className="mb-2 font-semibold text-base">{t("chain")}</h3>
      <DescriptionList
        items={[
          { term: t("position"), value: row.sequence },
          { term: t("hash"), value: hash(row.hash) },
          { term: t("previousHash"), value: hash(row.previousHash) },
        ]}
      />
    </section>
  );
}
