"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useEffect } from "react";
import { LinkTabs } from "@/components/layout/link-tabs";
import { exceptionKeys, summaryQuery } from "../exception.client";
import { waitingTabs } from "../exception.rules";
import type { ExceptionSummaryDto } from "../exception.schema";

type SummaryTabsProps = {
  path: string;
  summary: ExceptionSummaryDto;
  criteria: Readonly<Record<string, string>>;
  /** Criteria that belong to the path, in a window about one carrier or device. */
  about?: Readonly<Record<string, string>>;
};

/** Pending exceptions with live counts; each tab links to the list of exactly what it counts. */
export function SummaryTabs({ path, summary, criteria, about = {} }: SummaryTabsProps) {
  const t = useTranslations("exception.tabs");
  const client = useQueryClient();
  const query = String(new URLSearchParams({ ...criteria, ...about }));
  const { data } = useQuery({ ...summaryQuery(query), initialData: summary });
  // `initialData` is used only once, but the server sends counts with every list.
  useEffect(() => {
    client.setQueryData(exceptionKeys.summary(query), summary);
  }, [client, query, summary]);
  const tabs = waitingTabs(path, { ...criteria, ...about }).map(({ view, ...tab }) => ({
    ...tab,
    label: t(view),
    ...(view !== "all" && { count: data[view] }),
  }));
  return <LinkTabs tabs={tabs} label={t("label")} className="border-b-0" />;
}
