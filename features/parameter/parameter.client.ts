import { queryOptions } from "@tanstack/react-query";
import { callService } from "@/lib/http/call-service";
import type { Page } from "@/lib/resource/list-query";
import type { ParameterChange, ParameterDto, ParameterInput } from "./parameter.schema";

type Created = Omit<Partial<ParameterInput>, "code" | "content"> & Pick<ParameterInput, "code" | "content">;

export const createParameter = (values: Created): Promise<ParameterDto> =>
  callService("/service/parameter", { method: "POST", body: values });

export const updateParameter = (id: number, values: ParameterChange): Promise<ParameterDto> =>
  callService(`/service/parameter/${id}`, { method: "PUT", body: values });

export const removeParameter = (id: number): Promise<unknown> =>
  callService(`/service/parameter/${id}`, { method: "DELETE" });

export const OWN_VALUES_SHOWN = 100;

/** The customers' own values of a code, and the installation's row. */
export const ownValuesQuery = (code: string) =>
  queryOptions({
    queryKey: ["parameter", "own", code],
    queryFn: async ({ signal }) => {
      const query = new URLSearchParams({ code, iDisplayLength: String(OWN_VALUES_SHOWN) });
      const { items, total } = await callService<Page<ParameterDto>>(`/service/parameter?${query}`, { signal });
      return { items: items.filter(({ customerId }) => customerId !== null), isWhole: total <= OWN_VALUES_SHOWN };
    },
    // Always refetched, because it is opened for editing.
    staleTime: 0,
  });
