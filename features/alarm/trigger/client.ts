import { queryOptions } from "@tanstack/react-query";
import { callService } from "@/lib/http/call-service";
import { saveRecord } from "@/lib/http/save-record";
import type { AlarmTriggerDto, AlarmTriggerInput, GroupReachDto } from "./schema";

export const TRIGGER_PATH = "/service/alarmTrigger";

/** Makes a trigger, or changes the one of this id. */
export const saveTrigger = (id: number | null, values: AlarmTriggerInput): Promise<AlarmTriggerDto> =>
  saveRecord(TRIGGER_PATH, id, values);

export const switchTriggers = (ids: readonly number[], isEnabled: boolean) =>
  callService(`${TRIGGER_PATH}/enabled`, { method: "PUT", body: { ids, isEnabled } });

export const removeTriggers = (ids: readonly number[]) =>
  callService(`${TRIGGER_PATH}/remove`, { method: "POST", body: { ids } });

/** The contact groups of a customer, and whom their levels reach. */
export const reachQuery = (customerId: number) =>
  queryOptions({
    queryKey: ["alarmTrigger", "reach", customerId],
    queryFn: ({ signal }) => callService<GroupReachDto[]>(`${TRIGGER_PATH}/reach?customerId=${customerId}`, { signal }),
  });
