import { queryOptions } from "@tanstack/react-query";
import { callService, type ServiceError } from "@/lib/http/call-service";
import { saveRecord } from "@/lib/http/save-record";
import { useGathered, useLive } from "@/lib/live/use-live";
import type { SecondmentAct } from "./secondment.rules";
import type { SecondmentDto, SecondmentEvent } from "./secondment.schema";

export const SECONDMENT_PATH = "/service/secondment";

export const createSecondment = (values: object): Promise<SecondmentDto> => saveRecord(SECONDMENT_PATH, null, values);

/** Revokes, gives back, confirms or declines. */
export const sendAct = (id: number, act: SecondmentAct, values: object): Promise<SecondmentDto> =>
  callService(`${SECONDMENT_PATH}/${id}/${act}`, { method: "POST", body: values });

export const secondmentQuery = (id: number) =>
  queryOptions<SecondmentDto, ServiceError>({
    queryKey: ["secondment", id],
    queryFn: ({ signal }) => callService(`${SECONDMENT_PATH}/${id}`, { signal }),
    staleTime: 0,
  });

/** Refreshes soon after a secondment of the reader's customer has changed. */
export function useSecondmentRefresh(refresh: () => void): void {
  const soon = useGathered(refresh);
  useLive<SecondmentEvent>("secondment", (event) => {
    if ("change" in event) soon();
  });
  useLive("reset", refresh);
}
