import { queryOptions } from "@tanstack/react-query";
import { callService } from "@/lib/http/call-service";
import { saveRecord } from "@/lib/http/save-record";
import type { Page } from "@/lib/resource/list-query";
import type { CarrierChoiceDto, RunDto, TaskDto, TaskInput, TaskRunsDto } from "./task.schema";

export const TASK_PATH = "/service/count/exportTask";
/** While a run is under way, it is asked for at this interval. */
export const POLL_MS = 2000;

export const saveTask = (id: number | null, values: TaskInput): Promise<TaskDto> => saveRecord(TASK_PATH, id, values);

export const runTask = (id: number): Promise<TaskDto> =>
  callService<TaskDto>(`${TASK_PATH}/${id}/run`, { method: "POST", body: {} });

/** Whether a run has not ended yet. */
export const isUnderWay = ({ state }: Pick<RunDto, "state">): boolean => state !== "done" && state !== "failed";

export const runsQuery = (id: number) =>
  queryOptions({
    queryKey: ["exportTask", "runs", id],
    queryFn: ({ signal }) => callService<TaskRunsDto>(`${TASK_PATH}/${id}/runs`, { signal }),
    refetchInterval: ({ state: { data } }) => (data?.runs.some(isUnderWay) ? POLL_MS : false),
    retry: false,
  });

/** The templates of reports. */
export const templatesQuery = () =>
  queryOptions({
    queryKey: ["exportTask", "template"],
    queryFn: ({ signal }) =>
      callService<Page<{ id: number; name: string }>>("/service/reportTemplate?iDisplayLength=100", { signal }),
    staleTime: 30_000,
  });

/** Carriers by name, or those of these ids. */
export const choicesQuery = (asked: { q?: string; ids?: string }) =>
  queryOptions({
    queryKey: ["exportTask", "choice", asked],
    queryFn: ({ signal }) =>
      callService<CarrierChoiceDto[]>(`${TASK_PATH}/choice?${new URLSearchParams(asked)}`, { signal }),
    staleTime: 30_000,
  });
