"use client";

import type { ReactNode } from "react";
import { Link } from "@/lib/i18n/navigation";
import { usePoint } from "../monitoring.client";
import { useLabels } from "./labels";
import { RowIcon } from "./row-icon";

type ExceptionLinkProps = { query: string; label?: string; title?: string; className?: string; children: ReactNode };

/** Links to the exception records. */
export function ExceptionLink({ query, label, ...props }: ExceptionLinkProps) {
  return <Link href={`/abnormal/dataex?${query}`} prefetch={false} aria-label={label} {...props} />;
}

type RowLinksProps = { id: number; rights: { history: boolean; exceptions: boolean } };

/** Links to the carrier's open exceptions, and to its history in a separate window. */
export function RowLinks({ id, rights }: RowLinksProps) {
  const labels = useLabels();
  const { name, openExceptions } = usePoint(id);
  const history = labels.history(name);
  const exceptions = openExceptions && labels.exceptions(name, openExceptions.count);
  return (
    <>
      {rights.exceptions && openExceptions && exceptions && (
        <ExceptionLink
          query={`carrierId=${id}&state=open`}
          label={exceptions.label}
          title={exceptions.text}
          className="row-action relative"
        >
          <RowIcon name="exceptions" className="size-4 text-critical" />
          <span
            aria-hidden="true"
            className="absolute -top-0.5 -right-0.5 grid h-4 min-w-4 place-items-center rounded-full bg-destructive px-1 font-semibold text-destructive-foreground text-xs leading-none tabular-nums"
          >
            {openExceptions.count}
          </span>
        </ExceptionLink>
      )}
      {rights.history && (
        // A separate window loads everything anyway, so a plain link without prefetching is used.
        <a
          href={`/${labels.locale}/historyData?carrierIds=${id}`}
          target="_blank"
          rel="noopener"
          aria-label={history.label}
          title={history.text}
          className="row-action"
        >
          <RowIcon name="history" />
        </a>
      )}
    </>
  );
}
