import { queryOptions } from "@tanstack/react-query";
import { callService, type ServiceError } from "@/lib/http/call-service";
import type { ChannelDto, ChannelTestDto, ChannelTrouble } from "./schema";

const PATH = "/service/noticeChannel";
const REREAD_MS = 30_000;
const POLL_MS = 700;

/** The health of every channel, read again every half minute. */
export const channelsQuery = (initialData?: { channels: ChannelDto[] }) =>
  queryOptions<{ channels: ChannelDto[] }, ServiceError>({
    queryKey: ["noticeChannel", "list"],
    queryFn: ({ signal }) => callService(PATH, { signal }),
    refetchInterval: REREAD_MS,
    ...(initialData && { initialData }),
  });

/** What plans rely on and does not work, read again every minute. */
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

/** A test, asked for again until it has arrived or failed. */
export const testQuery = (id: number | null) =>
  queryOptions<ChannelTestDto, ServiceError>({
    queryKey: ["noticeChannel", "test", id],
    queryFn: ({ signal }) => callService(`${PATH}/test/${id}`, { signal }),
    enabled: id !== null,
    refetchInterval: ({ state: { data } }) => (data && data.status !== "pending" ? false : POLL_MS),
    retry: false,
  });
