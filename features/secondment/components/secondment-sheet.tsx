"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { RecordSheet } from "@/components/dialog/record-sheet";
import { DescriptionList } from "@/components/layout/description-list";
import { secondmentQuery } from "../secondment.client";
import { DeviceName, useSpan } from "./columns";
import { StateBadge } from "./state-badge";

type SheetProps = { id: number; now: number; timeZone: string; onClose: () => void };

/** All that both sides know of a secondment that is not over, with what it means for them. */
export function SecondmentSheet({ id, onClose, ...clock }: SheetProps) {
  const t = useTranslations("secondment");
  const { data, error, refetch } = useQuery(secondmentQuery(id));
  const span = useSpan(clock);
  return (
    <RecordSheet
      query={{ data, error, refetch }}
      title={({ serialNumber }) => t("title", { name: serialNumber })}
      failed={t("caption")}
      missing={t("missing")}
      onClose={onClose}
    >
      {(row) => (
        <>
          <DescriptionList
            items={[
              { term: t("field.device"), value: <DeviceName row={row} /> },
              { term: t("field.state"), value: <StateBadge state={row.state} /> },
              { term: t("field.isTransfer"), value: t(row.isTransfer ? "transfer" : "loan") },
              { term: t("field.lender"), value: row.lender.name },
              { term: t("field.borrower"), value: row.borrower.name },
              { term: t("field.startsAt"), value: span.start(row) },
              { term: t("field.endsAt"), value: span.end(row) },
              { term: t("field.createdAt"), value: span.at(row.createdAt) },
              ...(row.remark ? [{ term: t("field.remark"), value: row.remark }] : []),
            ]}
          />
          <section className="rounded-md border bg-muted/40 p-4 text-sm">
            <h3 className="mb-2 font-medium">{t("division.title")}</h3>
            <ul className="flex list-disc flex-col gap-1.5 pl-5 text-muted-foreground">
              <li>{t("division.before", { lender: row.lender.name })}</li>
              <li>{t("division.while", { borrower: row.borrower.name })}</li>
              <li>
                {t(row.isTransfer ? "division.transfer" : "division.after", {
                  lender: row.lender.name,
                  borrower: row.borrower.name,
                })}
              </li>
            </ul>
          </section>
        </>
      )}
    </RecordSheet>
  );
}
