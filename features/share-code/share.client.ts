import { queryOptions } from "@tanstack/react-query";
import type { ShareKind } from "@/db/share-enums";
import { callService } from "@/lib/http/call-service";
import type { Page } from "@/lib/resource/list-query";
import type { LabelDto, OpeningDto, ShareDto, ShareInput, SubjectDto } from "./share.schema";

export const SHARE_PATH = "/service/shareCode";

export const shareQuery = (id: number) =>
  queryOptions({
    queryKey: ["shareCode", id],
    queryFn: ({ signal }) => callService<ShareDto>(`${SHARE_PATH}/${id}`, { signal }),
    retry: false,
  });

export const openingsQuery = (id: number, length: number) =>
  queryOptions({
    queryKey: ["shareCode", id, "opening", length],
    queryFn: ({ signal }) =>
      callService<Page<OpeningDto>>(`${SHARE_PATH}/${id}/opening?iDisplayLength=${length}`, { signal }),
  });

export const labelsQuery = (ids: readonly number[]) =>
  queryOptions({
    queryKey: ["shareCode", "label", ids.join(",")],
    queryFn: ({ signal }) => callService<LabelDto[]>(`${SHARE_PATH}/label?ids=${ids.join(",")}`, { signal }),
    // Whoever may no longer make codes must not find them here.
    gcTime: 0,
    retry: false,
  });

export const subjectsQuery = (q: string, kind: ShareKind) =>
  queryOptions({
    queryKey: ["shareCode", "subject", kind, q],
    queryFn: ({ signal }) =>
      callService<SubjectDto[]>(`${SHARE_PATH}/subject?${new URLSearchParams({ kind, ...(q && { q }) })}`, { signal }),
    staleTime: 30_000,
  });

export const createShares = (values: ShareInput) =>
  callService<{ ids: number[]; items: ShareDto[] }>(SHARE_PATH, { method: "POST", body: values });

export const revokeShare = (id: number) => callService<ShareDto>(`${SHARE_PATH}/${id}`, { method: "DELETE" });
