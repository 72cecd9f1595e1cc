import { keepPreviousData, queryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import { useRef } from "react";
import type { LivePosition } from "@/features/telemetry/live/live.schema";
import { callService, type ServiceError } from "@/lib/http/call-service";
import { saveRecord } from "@/lib/http/save-record";
import { useGathered, useLive, useLiveRefresh, useWatched } from "@/lib/live/use-live";
import type { Act } from "./act.rules";
import { withPositions } from "./board.rules";
import type { BoardDto, SavedTransportDto, TransportDto } from "./transport.schema";

export const TRANSPORT_PATH = "/service/transport";

export const saveTransport = (id: number | null, values: object): Promise<SavedTransportDto> =>
  saveRecord(TRANSPORT_PATH, id, values);

/** Loads, departs, arrives, closes or cancels; `values` are those of the act. */
export const sendAct = (id: number, act: Act, values: object): Promise<TransportDto> =>
  callService(`${TRANSPORT_PATH}/${id}/${act}`, { method: "POST", body: values });

/** Makes the printed codes void; the next print has a new one. */
export const renewCode = (id: number): Promise<TransportDto> =>
  callService(`${TRANSPORT_PATH}/${id}/code`, { method: "POST" });

/** Whether the carrier was in range for the required time, if it is loaded at an instant (ISO-8601) or now. */
export const precoolingQuery = (id: number, at: string | undefined) =>
  queryOptions<TransportDto["precooling"], ServiceError>({
    queryKey: ["transport", "precooling", id, at ?? "now"],
    queryFn: ({ signal }) =>
      callService(`${TRANSPORT_PATH}/${id}/precooling${at ? `?${new URLSearchParams({ at })}` : ""}`, { signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });

/** Estimates change with time, without any event. */
const EVERY_MS = 30_000;
/** New values are fetched together: thirty vehicles report every few seconds. */
const VALUES_MS = 10_000;
const POSITIONS_MS = 500;

const boardKey = (filters: string) => ["transport", "board", filters] as const;

/** The board, kept up to date by live events and every half minute; the page brings the first data. */
export function useBoard(first: BoardDto, filters: Readonly<Record<string, string>>) {
  const client = useQueryClient();
  const query = new URLSearchParams(filters).toString();
  const queryKey = boardKey(query);
  const answer = useQuery<BoardDto, ServiceError>({
    queryKey,
    queryFn: ({ signal }) => callService(`${TRANSPORT_PATH}/board${query && `?${query}`}`, { signal }),
    initialData: first,
    initialDataUpdatedAt: first.now,
    staleTime: EVERY_MS,
    refetchInterval: EVERY_MS,
  });
  const refresh = () => void client.invalidateQueries({ queryKey });
  const soon = useGathered(refresh);
  const later = useGathered(refresh, VALUES_MS);
  useWatched(
    answer.data.items.map(({ carrier }) => carrier.id),
    first.now,
  );
  useLive("reading", later);
  useLiveRefresh(refresh);
  useLive("transport", soon);
  useLive("geofence", soon);
  useLive("reset", refresh);
  const move = useMoves((positions) =>
    client.setQueryData<BoardDto>(queryKey, (board) => board && withPositions(board, positions)),
  );
  useLive<LivePosition[]>("position", move);
  return answer;
}

/** Gathers positions, so that a map is drawn at most twice a second. */
function useMoves(take: (positions: readonly LivePosition[]) => void): (positions: readonly LivePosition[]) => void {
  const waiting = useRef<LivePosition[]>([]);
  const plan = useGathered(() => take(waiting.current.splice(0)), POSITIONS_MS);
  return (positions) => {
    waiting.current.push(...positions);
    plan();
  };
}
