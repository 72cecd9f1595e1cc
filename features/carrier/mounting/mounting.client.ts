import { keepPreviousData, queryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { DeviceEvent, LiveReading } from "@/features/telemetry/live/live.schema";
import { withReading } from "@/features/telemetry/live/reading.rules";
import { callService } from "@/lib/http/call-service";
import { useLive, useWatched } from "@/lib/live/use-live";
import type { Page } from "@/lib/resource/list-query";
import type { MountedDto, MountingDto } from "./mounting.schema";

const key = (carrierId: number) => ["mounting", carrierId] as const;

/** The current or earlier mountings of a carrier. */
export const mountingsQuery = (carrierId: number, isCurrent: boolean, length: number) =>
  queryOptions({
    queryKey: [...key(carrierId), isCurrent, length],
    queryFn: ({ signal }) =>
      callService<Page<MountingDto>>(
        `/service/carrier/${carrierId}/mounting?isCurrent=${isCurrent}&iDisplayLength=${length}`,
        { signal },
      ),
    placeholderData: keepPreviousData,
  });

/** Maximum number of mountings shown in a panel. */
const CURRENT = 100;

/** The current mountings of a carrier, kept up to date by the live stream; `now` is the server's clock (epoch ms). */
export function useCurrentMountings(carrierId: number, now: number) {
  const client = useQueryClient();
  const query = useQuery(mountingsQuery(carrierId, true, CURRENT));
  const [heard, setHeard] = useState<ReadonlyMap<number, LiveReading>>(new Map());
  useWatched([carrierId], now);
  useLive<LiveReading[]>("reading", (readings) =>
    setHeard((known) => {
      const next = new Map(known);
      for (const reading of readings) if (reading.carrierId === carrierId) next.set(reading.probeId, reading);
      return next;
    }),
  );
  const refresh = () => client.invalidateQueries({ queryKey: key(carrierId) });
  useLive<DeviceEvent>("device", (event) => {
    if (event.change === "structure" && event.carrierId === carrierId) refresh();
  });
  const newest = (mounting: MountingDto): MountingDto => ({
    ...mounting,
    probes: mounting.probes.map((probe) => {
      const reading = heard.get(probe.probeId);
      return reading ? withReading(probe, reading) : probe;
    }),
  });
  return { ...query, items: query.data?.items.map(newest), refresh };
}

/** Mounts a device, or some of its probes; `at` in UTC, now if omitted. */
export const mount = (carrierId: number, body: { deviceId: number; measures?: string[]; at?: string }) =>
  callService<MountedDto>(`/service/carrier/${carrierId}/mount`, { method: "POST", body });

export const unmount = (carrierId: number, body: { deviceId: number; reason: string }) =>
  callService<MountedDto>(`/service/carrier/${carrierId}/unmount`, { method: "POST", body });
