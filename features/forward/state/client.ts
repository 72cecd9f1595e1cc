import { queryOptions } from "@tanstack/react-query";
import { callService } from "@/lib/http/call-service";
import { useServiceMutation } from "@/lib/http/use-service-mutation";
import { FORWARD_PATH } from "../forward.client";
import type { ForwardStateDto } from "../forward.schema";
import type { ForwardPlatformDto, ForwardTestDto } from "./schema";

const REFRESH_MS = 5000;

const platformKey = (id: number) => ["forwardSet", id, "platform"];

/** Query: state of a target, polled while the window is open. */
export const platformQuery = (id: number, hours: number) =>
  queryOptions({
    queryKey: [...platformKey(id), hours],
    queryFn: ({ signal }) =>
      callService<ForwardPlatformDto>(`${FORWARD_PATH}/platform?id=${id}&hours=${hours}`, { signal }),
    refetchInterval: REFRESH_MS,
  });

/** Each step of a test may take the target's time-out. */
const TEST_MS = 35_000;

export const useTest = (id: number) =>
  useServiceMutation<void, ForwardTestDto>(
    () => callService(`${FORWARD_PATH}/test`, { method: "POST", body: { id }, timeoutMs: TEST_MS }),
    platformKey(id),
  );

export const replayForwardSet = (values: { id: number; from: string }): Promise<ForwardStateDto> =>
  callService(`${FORWARD_PATH}/replay`, { method: "POST", body: values });

export const useSkip = (id: number) =>
  useServiceMutation<void, ForwardStateDto>(
    () => callService(`${FORWARD_PATH}/skip`, { method: "POST", body: { id } }),
    platformKey(id),
  );
