import { queryOptions } from "@tanstack/react-query";
import { callService } from "@/lib/http/call-service";
import type { Page } from "@/lib/resource/list-query";
import type { MountCandidateDto } from "./candidate.schema";

export const mountCandidatesPath = (carrierId: number) => `/service/carrier/${carrierId}/mountable`;

/** One device with its unmounted probes. */
export const mountCandidatesQuery = (carrierId: number, deviceId: number) =>
  queryOptions({
    queryKey: ["carrier", carrierId, "mountable", deviceId],
    queryFn: async ({ signal }) => {
      const path = `${mountCandidatesPath(carrierId)}?deviceId=${deviceId}`;
      return (await callService<Page<MountCandidateDto>>(path, { signal })).items[0] ?? null;
    },
    // The device may be mounted elsewhere meanwhile.
    staleTime: 0,
  });

/** MACs are written with and without colons. */
const bare = (text: string) => text.replaceAll(/[\s:.-]/g, "").toUpperCase();

/** The device with this serial number or MAC; null if it cannot be mounted. */
export async function findByCode(carrierId: number, code: string): Promise<MountCandidateDto | null> {
  const ask = async (q: string) => {
    const page = await callService<Page<MountCandidateDto>>(
      `${mountCandidatesPath(carrierId)}?${new URLSearchParams({ q })}`,
    );
    return page.items.find(({ serialNumber, mac }) => [serialNumber, mac].some((one) => bare(one) === bare(code)));
  };
  return (await ask(code)) ?? (bare(code) === code ? null : ((await ask(bare(code))) ?? null));
}
