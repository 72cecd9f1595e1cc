import { queryOptions } from "@tanstack/react-query";
import { callService, type ServiceError } from "@/lib/http/call-service";
import { type Followed, nextIds, type TestAlarmState, UNKNOWN, withAnswer } from "./follow.rules";
import type { TestAlarmDto, TestAlarmPlanDto } from "./schema";

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

/** The states of these messages, polled until each has a result; each call asks for a part of those that have none. */
export const statesQuery = (carrierId: number, ids: readonly number[]) => {
  const queryKey = ["testAlarm", carrierId, "states", ids[0] ?? 0];
  return queryOptions<Followed, ServiceError>({
    queryKey,
    queryFn: async ({ client, signal }) => {
      const known = client.getQueryData<Followed>(queryKey) ?? UNKNOWN;
      const asked = nextIds(ids, known);
      if (asked.length === 0) return known;
      const path = `${pathOf(carrierId)}/result?ids=${asked.join(",")}`;
      return withAnswer(known, asked, (await callService<{ items: TestAlarmState[] }>(path, { signal })).items);
    },
    enabled: ids.length > 0,
    refetchInterval: ({ state: { data } }) => (data && nextIds(ids, data).length === 0 ? false : POLL_MS),
    structuralSharing: false,
    retry: false,
  });
};
