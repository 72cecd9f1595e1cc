-- As `oldest_readings`, of a carrier's positions.
CREATE FUNCTION oldest_positions(carrier bigint, since timestamptz, most bigint)
RETURNS TABLE (at timestamptz, longitude double precision, latitude double precision) LANGUAGE sql STABLE PARALLEL SAFE AS $$
  select p.at, p.longitude, p.latitude from position p where p.carrier_id = carrier and p.at >= since order by p.at limit most
$$;
