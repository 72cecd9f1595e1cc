"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useDeferredValue, useState } from "react";
import { callService } from "@/lib/http/call-service";

/** Parameters of a list; undefined values are omitted. */
export type ListParams = Readonly<Record<string, string | number | boolean | undefined>>;

const OFFERED = 20;

/** The records of a list below `/service` that match what was typed. The list is requested when `ask` was called. */
export function useRecordOptions<Item>(path: string, params: ListParams) {
  const [query, setQuery] = useState("");
  const [asked, setAsked] = useState(false);
  const q = useDeferredValue(query.trim());
  const search = new URLSearchParams({ iDisplayLength: String(OFFERED) });
  for (const [key, one] of Object.entries(params)) if (one !== undefined) search.set(key, String(one));
  if (q !== "") search.set("q", q);
  const { data = [], isFetching } = useQuery({
    queryKey: ["record-select", path, search.toString()],
    queryFn: async ({ signal }) => {
      const result = await callService<Item[] | { items: Item[] }>(`${path}?${search}`, { signal });
      return Array.isArray(result) ? result : result.items;
    },
    placeholderData: keepPreviousData,
    staleTime: 30_000,
    enabled: asked,
  });
  return { items: data, query, setQuery, pending: isFetching, ask: () => setAsked(true) };
}
