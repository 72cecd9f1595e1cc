import { queryOptions } from "@tanstack/react-query";
import type { TemperatureUnit } from "@/db/enums";
import { callService, type ServiceError } from "@/lib/http/call-service";
import { useServiceMutation } from "@/lib/http/use-service-mutation";
import type { CustomerDto, CustomerInput, CustomerRowDto, IngestTokenDto } from "./customer.schema";
import type { CustomerCreateInput, OpeningDto } from "./provisioning.schema";
import type { BelongingsDto } from "./removal.schema";

const PATH = "/service/customer";

export const customerKeys = {
  all: ["customer"],
  one: (id: number) => ["customer", id],
  belongings: (id: number) => ["customer", id, "belongings"],
} as const;

/** Only network failures are retried; a refusal would be repeated. */
const retry = (failures: number, { code }: ServiceError) => code === 0 && failures < 1;

export const customerQuery = (id: number) =>
  queryOptions<CustomerRowDto, ServiceError>({
    retry,
    queryKey: customerKeys.one(id),
    queryFn: ({ signal }) => callService(`${PATH}/${id}`, { signal }),
  });

/** Not cached, so that the numbers are current whenever the dialog opens. */
export const belongingsQuery = (id: number) =>
  queryOptions<BelongingsDto, ServiceError>({
    retry,
    queryKey: customerKeys.belongings(id),
    queryFn: ({ signal }) => callService(`${PATH}/${id}/belongings`, { signal }),
    staleTime: 0,
    gcTime: 0,
  });

export const createCustomer = (body: CustomerCreateInput): Promise<OpeningDto> =>
  callService(PATH, { method: "POST", body });

export const updateCustomer = (id: number, body: CustomerInput): Promise<CustomerDto> =>
  callService(`${PATH}/${id}`, { method: "PUT", body });

export type StatusVerb = "cancel" | "activate";

/** Changes one customer by its own call, several as a batch that is all or nothing. */
export const useStatusChange = () =>
  useServiceMutation(
    ({ verb, ids }: { verb: StatusVerb; ids: readonly number[] }) =>
      ids.length === 1
        ? callService(`${PATH}/${ids[0]}/${verb}`, { method: "POST" })
        : callService(`${PATH}/${verb}`, { method: "POST", body: { ids } }),
    customerKeys.all,
  );

/** Drops cached data about the removed customer, which would no longer be found. */
export const useRemoval = () =>
  useServiceMutation(
    ({ id, confirm }: { id: number; confirm: string }): Promise<BelongingsDto> =>
      callService(`${PATH}/${id}`, { method: "DELETE", body: { confirm } }),
  );

export const useTemperatureUnit = () =>
  useServiceMutation(
    ({ id, ...body }: { id: number; version: number; temperatureUnit: TemperatureUnit }) =>
      callService<CustomerDto>(`${PATH}/${id}/temperatureUnit`, { method: "PUT", body }),
    customerKeys.all,
  );

export const useNewToken = () =>
  useServiceMutation(
    (id: number) => callService<IngestTokenDto>(`${PATH}/${id}/ingestToken`, { method: "POST" }),
    customerKeys.all,
  );
