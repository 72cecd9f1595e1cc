import { queryOptions } from "@tanstack/react-query";
import { callService, type ServiceError } from "@/lib/http/call-service";
import type { ChannelDto, ChannelTestDto, ChannelTrouble } from "./schema";

const PATH = "/service/noticeChannel";
const REREAD_MS = 30_000;
const POLL_MS = 700;

/** The health of every channel, refetched every 30 seconds. */
export const channelsQuery = (initialData?: { channels: ChannelDto[] }) =>
  queryOptions<{ channels: ChannelDto[] }, ServiceError>({
    queryKey: ["noticeChannel", "list"],
    queryFn: ({ signal }) => callService(PATH, { signal }),
    refetchInterval: REREAD_MS,
    ...(initialData && { initialData }),
  });

/** Channels that plans use and that do not work, refetched every minute. */
export const troublesQuery = (initialData: ChannelTrouble[]) =>
  queryOptions<ChannelTrouble[], ServiceError>({
    queryKey: ["noticeChannel", "troubles"],
    queryFn: ({ signal }) => callService(`${PATH}/troubles`, { signal }),
    refetchInterval: 2 * REREAD_MS,
    staleTime: REREAD_MS,
    initialData,
  });

export const sendTest = (body: { channel: string; contactId?: number | undefined }): Promise<{ id: number }> =>
  callService(`${PATH}/test`, { method: "POST", body });

/** A test, polled until it is delivered or has failed. */
export const testQuery = (id: number | null) =>
  queryOptions<ChannelTestDto, ServiceError>({
    queryKey: ["noticeChannel", "test", id],
    queryFn: ({ signal }) => callService(`${PATH}/test/${id}`, { signal }),
    enabled: id !== null,
    refetchInterval: ({ state: { data } }) => (data && data.status !== "pending" ? false : POLL_MS),
    retry: false,
  });
