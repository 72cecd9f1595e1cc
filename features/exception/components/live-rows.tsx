"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { useGathered, useLive } from "@/lib/live/use-live";
import { exceptionKeys, exceptionQuery } from "../exception.client";
import type { ExceptionDto, ExceptionEvent } from "../exception.schema";

/** The newer state of rows that are shown, by id, and the ids of those that are not. */
type Heard = { items: readonly ExceptionDto[]; newer: ReadonlyMap<number, ExceptionDto>; fresh: ReadonlySet<number> };

const silence = (items: readonly ExceptionDto[]): Heard => ({ items, newer: new Map(), fresh: new Set() });

/** An open excursion changes with every reading: rows are brought up to date together, at most this often. */
const BATCH_WINDOW_MS = 1_000;

/**
 * Rows that follow the live stream without moving: what is shown is brought up to date in its place, what is new is
 * only counted until somebody asks to see it. Rows sent anew by the server begin a new count.
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
      // A row that cannot be read just now stays as it is; the next event asks again.
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
