import { queryOptions } from "@tanstack/react-query";
import { callService, type ServiceError } from "@/lib/http/call-service";
import type { TestAlarmDto, TestAlarmPlanDto, TestAlarmState } from "./schema";

const pathOf = (carrierId: number) => `/service/carrier/${carrierId}/testAlarm`;
const POLL_MS = 700;

/** Who would be notified now; determined anew each time the dialog opens. */
export const planQuery = (carrierId: number) =>
  queryOptions<TestAlarmPlanDto, ServiceError>({
    queryKey: ["testAlarm", carrierId, "plan"],
    queryFn: ({ signal }) => callService(pathOf(carrierId), { signal }),
    gcTime: 0,
  });

export const sendTestAlarm = (carrierId: number, levels: "first" | "all"): Promise<TestAlarmDto> =>
  callService(pathOf(carrierId), { method: "POST", body: { levels } });

/** The states of these messages, polled until each is delivered or has failed. */
export const statesQuery = (carrierId: number, ids: readonly number[]) =>
  queryOptions<{ items: TestAlarmState[] }, ServiceError>({
    queryKey: ["testAlarm", carrierId, "states", ids.join(",")],
    queryFn: ({ signal }) => callService(`${pathOf(carrierId)}/result?ids=${ids.join(",")}`, { signal }),
    enabled: ids.length > 0,
    refetchInterval: ({ state: { data } }) => (data?.items.every(({ state }) => state !== "waiting") ? false : POLL_MS),
    retry: false,
  });
