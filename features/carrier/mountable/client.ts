import { queryOptions } from "@tanstack/react-query";
import { callService } from "@/lib/http/call-service";
import type { Page } from "@/lib/resource/list-query";
import type { MountableDto } from "./schema";

export const mountablePath = (carrierId: number) => `/service/carrier/${carrierId}/mountable`;

/** One device with the probes that are left of it. */
export const mountableQuery = (carrierId: number, deviceId: number) =>
  queryOptions({
    queryKey: ["carrier", carrierId, "mountable", deviceId],
    queryFn: async ({ signal }) => {
      const path = `${mountablePath(carrierId)}?deviceId=${deviceId}`;
      return (await callService<Page<MountableDto>>(path, { signal })).items[0] ?? null;
    },
    // Somebody may hang it elsewhere meanwhile.
    staleTime: 0,
  });

/** MACs are written with and without colons. */
const bare = (text: string) => text.replaceAll(/[\s:.-]/g, "").toUpperCase();

/** The device with this serial number or MAC; null where none can be mounted. */
export async function findByCode(carrierId: number, code: string): Promise<MountableDto | null> {
  const ask = async (q: string) => {
    const page = await callService<Page<MountableDto>>(`${mountablePath(carrierId)}?${new URLSearchParams({ q })}`);
    return page.items.find(({ serialNumber, mac }) => [serialNumber, mac].some((one) => bare(one) === bare(code)));
  };
  return (await ask(code)) ?? (bare(code) === code ? null : ((await ask(bare(code))) ?? null));
}
