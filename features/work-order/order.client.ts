import { queryOptions } from "@tanstack/react-query";
import { callService } from "@/lib/http/call-service";
import { saveRecord } from "@/lib/http/save-record";
import { useGathered, useLive } from "@/lib/live/use-live";
import { smallPhoto } from "@/lib/photo/small-photo";
import type { Act } from "./act.rules";
import type { WorkOrderDto, WorkOrderEvent } from "./order.schema";

export const WORK_ORDER_PATH = "/service/workOrder";
/** A photo is slow to send on a bad line. */
const PHOTO_MS = 60_000;

export const saveWorkOrder = (id: number | null, values: object): Promise<WorkOrderDto> =>
  saveRecord(WORK_ORDER_PATH, id, values);

/** Accepts, processes, confirms, … an order; `values` are those of the act. */
export const sendAct = (id: number, act: Act | "comment", values: object): Promise<WorkOrderDto> =>
  callService(`${WORK_ORDER_PATH}/${id}/${act}`, { method: "POST", body: values });

/** Makes a photo smaller and sends it. The same key again changes nothing. Throws ServiceError. */
export async function sendPhoto(id: number, file: Blob, clientKey: string): Promise<WorkOrderDto> {
  const body = { clientKey, photo: await smallPhoto(file) };
  return callService(`${WORK_ORDER_PATH}/${id}/photo`, { method: "POST", body, timeoutMs: PHOTO_MS });
}

export const photoAddress = (id: number, file: string): string => `${WORK_ORDER_PATH}/${id}/photo?file=${file}`;

const SHOWN = "50";
type About = { exceptionId: number } | { carrierId: number } | { deviceId: number };

/** The orders about an exception, a carrier or a device, the newest first. */
export const ordersAboutQuery = (about: About) => {
  const query = new URLSearchParams({ iDisplayLength: SHOWN });
  for (const [name, id] of Object.entries(about)) query.set(name, String(id));
  return queryOptions({
    queryKey: ["workOrder", query.toString()],
    queryFn: async ({ signal }) =>
      (await callService<{ items: WorkOrderDto[] }>(`${WORK_ORDER_PATH}?${query}`, { signal })).items,
    staleTime: 0,
  });
};

/** Refreshes soon after an order has changed: any, or the one with this id. */
export function useOrderRefresh(refresh: () => void, id?: number): void {
  const soon = useGathered(refresh);
  useLive<WorkOrderEvent>("workOrder", (event) => {
    if ("change" in event && (id === undefined || event.orderId === id)) soon();
  });
  useLive("reset", refresh);
}
