"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useEffect } from "react";
import { LinkTabs } from "@/components/layout/link-tabs";
import { exceptionKeys, summaryQuery } from "../exception.client";
import { WAITING_VIEWS } from "../exception.rules";
import type { ExceptionSummaryDto } from "../exception.schema";

type SummaryTabsProps = { path: string; summary: ExceptionSummaryDto; criteria: Readonly<Record<string, string>> };

/** Pending exceptions with live counts; each tab links to the list of exactly what it counts. */
export function SummaryTabs({ path, summary, criteria }: SummaryTabsProps) {
  const t = useTranslations("exception.tabs");
  const client = useQueryClient();
  const { data } = useQuery({ ...summaryQuery(), initialData: summary });
  // `initialData` is used only once, but the server sends counts with every list.
  useEffect(() => {
    client.setQueryData(exceptionKeys.summary(), summary);
  }, [client, summary]);
  const current = new URLSearchParams(criteria).toString();
  const tabs = (Object.keys(WAITING_VIEWS) as (keyof typeof WAITING_VIEWS)[]).map((view) => ({
    href: WAITING_VIEWS[view] ? `${path}?${WAITING_VIEWS[view]}` : path,
    label: t(view),
    current: current === WAITING_VIEWS[view],
    ...(view !== "all" && { count: data[view] }),
  }));
  return <LinkTabs tabs={tabs} label={t("label")} className="border-b-0" />;
}
