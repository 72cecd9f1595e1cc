import "server-only";
import type { Db } from "@/db/client";
import type { Severity } from "@/db/enums";
import type { ExceptionChange } from "./evaluation.schema";
import { publishedColumns } from "./record.data";
import type { SeverityStep } from "./severity.rules";

/** An open exception whose condition has steps; `startedAt` in epoch milliseconds. */
export type Rising = { id: number; severity: Severity; base: Severity; steps: SeverityStep[]; startedAt: number };

/**
 * Open exceptions of all customers whose severity may rise with time; for the worker. Excludes the silence of gateways:
 * its condition belongs to a sensor behind the gateway and only determines whom to notify.
 */
export const findRising = (db: Db): Promise<Rising[]> =>
  db.$client<Rising[]>`
    select e.id::int, e.severity, coalesce(ac.severity, t.severity) as base, ac.severity_steps as steps,
           (extract(epoch from e.started_at) * 1000)::float8 as "startedAt"
      from exception e
      join alarm_condition ac on ac.id = e.condition_id and ac.severity_steps is not null
      join alarm_trigger t on t.id = ac.trigger_id
     where e.ended_at is null and e.withdrawn_at is null and (e.probe_id is not null or e.kind = 'geofence')`;

export type Rise = { id: number; from: Severity; to: Severity; at: number };

/** Raises severities, unless they changed or the exception ended meanwhile. Returns those raised. */
export async function saveRises(tx: Db, rises: readonly Rise[]): Promise<ExceptionChange[]> {
  const column = <K extends keyof Rise>(key: K) => rises.map((rise) => rise[key]);
  const rows = await tx.$client<Omit<ExceptionChange, "change">[]>`
    update exception e
       set severity = n.target,
           context = e.context || jsonb_build_object('rises', coalesce(e.context->'rises', '[]') || jsonb_build_array(
             jsonb_build_object('at', n.at, 'severity', n.target)))
      from unnest(${column("id")}::bigint[], ${column("from")}::text[], ${column("to")}::text[], ${column("at")}::float8[])
           as n(id, known, target, at)
     where e.id = n.id and e.severity = n.known and e.ended_at is null and e.withdrawn_at is null
    returning ${publishedColumns(tx.$client)}`;
  return rows.map((row) => ({ ...row, change: "updated" as const }));
}
