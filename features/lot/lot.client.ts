import { queryOptions } from "@tanstack/react-query";
import { callService } from "@/lib/http/call-service";
import type { DecideInput, DraftDto } from "./decision.schema";
import type { ConcernedLotDto, LotDto, LotRowDto } from "./lot.schema";

export const LOT_PATH = "/service/lot";

export const saveLot = (id: number | null, values: object): Promise<LotDto> =>
  id === null
    ? callService(LOT_PATH, { method: "POST", body: values })
    : callService(`${LOT_PATH}/${id}`, { method: "PUT", body: values });

type Placing = { carrierId: number; at?: string; how: "hand" | "scan" };

/** Puts a lot into a carrier. */
export const placeLot = (id: number, placing: Placing): Promise<LotDto> =>
  callService(`${LOT_PATH}/${id}/placement`, { method: "POST", body: placing });

/** Takes a lot out of its carrier now. */
export const takeOutLot = (id: number): Promise<LotDto> =>
  callService(`${LOT_PATH}/${id}/placement`, { method: "DELETE", body: {} });

/** The lots with the number that was scanned. */
export const findScanned = (number: string): Promise<LotDto[]> =>
  callService(`${LOT_PATH}/scan?${new URLSearchParams({ number })}`);

type Place = { id: number; name: string; customerId: number };

/** The carrier of a scanned code: the address of its page, or its name; null if there is none. */
export async function findScannedCarrier(text: string): Promise<Place | null> {
  const id = /[?&]id=(\d{1,15})\b/.exec(text)?.[1];
  if (id) return callService<Place>(`/service/carrier/${id}`).catch(() => null);
  const name = text.trim();
  const { items } = await callService<{ items: Place[] }>(
    `/service/carrier?${new URLSearchParams({ q: name, iDisplayLength: "20" })}`,
  );
  return items.find((one) => one.name.toLowerCase() === name.toLowerCase()) ?? null;
}

type Choice = Pick<DecideInput, "decision" | "reason"> & { target?: string; minutes?: number };

/** What a decision would sign. */
export const draftDecision = (id: number, { minutes, ...choice }: Choice): Promise<DraftDto> =>
  callService(
    `${LOT_PATH}/${id}/decision/draft?${new URLSearchParams({ ...choice, ...(minutes !== undefined && { minutes: String(minutes) }) })}`,
  );

/** Signs a decision as it was drafted. */
export const signDecision = (
  id: number,
  choice: Choice,
  draft: Pick<DraftDto, "at" | "contentHash">,
  credentials: { password: string; totp?: string | undefined },
): Promise<unknown> =>
  callService(`${LOT_PATH}/${id}/decision`, {
    method: "POST",
    body: { ...choice, at: draft.at, contentHash: draft.contentHash, ...credentials },
  });

/** The lots in a carrier now. */
export const lotsInQuery = (carrierId: number) =>
  queryOptions({
    queryKey: ["lot", "carrier", carrierId],
    queryFn: ({ signal }) => callService<LotRowDto[]>(`/service/carrier/${carrierId}/lot`, { signal }),
  });

/** The lots that were in the carrier of an exception. */
export const concernedLotsQuery = (exceptionId: number) =>
  queryOptions({
    queryKey: ["lot", "exception", exceptionId],
    queryFn: ({ signal }) => callService<ConcernedLotDto[]>(`/service/exception/${exceptionId}/lot`, { signal }),
  });
