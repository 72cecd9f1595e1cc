import { queryOptions } from "@tanstack/react-query";
import { callService, type ServiceError } from "@/lib/http/call-service";
import type { SilenceChoiceDto, SilenceDto, SilenceInput } from "./silence.schema";

export const PATH = "/service/alarmSilence";

export const createSilence = (body: SilenceInput): Promise<SilenceDto> => callService(PATH, { method: "POST", body });

export const endSilence = (id: number): Promise<SilenceDto> => callService(`${PATH}/${id}/end`, { method: "POST" });

/** Possible targets of a silence by name; once one is selected, only of the same customer. */
export const choicesQuery = (q: string, customerId: number | undefined) => {
  const query = new URLSearchParams();
  if (q !== "") query.set("q", q);
  if (customerId !== undefined) query.set("customerId", String(customerId));
  return queryOptions<SilenceChoiceDto[], ServiceError>({
    queryKey: ["alarmSilence", "choice", query.toString()],
    queryFn: ({ signal }) => callService(`${PATH}/choice?${query}`, { signal }),
    staleTime: 30_000,
  });
};
