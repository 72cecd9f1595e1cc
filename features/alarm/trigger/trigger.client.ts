import { queryOptions, useQuery } from "@tanstack/react-query";
import type { NoticeChannel } from "@/db/enums";
import type { ChannelStateDto } from "@/features/notice/health/schema";
import { callService } from "@/lib/http/call-service";
import { saveRecord } from "@/lib/http/save-record";
import type { AlarmTriggerDto, AlarmTriggerInput, GroupReachDto, TriggerGeofenceDto } from "./trigger.schema";

export const TRIGGER_PATH = "/service/alarmTrigger";

/** Creates a trigger, or updates the one with this id. */
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

/** The geofences of a customer, by name. */
export const geofencesQuery = (customerId: number) =>
  queryOptions({
    queryKey: ["alarmTrigger", "geofences", customerId],
    queryFn: ({ signal }) =>
      callService<TriggerGeofenceDto[]>(`${TRIGGER_PATH}/geofences?customerId=${customerId}`, { signal }),
  });

const statesQuery = queryOptions({
  queryKey: ["noticeChannel", "states"],
  queryFn: ({ signal }) => callService<ChannelStateDto[]>("/service/noticeChannel/states", { signal }),
  staleTime: 60_000,
  retry: false,
});

/** The given channels with an outage, with its reason; none while the states are unknown. */
export function useBrokenChannels(channels: readonly NoticeChannel[], states?: readonly ChannelStateDto[]) {
  const { data = [] } = useQuery({ ...statesQuery, enabled: states === undefined });
  return (states ?? data).filter(({ channel, state }) => state !== "working" && channels.includes(channel));
}
