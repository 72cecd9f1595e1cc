"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { callService } from "@/lib/http/call-service";
import { useLiveRefresh } from "@/lib/live/use-live";
import type { ChecklistDto } from "./schema";

const PATH = "/service/home/checklist";
const KEY = ["home", "checklist"];

/** The checklist; steps are also done elsewhere, so it is read anew after events and by the clock. */
export function useChecklist(first: ChecklistDto, refreshSeconds: number) {
  const client = useQueryClient();
  // Once it is closed or done, there is nothing to read.
  const isOpen = (data: ChecklistDto | undefined) => (data ?? first).steps !== null;
  const reread = () => void (isOpen(client.getQueryData(KEY)) && client.invalidateQueries({ queryKey: KEY }));
  useLiveRefresh(reread);
  const { data } = useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => callService<ChecklistDto>(PATH, { signal }),
    initialData: first,
    enabled: ({ state }) => isOpen(state.data),
    staleTime: refreshSeconds * 1000,
    refetchInterval: refreshSeconds * 1000,
  });
  return {
    checklist: data,
    reread,
    hide: () => client.setQueryData<ChecklistDto>(KEY, { steps: null, isJustDone: false }),
  };
}

export const closeChecklist = () => callService(PATH, { method: "DELETE" });
