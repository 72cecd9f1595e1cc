"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { useGathered, useLive } from "@/lib/live/use-live";
import { exceptionKeys, exceptionQuery } from "../exception.client";
import type { ExceptionDto, ExceptionEvent } from "../exception.schema";

/** Newer versions of the rows shown, by id, and the ids of new exceptions that are not shown. */
type Heard = { items: readonly ExceptionDto[]; newer: ReadonlyMap<number, ExceptionDto>; fresh: ReadonlySet<number> };

const silence = (items: readonly ExceptionDto[]): Heard => ({ items, newer: new Map(), fresh: new Set() });

/** An open excursion changes with every reading: rows are updated in batches, at most this often. */
const BATCH_WINDOW_MS = 1_000;

/**
 * Rows that follow the live stream without moving: rows shown are updated in place, new ones are only counted until the
 * user asks for them. New rows from the server reset the count.
 */
export function useLiveRows(items: readonly ExceptionDto[], onReset: () => void) {
  const client = useQueryClient();
  const [heard, setHeard] = useState(() => silence(items));
  if (heard.items !== items) setHeard(silence(items));
  const waiting = useRef(new Set<number>());

  const fetchWaiting = async () => {
    const ids = [...waiting.current];
    waiting.current.clear();
    client.invalidateQueries({ queryKey: exceptionKeys.summary() });
    const rows = await Promise.all(
      // A row that cannot be read now remains unchanged; the next event retries.
      ids.map((id) => client.fetchQuery({ ...exceptionQuery(id), staleTime: 0 }).catch(() => null)),
    );
    setHeard((known) => {
      const newer = new Map(known.newer);
      for (const row of rows) if (row) newer.set(row.id, row);
      return { ...known, newer };
    });
  };
  const soon = useGathered(() => void fetchWaiting(), BATCH_WINDOW_MS);
  useLive<ExceptionEvent>("exception", ({ id, change }) => {
    const isShown = items.some((row) => row.id === id);
    if (isShown || client.getQueryData(exceptionKeys.detail(id))) waiting.current.add(id);
    else if (change === "opened") setHeard((known) => ({ ...known, fresh: new Set(known.fresh).add(id) }));
    soon();
  });
  useLive("reset", onReset);

  return {
    rows: items.map((row) => heard.newer.get(row.id) ?? row),
    fresh: heard.fresh.size,
  };
}
