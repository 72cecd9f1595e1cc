import { callService } from "@/lib/http/call-service";
import type { RecordPointInput } from "./point.schema";
import type { SignedAction } from "./sheet.rules";
import type { SheetHashDto } from "./sheet.schema";

const PATH = "/service/tempRecord";

type Signing = { password: string; totp?: string | undefined; reason: string };

/** Signs a sheet as it is shown. */
export const signSheet = (id: number, action: SignedAction, body: Signing & { contentHash: string }) =>
  callService(`${PATH}/${id}/${action}`, { method: "POST", body });

/** Approves several sheets as they are now. */
export async function approveSheets(ids: readonly number[], signing: Signing): Promise<unknown> {
  const sheets = await callService<SheetHashDto[]>(`${PATH}/hash?ids=${ids.join(",")}`);
  return callService(`${PATH}/approve`, { method: "POST", body: { sheets, ...signing } });
}

export const enterValue = (id: number, body: { valueId: number; value: number; reason: string }) =>
  callService(`${PATH}/${id}/value`, { method: "POST", body });

export const commentValues = (id: number, body: { valueIds: readonly number[]; comment: string }) =>
  callService(`${PATH}/${id}/comment`, { method: "POST", body });

export const correctSheet = (id: number, reason: string) =>
  callService<{ id: number }>(`${PATH}/${id}/correct`, { method: "POST", body: { reason } });

/** Makes a carrier a record point, or changes one. */
export const savePoint = (isNew: boolean, { id, ...body }: Omit<RecordPointInput, "times"> & { times: string[] }) =>
  callService(`/service/recordPoint/${id}`, { method: isNew ? "POST" : "PUT", body });

export const removePoint = (id: number) => callService(`/service/recordPoint/${id}`, { method: "DELETE" });
