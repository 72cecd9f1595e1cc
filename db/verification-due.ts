import type postgres from "postgres";
import type { Sql } from "./client";

type Fragment = postgres.PendingQuery<postgres.Row[]>;

/**
 * SQL rows: of each carrier whose verifications meet a condition on `v`, the last one that was confirmed and says
 * something, with `due_at`. Only one that was passed moves that on, by its months; from a failure on it is due at once.
 */
export const lastVerifications = (sql: Sql, condition: Fragment): Fragment => sql`
  select w.*, least(p.due_at, f.failed_at) as due_at
    from (select distinct on (v.carrier_id) v.*
            from verification_task v
           where v.state = 'terminated' and v.verdict in ('passed', 'failed') and ${condition}
           order by v.carrier_id, v.terminated_at desc) w
    left join lateral (
      select y.terminated_at, y.terminated_at + make_interval(months => y.valid_months) as due_at
        from verification_task y
       where y.carrier_id = w.carrier_id and y.state = 'terminated' and y.verdict = 'passed'
       order by y.terminated_at desc limit 1) p on true
    left join lateral (
      select min(y.terminated_at) as failed_at
        from verification_task y
       where y.carrier_id = w.carrier_id and y.state = 'terminated' and y.verdict = 'failed'
         and y.terminated_at > coalesce(p.terminated_at, '-infinity')) f on true`;
