import { queryOptions } from "@tanstack/react-query";
import { callService } from "@/lib/http/call-service";
import type { BoardDto, GatewayBoardDto } from "./schema";

/** Refresh interval of the board, in ms: a device that falls silent causes no live event. */
const REFRESH_MS = 15_000;

const withQuery = (path: string, criteria: Readonly<Record<string, string>>) =>
  `${path}?${new URLSearchParams(criteria)}`;

/** Query: a page of the board for the criteria of its address. */
export const boardQuery = (criteria: Readonly<Record<string, string>>) =>
  queryOptions({
    queryKey: ["device", "board", criteria],
    queryFn: ({ signal }) => callService<BoardDto>(withQuery("/service/device/board", criteria), { signal }),
    refetchInterval: REFRESH_MS,
  });

/** Query: a page of gateways for the criteria of its address. */
export const gatewayBoardQuery = (criteria: Readonly<Record<string, string>>) =>
  queryOptions({
    queryKey: ["device", "gatewayBoard", criteria],
    queryFn: ({ signal }) =>
      callService<GatewayBoardDto>(withQuery("/service/device/gatewayBoard", criteria), { signal }),
    refetchInterval: REFRESH_MS,
  });
