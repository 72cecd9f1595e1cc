import "server-only";
import type { MaterializedState } from "@/lib/resource/materialized-state";
import { CHECK_SECONDS } from "@/lib/resource/materialized-state";
import { paceOf } from "../device.data";
import { CALIBRATION_NOTICE_DAYS } from "../device.rules";

const TOLERANCE = "device.faultToleranceCoefficient";
/** Shipped value of that parameter. */
const DEFAULT_TOLERANCE = 3;

/** Materialized states of a device. They equal `onlineStatus` and `calibrationState`; a test checks this. */
export const deviceStates: MaterializedState = {
  table: "device_state",
  recheck: "device_recheck",
  key: "device_id",
  counts: {
    table: "device_count",
    by: ["customer_id", "kind", "online_status", "calibration", "is_mounted", "is_abnormal"],
  },
  judge: (sql, ids, now) => {
    const at = sql`to_timestamp(${now.getTime()} / 1000.0)`;
    return sql`
      with found as (
        select d.*, d.last_seen_at + ${paceOf(sql)} * k.coefficient * interval '1 second' as silent_from, k.today, k.midnight
          from device d
          join (select c.id, coalesce(own.content::float8, (select content::float8 from parameter where customer_id is null and code = ${TOLERANCE}),
                                      ${DEFAULT_TOLERANCE}::float8) as coefficient,
                       today, (today + 1)::timestamp at time zone c.time_zone as midnight
                  from customer c
                 cross join lateral (select (${at} at time zone c.time_zone)::date as today) t
                  left join parameter own on own.customer_id = c.id and own.code = ${TOLERANCE}
                 where c.id in (select customer_id from device where id = any(${ids}::bigint[]))
                offset 0) k on k.id = d.customer_id
         where d.id = any(${ids}::bigint[]))
      update device_state s
         set customer_id = f.customer_id, kind = f.kind, sort_name = lower(f.name),
             online_status = case when f.use = 'deactivated' or f.custody not in ('own', 'borrowed') then 'stopped' when f.last_seen_at is null then 'unknown'
                                  when f.silent_from < ${at} then 'offline' else 'online' end,
             calibration = case when f.calibration_due_on is null then 'none' when f.calibration_due_on < f.today then 'expired'
                                when f.calibration_due_on <= f.today + ${CALIBRATION_NOTICE_DAYS}::int then 'dueSoon' else 'valid' end,
             is_mounted = exists (select from probe p join mounting m on m.probe_id = p.id and m.unmounted_at is null where p.device_id = f.id)
                       or exists (select from device_binding b where b.device_id = f.id and b.unbound_at is null and b.carrier_id is not null),
             is_abnormal = exists (select from exception e where e.device_id = f.id and e.ended_at is null and e.withdrawn_at is null),
             -- Only these change in the night: not all devices of a time zone are due at once.
             check_at = least(case when f.silent_from >= ${at} then f.silent_from + interval '1 millisecond' end,
                              case when f.calibration_due_on in (f.today, f.today + ${CALIBRATION_NOTICE_DAYS + 1}::int) then f.midnight end,
                              ${at} + ${CHECK_SECONDS} * interval '1 second')
        from found f
       where s.device_id = f.id`;
  },
};
