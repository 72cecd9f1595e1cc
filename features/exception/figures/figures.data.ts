import "server-only";
import type { Db } from "@/db/client";
import type { Measure } from "@/db/enums";
import type { Figures, Measured } from "./figures.rules";

/** The report intervals of the devices of these probes. Visibility was checked through their exceptions. */
export async function findPaces(
  db: Db,
  probeIds: readonly number[],
): Promise<Map<number, { measure: Measure; reportIntervalSeconds: number }>> {
  const rows = await db.$client<{ probeId: number; measure: Measure; reportIntervalSeconds: number }[]>`
    select p.id::int as "probeId", p.measure, d.report_interval_seconds as "reportIntervalSeconds"
      from probe p join device d on d.id = p.device_id where p.id = any(${[...probeIds]}::bigint[])`;
  return new Map(rows.map(({ probeId, ...pace }) => [probeId, pace]));
}

/** An exception whose stored figures are due; `dueAt` (epoch ms) identifies the version of the exception. */
export type Due = Measured & { id: number; dueAt: number };

/** Exceptions due at `now` (epoch ms), the longest overdue first. */
export const findDue = (db: Db, now: number, limit: number): Promise<Due[]> =>
  db.$client<Due[]>`
    select id::int, kind, probe_id::int as "probeId", measure, side, minimum, maximum, sample_count as "sampleCount",
           (extract(epoch from started_at) * 1000)::float8 as "startedAt",
           (extract(epoch from coalesce(ended_at, withdrawn_at)) * 1000)::float8 as "endedAt",
           (extract(epoch from figures_due_at) * 1000)::float8 as "dueAt"
      from exception where figures_due_at <= to_timestamp(${now}::float8 / 1000)
     order by figures_due_at, id limit ${limit}`;

/** Exceptions with their stored figures, as the system. */
export const findStored = (
  db: Db,
  ids: readonly number[],
): Promise<(Measured & Omit<Figures, "sampleCount" | "kineticRefusal"> & { id: number; peak: number | null })[]> =>
  db.$client`
    select id::int, kind, probe_id::int as "probeId", measure, side, minimum, maximum, sample_count as "sampleCount",
           (extract(epoch from started_at) * 1000)::float8 as "startedAt",
           (extract(epoch from coalesce(ended_at, withdrawn_at)) * 1000)::float8 as "endedAt",
           peak, mean, degree_minutes as "degreeMinutes", mean_kinetic_temperature as "meanKineticTemperature",
           observed_seconds as "observedSeconds"
      from exception where id = any(${[...ids]}::bigint[])`;

/** Figures of an exception, null if its readings are deleted; `nextAt` (epoch ms): when they are due again. */
export type Worked = Due & { figures: Omit<Figures, "sampleCount"> | null; nextAt: number | null };

/** Stores figures, unless the exception or its readings changed since they were due. */
export async function saveFigures(db: Db, rows: readonly Worked[], now: number): Promise<void> {
  const column = <T>(get: (row: Worked) => T) => rows.map(get);
  const figure = (key: keyof NonNullable<Worked["figures"]>) => column(({ figures }) => figures?.[key] ?? null);
  await db.$client`
    update exception e
       set mean = case when n.known = 1 then n.mean else e.mean end,
           degree_minutes = case when n.known = 1 then n.degree_minutes else e.degree_minutes end,
           mean_kinetic_temperature = case when n.known = 1 then n.kinetic else e.mean_kinetic_temperature end,
           observed_seconds = case when n.known = 1 then n.observed else e.observed_seconds end,
           figures_at = case when n.known = 1 then to_timestamp(${now}::float8 / 1000) else e.figures_at end,
           figures_due_at = to_timestamp(n.next_at / 1000)
      from unnest(${column(({ id }) => id)}::bigint[], ${column(({ dueAt }) => dueAt)}::float8[], ${column(({ nextAt }) => nextAt)}::float8[],
                  ${column(({ figures }) => Number(figures !== null))}::int[], ${figure("mean")}::float8[], ${figure("degreeMinutes")}::float8[],
                  ${figure("meanKineticTemperature")}::float8[], ${figure("observedSeconds")}::float8[])
           as n(id, due_at, next_at, known, mean, degree_minutes, kinetic, observed)
     where e.id = n.id and e.figures_due_at = to_timestamp(n.due_at / 1000)`;
}
