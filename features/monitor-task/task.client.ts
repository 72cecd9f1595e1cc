import { queryOptions } from "@tanstack/react-query";
import { callService } from "@/lib/http/call-service";
import { saveRecord } from "@/lib/http/save-record";
import { useGathered, useLive } from "@/lib/live/use-live";
import type { Page } from "@/lib/resource/list-query";
import type { FindingDto, Named, RunDto, TargetChoiceDto, TaskDto, TaskEvent } from "./task.schema";

export const TASK_PATH = "/service/monitorTask";

export const saveTask = (id: number | null, values: object): Promise<TaskDto> => saveRecord(TASK_PATH, id, values);

export const runTask = (id: number): Promise<TaskDto> =>
  callService(`${TASK_PATH}/${id}/run`, { method: "POST", body: {} });

export const switchTask = ({ id, isEnabled }: { id: number; isEnabled: boolean }): Promise<TaskDto> =>
  callService(`${TASK_PATH}/${id}/enabled`, { method: "PUT", body: { isEnabled } });

/** Runs that are shown of a task. */
export const SHOWN_RUNS = 50;

/** The latest runs of a task. */
export const runsQuery = (taskId: number) =>
  queryOptions({
    queryKey: ["monitorTask", "runs", taskId],
    queryFn: ({ signal }) =>
      callService<Page<RunDto>>(`/service/monitorRun?taskId=${taskId}&iDisplayLength=${SHOWN_RUNS}`, { signal }),
    retry: false,
  });

/** What a run found, the first hundred. */
export const findingsQuery = (runId: number) =>
  queryOptions({
    queryKey: ["monitorTask", "findings", runId],
    queryFn: ({ signal }) =>
      callService<Page<FindingDto>>(`/service/monitorFinding?runId=${runId}&iDisplayLength=100`, { signal }),
    retry: false,
  });

/** Nodes and carriers of a customer by name. */
export const choicesQuery = (q: string, customerId: number) => {
  const search = new URLSearchParams({ customerId: String(customerId), ...(q && { q }) });
  return queryOptions({
    queryKey: ["monitorTask", "choice", search.toString()],
    queryFn: ({ signal }) => callService<TargetChoiceDto[]>(`${TASK_PATH}/choice?${search}`, { signal }),
    staleTime: 30_000,
  });
};

/** The contact groups of a customer. */
export const groupsQuery = (customerId: number) =>
  queryOptions({
    queryKey: ["monitorTask", "group", customerId],
    queryFn: ({ signal }) => callService<Named[]>(`${TASK_PATH}/group?customerId=${customerId}`, { signal }),
    staleTime: 30_000,
  });

/** Refreshes soon after a task has run: any, or the one with this id. */
export function useTaskRefresh(refresh: () => void, id?: number): void {
  const soon = useGathered(refresh);
  useLive<TaskEvent>("monitorTask", (event) => {
    if ("change" in event && (id === undefined || event.taskId === id)) soon();
  });
  useLive("reset", refresh);
}
