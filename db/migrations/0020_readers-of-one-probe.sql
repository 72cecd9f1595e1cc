-- What is asked of one probe, row by row of a question about many. PostgreSQL plans these as if they stood in the
-- question; where readings lie in shards they are called instead (`db/readers.ts`). Ends are excluded.
CREATE FUNCTION readings_between(probe bigint, since timestamptz, until timestamptz)
RETURNS TABLE (at timestamptz, value double precision) LANGUAGE sql STABLE PARALLEL SAFE AS $$
  select r.at, r.value from reading r where r.probe_id = probe and r.at >= since and r.at < until
$$;--> statement-breakpoint
CREATE FUNCTION newest_readings(probe bigint, since timestamptz, until timestamptz, most bigint)
RETURNS TABLE (at timestamptz, value double precision) LANGUAGE sql STABLE PARALLEL SAFE AS $$
  select r.at, r.value from reading r where r.probe_id = probe and r.at >= since and r.at < until order by r.at desc limit most
$$;--> statement-breakpoint
CREATE FUNCTION oldest_readings(probe bigint, since timestamptz, until timestamptz, most bigint)
RETURNS TABLE (at timestamptz, value double precision) LANGUAGE sql STABLE PARALLEL SAFE AS $$
  select r.at, r.value from reading r where r.probe_id = probe and r.at >= since and r.at < until order by r.at limit most
$$;--> statement-breakpoint
CREATE FUNCTION hours_between(probe bigint, since timestamptz, until timestamptz)
RETURNS TABLE (hour timestamptz, count integer, sum double precision, minimum double precision, maximum double precision, arrhenius_sum double precision)
LANGUAGE sql STABLE PARALLEL SAFE AS $$
  select h.hour, h.count, h.sum, h.minimum, h.maximum, h.arrhenius_sum
    from reading_hour h where h.probe_id = probe and h.hour >= since and h.hour < until
$$;--> statement-breakpoint
CREATE FUNCTION oldest_hour(probe bigint, since timestamptz, until timestamptz)
RETURNS TABLE (hour timestamptz) LANGUAGE sql STABLE PARALLEL SAFE AS $$
  select h.hour from reading_hour h where h.probe_id = probe and h.hour >= since and h.hour < until order by h.hour limit 1
$$;--> statement-breakpoint
-- When the probe began to say what it says at an instant (which is included), a door's or power's state; no earlier than `since`.
CREATE FUNCTION state_held_since(probe bigint, since timestamptz, instant timestamptz, state double precision)
RETURNS TABLE (at timestamptz) LANGUAGE sql STABLE PARALLEL SAFE AS $$
  select r.at from reading r
   where r.probe_id = probe and r.at <= instant
     and r.at > coalesce(
       (select b.at from reading b
         where b.probe_id = probe and b.at <= instant and b.at >= since and b.value <> state
         order by b.at desc limit 1), since - interval '1 millisecond')
   order by r.at limit 1
$$;
