import { queryOptions, useQuery } from "@tanstack/react-query";
import type { Excursion, HistoryDto } from "@/features/telemetry/history/history.schema";
import type { HistoryProbe } from "@/features/telemetry/ingest/probe.schema";
import type { LiveReading } from "@/features/telemetry/live/live.schema";
import { callService } from "@/lib/http/call-service";
import { useGathered, useLive } from "@/lib/live/use-live";
import type { CarrierDto } from "../carrier.schema";
import { LIVE_HOURS } from "./detail.rules";
import type { LiveChart } from "./detail.schema";

const HOUR_MS = 3_600_000;
const EVERY_MS = 60_000;
const POINTS = 500;

/** The last hours of these probes, refetched every minute; `now` is the server's clock of the page. */
function chartQuery(carrierId: number, probes: HistoryProbe[], now: number, hours: number = LIVE_HOURS) {
  const probeIds = probes.map(({ probeId }) => probeId).join(",");
  return queryOptions({
    queryKey: ["carrier", carrierId, "chart", probeIds, hours],
    queryFn: async ({ signal }): Promise<LiveChart> => {
      // If the browser's clock is behind, the page's time is used.
      const to = Math.max(now, Date.now());
      const range = { from: to - hours * HOUR_MS, to };
      const query = new URLSearchParams({
        carrierIds: String(carrierId),
        probeIds,
        from: String(range.from),
        to: String(range.to),
      });
      const [history, { items: excursions }] = await Promise.all([
        callService<HistoryDto>(`/service/share/history?${query}&points=${POINTS}`, { signal }),
        callService<{ items: Excursion[] }>(`/service/share/history/excursion?${query}`, { signal }),
      ]);
      return { probes, range, history, excursions };
    },
    staleTime: EVERY_MS,
    refetchInterval: EVERY_MS,
  });
}

/** Changes within this window are drawn together. */
const BATCH_WINDOW_MS = 2000;

/** The last hours of a carrier, kept up to date; the page brings the first data. */
export function useLiveSeries(carrierId: number, first: LiveChart, now: number, hours: number) {
  const query = useQuery({
    ...chartQuery(carrierId, first.probes, now, hours),
    initialData: first,
    initialDataUpdatedAt: now,
  });
  const soon = useGathered(() => void query.refetch(), BATCH_WINDOW_MS);
  useLive<LiveReading[]>("reading", (readings) => {
    if (readings.some((reading) => first.probes.some(({ probeId }) => probeId === reading.probeId))) soon();
  });
  return query;
}

type Ranges = Pick<CarrierDto, "id" | "zones" | "mountedMeasures">;

/** The ranges of a carrier and its measures. */
export const rangesQuery = (carrierId: number) =>
  queryOptions({
    queryKey: ["carrier", carrierId, "ranges"],
    queryFn: ({ signal }) => callService<Ranges>(`/service/carrier/${carrierId}/zone`, { signal }),
    // A form starts from the stored values.
    gcTime: 0,
  });

export const saveRanges = (carrierId: number, zones: readonly Pick<Ranges["zones"][number], "measure" | "zoneId">[]) =>
  callService<Ranges>(`/service/carrier/${carrierId}/zone`, { method: "PUT", body: { zones } });
