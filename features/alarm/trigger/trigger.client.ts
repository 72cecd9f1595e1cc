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

const statesQuery = (customerId: number | undefined) =>
  queryOptions({
    queryKey: ["noticeChannel", "states", customerId],
    queryFn: ({ signal }) =>
      callService<ChannelStateDto[]>(`/service/noticeChannel/states?customerId=${customerId}`, { signal }),
    staleTime: 60_000,
    retry: false,
  });

/**
 * The given channels that deliver nothing for the plans of a customer, with the reason; none while the states are
 * unknown. `states`: as read on the server.
 */
export function useBrokenChannels(
  channels: readonly NoticeChannel[],
  { customerId, states }: { customerId?: number | undefined; states?: readonly ChannelStateDto[] | undefined },
) {
  const { data = [] } = useQuery({ ...statesQuery(customerId), enabled: customerId !== undefined });
  return (states ?? data).filter(({ channel, state }) => state !== "working" && channels.includes(channel));
}
