import { queryOptions } from "@tanstack/react-query";
import type { Measure } from "@/db/enums";
import { callService } from "@/lib/http/call-service";
import type { Page } from "@/lib/resource/list-query";
import type { Step } from "./wizard.rules";
import type { AccessDto, IndexInput, WizardDto } from "./wizard.schema";

const PATH = "/service/setupWizard";
/** Poll interval while waiting for a device's first message. */
export const WAITING_MS = 2000;

export const wizardQuery = (customerId: number) =>
  queryOptions({
    queryKey: ["setup-wizard", customerId],
    queryFn: ({ signal }) => callService<WizardDto>(`${PATH}?customerId=${customerId}`, { signal }),
  });

const post = <T>(step: string, body: object): Promise<T> => callService(`${PATH}/${step}`, { method: "POST", body });

export const sendAccess = (values: object) => post<AccessDto>("access", values);
export const sendCarrier = (values: object) => post<WizardDto>("carrier", values);
export const sendIndex = (values: IndexInput) => post<WizardDto>("index", values);
export const sendDevice = (values: object) => post<WizardDto>("device", values);

export const saveStep = (customerId: number, step: Step) =>
  callService<WizardDto>(PATH, { method: "PUT", body: { customerId, step } });

export const restart = (customerId: number) =>
  callService<WizardDto>(`${PATH}?customerId=${customerId}`, { method: "DELETE" });

/** Creates a token for the gateway, or for sensors without one; the earlier one becomes invalid. */
export const issueToken = (path: "gateway/" | "customer/", id: number) =>
  callService<{ token: string }>(`/service/${path}${id}/${path === "gateway/" ? "token" : "ingestToken"}`, {
    method: "POST",
  });

export type RangeOption = {
  id: number;
  name: string;
  measure: Measure;
  minimum: number | null;
  maximum: number | null;
};

/** Query: a customer's existing ranges, one page. */
export const rangesQuery = (customerId: number) =>
  queryOptions({
    queryKey: ["setup-wizard", customerId, "ranges"],
    queryFn: ({ signal }) =>
      callService<Page<RangeOption>>(`/service/carrier/zoneChoice?customerId=${customerId}&iDisplayLength=100`, {
        signal,
      }),
  });
