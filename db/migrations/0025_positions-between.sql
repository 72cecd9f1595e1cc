-- As `readings_between`, of a carrier's positions.
CREATE FUNCTION positions_between(carrier bigint, since timestamptz, until timestamptz)
RETURNS TABLE (at timestamptz, longitude double precision, latitude double precision, speed_kmh real, course real)
LANGUAGE sql STABLE PARALLEL SAFE AS $$
  select p.at, p.longitude, p.latitude, p.speed_kmh, p.course
    from position p where p.carrier_id = carrier and p.at >= since and p.at < until
$$;
