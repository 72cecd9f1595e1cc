import { queryOptions } from "@tanstack/react-query";
import { callService } from "@/lib/http/call-service";
import { saveRecord } from "@/lib/http/save-record";
import { useGathered, useLive } from "@/lib/live/use-live";
import type { PictureDto, RecordCheck } from "./record.schema";
import type { VerifiedMeasure } from "./result.schema";
import type { TaskDetailDto, TaskDto, VerificationEvent } from "./task.schema";

export const TASK_PATH = "/service/verificationTask";

export const saveTask = (id: number | null, values: object): Promise<TaskDto> => saveRecord(TASK_PATH, id, values);

export const savePlan = (id: number, plan: object): Promise<TaskDto> =>
  callService(`${TASK_PATH}/${id}/plan`, { method: "PUT", body: plan });

/** Starts, stops, confirms a task, or notes something; `values` are those of the act. */
export const sendAct = (
  id: number,
  act: "start" | "stop" | "confirm" | "mark" | "unmark",
  values: object,
): Promise<TaskDto> => callService(`${TASK_PATH}/${id}/${act}`, { method: "POST", body: values });

export const pictureQuery = (id: number, measure: VerifiedMeasure, isFrozen: boolean) =>
  queryOptions({
    queryKey: ["verification", id, "picture", measure],
    queryFn: ({ signal }) =>
      callService<PictureDto>(`${TASK_PATH}/${id}/picture?measure=${measure}`, { signal, timeoutMs: 30_000 }),
    staleTime: isFrozen ? Number.POSITIVE_INFINITY : 0,
  });

export const checkQuery = (id: number) =>
  queryOptions({
    queryKey: ["verification", id, "check"],
    queryFn: ({ signal }) => callService<RecordCheck>(`${TASK_PATH}/${id}/check`, { signal, timeoutMs: 30_000 }),
  });

const SHOWN = "20";
/** The other verifications of a carrier that have a result, the newest first. */
export const othersQuery = (carrierId: number, id: number) =>
  queryOptions({
    queryKey: ["verification", "of", carrierId, id],
    queryFn: async ({ signal }) => {
      const query = new URLSearchParams({ carrierId: String(carrierId), iDisplayLength: SHOWN });
      const { items } = await callService<{ items: TaskDto[] }>(`${TASK_PATH}?${query}`, { signal });
      return items.filter((one) => one.id !== id && one.verdict !== null);
    },
  });

export const taskQuery = (id: number) =>
  queryOptions({
    queryKey: ["verification", id],
    queryFn: ({ signal }) => callService<TaskDetailDto>(`${TASK_PATH}/${id}`, { signal }),
  });

/** Refreshes soon after a verification has changed: any, or the one with this id. */
export function useTaskRefresh(refresh: () => void, id?: number): void {
  const soon = useGathered(refresh);
  useLive<VerificationEvent>("verification", (event) => {
    if ("change" in event && (id === undefined || event.taskId === id)) soon();
  });
  useLive("reset", refresh);
}
