import { queryOptions } from "@tanstack/react-query";
import { callService } from "@/lib/http/call-service";
import type { ArchiveDetailDto, ArchiveDto, ArchiveInput, ArchiveLinkDto } from "./archive.schema";

const PATH = "/service/archive";

/** The address of the file of an archive. */
export const filePath = (id: number) => `${PATH}/${id}/file`;
/** The address of the file of a link. */
export const linkedFilePath = (key: string) => `/service/share/backup/download?key=${encodeURIComponent(key)}`;

/** While an archive is being made or verified, it is asked for again at this interval. */
const POLL_MS = 1500;

export const isMoving = ({ state, check }: Pick<ArchiveDto, "state" | "check">): boolean =>
  state === "generating" || check === "running";

export const archiveKey = (id: number) => ["archive", id] as const;

export const archiveQuery = (id: number) =>
  queryOptions({
    queryKey: archiveKey(id),
    queryFn: ({ signal }) => callService<ArchiveDetailDto>(`${PATH}/${id}`, { signal }),
    refetchInterval: ({ state: { data } }) => (data && isMoving(data) ? POLL_MS : false),
    retry: false,
  });

export const createArchive = (values: ArchiveInput) => callService<ArchiveDto>(PATH, { method: "POST", body: values });

export const act = (id: number, action: "cancel" | "verify") =>
  callService<ArchiveDto>(`${PATH}/${id}/${action}`, { method: "POST", body: {} });

export const shareArchive = (id: number, days: number) =>
  callService<ArchiveLinkDto>(`${PATH}/${id}/share`, { method: "POST", body: { days } });

export const revokeLink = (id: number, linkId: string) =>
  callService<{ id: string }>(`${PATH}/${id}/revoke`, { method: "POST", body: { linkId } });
