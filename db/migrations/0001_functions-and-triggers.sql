-- What drizzle cannot say of a table.

-- Two mountings of one probe never overlap: a reading belongs to one carrier at most.
ALTER TABLE "mounting" ADD CONSTRAINT "mounting_period_excl"
  EXCLUDE USING gist ("probe_id" WITH =, tstzrange("mounted_at", "unmounted_at") WITH &&);
--> statement-breakpoint
-- Rows that nearly every batch writes get room for their next version beside them: no index is written then.
ALTER TABLE "probe_state" SET (fillfactor = 50);
--> statement-breakpoint
ALTER TABLE "monitoring_state" SET (fillfactor = 50);
--> statement-breakpoint
ALTER TABLE "device" SET (fillfactor = 50);
--> statement-breakpoint
-- An index alone answers only for pages that were vacuumed: by amount, not by a share of all that was ever stored.
ALTER TABLE "reading_hour" SET (
  fillfactor = 70,
  autovacuum_vacuum_scale_factor = 0.01,
  autovacuum_vacuum_threshold = 20000,
  autovacuum_vacuum_insert_scale_factor = 0.01,
  autovacuum_vacuum_insert_threshold = 20000
);
--> statement-breakpoint
INSERT INTO "forward_head" ("id", "position") VALUES (1, 0);
--> statement-breakpoint
-- Readers of one probe or carrier: asked row by row of a question about many. PostgreSQL plans these as if they stood in
-- the question; where readings lie in shards they are called instead (`db/readers.ts`). Ends are excluded.

CREATE FUNCTION readings_between(probe bigint, since timestamptz, until timestamptz)
RETURNS TABLE (at timestamptz, value double precision) LANGUAGE sql STABLE PARALLEL SAFE AS $$
  select r.at, r.value from reading r where r.probe_id = probe and r.at >= since and r.at < until
$$;
--> statement-breakpoint
CREATE FUNCTION newest_readings(probe bigint, since timestamptz, until timestamptz, most bigint)
RETURNS TABLE (at timestamptz, value double precision) LANGUAGE sql STABLE PARALLEL SAFE AS $$
  select r.at, r.value from reading r where r.probe_id = probe and r.at >= since and r.at < until order by r.at desc limit most
$$;
--> statement-breakpoint
CREATE FUNCTION oldest_readings(probe bigint, since timestamptz, until timestamptz, most bigint)
RETURNS TABLE (at timestamptz, value double precision) LANGUAGE sql STABLE PARALLEL SAFE AS $$
  select r.at, r.value from reading r where r.probe_id = probe and r.at >= since and r.at < until order by r.at limit most
$$;
--> statement-breakpoint
CREATE FUNCTION hours_between(probe bigint, since timestamptz, until timestamptz)
RETURNS TABLE (hour timestamptz, count integer, sum double precision, minimum double precision, maximum double precision)
LANGUAGE sql STABLE PARALLEL SAFE AS $$
  select h.hour, h.count, h.sum, h.minimum, h.maximum
    from reading_hour h where h.probe_id = probe and h.hour >= since and h.hour < until
$$;
--> statement-breakpoint
CREATE FUNCTION held_hours_between(probe bigint, since timestamptz, until timestamptz)
RETURNS TABLE (hour timestamptz, count integer, sum double precision, minimum double precision, maximum double precision, squares double precision, entry double precision, held_area double precision, held_arrhenius_area double precision, longest_ms double precision)
LANGUAGE sql STABLE PARALLEL SAFE AS $$
  select h.hour, h.count, h.sum, h.minimum, h.maximum, h.squares, h.entry, h.held_area, h.held_arrhenius_area, h.longest_ms
    from reading_hour h where h.probe_id = probe and h.hour >= since and h.hour < until
$$;
--> statement-breakpoint
CREATE FUNCTION oldest_hour(probe bigint, since timestamptz, until timestamptz)
RETURNS TABLE (hour timestamptz) LANGUAGE sql STABLE PARALLEL SAFE AS $$
  select h.hour from reading_hour h where h.probe_id = probe and h.hour >= since and h.hour < until order by h.hour limit 1
$$;
--> statement-breakpoint
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
--> statement-breakpoint
CREATE FUNCTION positions_between(carrier bigint, since timestamptz, until timestamptz)
RETURNS TABLE (at timestamptz, longitude double precision, latitude double precision, speed_kmh real, course real)
LANGUAGE sql STABLE PARALLEL SAFE AS $$
  select p.at, p.longitude, p.latitude, p.speed_kmh, p.course
    from position p where p.carrier_id = carrier and p.at >= since and p.at < until
$$;
--> statement-breakpoint
CREATE FUNCTION oldest_positions(carrier bigint, since timestamptz, most bigint)
RETURNS TABLE (at timestamptz, longitude double precision, latitude double precision) LANGUAGE sql STABLE PARALLEL SAFE AS $$
  select p.at, p.longitude, p.latitude from position p where p.carrier_id = carrier and p.at >= since order by p.at limit most
$$;
--> statement-breakpoint
-- The newest reading of a probe that is held as a jump and lies behind its newest valid one: the one definition of "unconfirmed".
CREATE FUNCTION unconfirmed_jump(probe bigint, after timestamptz)
RETURNS TABLE (at timestamptz, value double precision, marked_at timestamptz) LANGUAGE sql STABLE PARALLEL SAFE AS $$
  select i.at, i.value, i.marked_at from invalid_reading i
   where i.probe_id = probe and i.at > after and i.kind = 'jump' and i.restored_at is null
   order by i.at desc limit 1
$$;
--> statement-breakpoint
-- States of carriers and devices. What a state follows from is written in many places; each of them is noted here, so that
-- none is forgotten. They only add rows: whoever notes a change waits for nobody.

CREATE FUNCTION note_carrier() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO monitoring_state (carrier_id, customer_id, type, sort_name) VALUES (new.id, new.customer_id, new.type, lower(new.name));
  ELSE
    INSERT INTO monitoring_recheck VALUES (new.id);
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER "carrier_made" AFTER INSERT ON "carrier" FOR EACH ROW EXECUTE FUNCTION note_carrier();
--> statement-breakpoint
CREATE TRIGGER "carrier_changed" AFTER UPDATE ON "carrier" FOR EACH ROW
  WHEN ((old.name, old.customer_id, old.type, old.status, old.defrost_until, old.alarm_trigger_id) IS DISTINCT FROM (new.name, new.customer_id, new.type, new.status, new.defrost_until, new.alarm_trigger_id))
  EXECUTE FUNCTION note_carrier();
--> statement-breakpoint
CREATE FUNCTION note_mounting() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  IF TG_OP <> 'INSERT' THEN
    INSERT INTO monitoring_recheck VALUES (old.carrier_id);
    INSERT INTO device_recheck SELECT device_id FROM probe WHERE id = old.probe_id;
  END IF;
  IF TG_OP <> 'DELETE' THEN
    INSERT INTO monitoring_recheck VALUES (new.carrier_id);
    INSERT INTO device_recheck SELECT device_id FROM probe WHERE id = new.probe_id;
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER "mounting_changed" AFTER INSERT OR UPDATE OR DELETE ON "mounting" FOR EACH ROW EXECUTE FUNCTION note_mounting();
--> statement-breakpoint
CREATE FUNCTION note_binding() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  INSERT INTO device_recheck VALUES (CASE TG_OP WHEN 'DELETE' THEN old.device_id ELSE new.device_id END);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER "device_binding_changed" AFTER INSERT OR UPDATE OR DELETE ON "device_binding" FOR EACH ROW EXECUTE FUNCTION note_binding();
--> statement-breakpoint
CREATE FUNCTION note_carrier_zone() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  INSERT INTO monitoring_recheck VALUES (CASE TG_OP WHEN 'DELETE' THEN old.carrier_id ELSE new.carrier_id END);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER "carrier_zone_changed" AFTER INSERT OR UPDATE OR DELETE ON "carrier_zone" FOR EACH ROW EXECUTE FUNCTION note_carrier_zone();
--> statement-breakpoint
CREATE FUNCTION note_zone() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  INSERT INTO monitoring_recheck SELECT carrier_id FROM carrier_zone WHERE zone_id = new.id;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER "zone_changed" AFTER UPDATE ON "zone" FOR EACH ROW
  WHEN ((old.minimum, old.maximum) IS DISTINCT FROM (new.minimum, new.maximum)) EXECUTE FUNCTION note_zone();
--> statement-breakpoint
-- A trigger is changed by all of its conditions, and may be that of thousands of carriers: once a statement.
CREATE FUNCTION note_alarm_condition() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  INSERT INTO monitoring_recheck SELECT id FROM carrier WHERE alarm_trigger_id IN (SELECT trigger_id FROM changed);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER "alarm_condition_made" AFTER INSERT ON "alarm_condition" REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_alarm_condition();
--> statement-breakpoint
CREATE TRIGGER "alarm_condition_changed" AFTER UPDATE ON "alarm_condition" REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_alarm_condition();
--> statement-breakpoint
CREATE TRIGGER "alarm_condition_gone" AFTER DELETE ON "alarm_condition" REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_alarm_condition();
--> statement-breakpoint
CREATE FUNCTION note_exception() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  IF TG_OP <> 'INSERT' THEN
    INSERT INTO monitoring_recheck SELECT old.carrier_id WHERE old.carrier_id IS NOT NULL;
    INSERT INTO device_recheck VALUES (old.device_id);
  END IF;
  IF TG_OP <> 'DELETE' THEN
    INSERT INTO monitoring_recheck SELECT new.carrier_id WHERE new.carrier_id IS NOT NULL;
    INSERT INTO device_recheck VALUES (new.device_id);
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER "exception_made" AFTER INSERT OR DELETE ON "exception" FOR EACH ROW EXECUTE FUNCTION note_exception();
--> statement-breakpoint
CREATE TRIGGER "exception_changed" AFTER UPDATE ON "exception" FOR EACH ROW
  WHEN ((old.carrier_id, old.device_id, old.severity, old.ended_at IS NULL, old.withdrawn_at IS NULL) IS DISTINCT FROM (new.carrier_id, new.device_id, new.severity, new.ended_at IS NULL, new.withdrawn_at IS NULL))
  EXECUTE FUNCTION note_exception();
--> statement-breakpoint
CREATE FUNCTION note_device() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO device_state (device_id, customer_id, kind, sort_name) VALUES (new.id, new.customer_id, new.kind, lower(new.name));
  ELSE
    INSERT INTO device_recheck VALUES (new.id);
    IF old.report_interval_seconds <> new.report_interval_seconds THEN
      INSERT INTO monitoring_recheck SELECT m.carrier_id FROM probe p JOIN mounting m ON m.probe_id = p.id AND m.unmounted_at IS NULL
       WHERE p.device_id = new.id;
    END IF;
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER "device_made" AFTER INSERT ON "device" FOR EACH ROW EXECUTE FUNCTION note_device();
--> statement-breakpoint
CREATE TRIGGER "device_changed" AFTER UPDATE ON "device" FOR EACH ROW
  WHEN ((old.name, old.customer_id, old.kind, old.use, old.report_interval_seconds, old.calibration_due_on) IS DISTINCT FROM (new.name, new.customer_id, new.kind, new.use, new.report_interval_seconds, new.calibration_due_on))
  EXECUTE FUNCTION note_device();
--> statement-breakpoint
-- It is heard every few seconds, and that changes its state only where it was not online. A state that is being judged
-- at this moment may come out without what was just heard.
CREATE FUNCTION note_heard() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  PERFORM FROM device_state WHERE device_id = new.id AND online_status = 'online' FOR KEY SHARE SKIP LOCKED;
  IF NOT FOUND THEN INSERT INTO device_recheck VALUES (new.id); END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER "device_heard" AFTER UPDATE ON "device" FOR EACH ROW
  WHEN (new.last_seen_at IS DISTINCT FROM old.last_seen_at AND (old.last_seen_at IS NULL OR new.last_seen_at IS NULL
    OR new.last_seen_at NOT BETWEEN old.last_seen_at AND old.last_seen_at + old.report_interval_seconds * interval '1 second'))
  EXECUTE FUNCTION note_heard();
--> statement-breakpoint
CREATE FUNCTION note_tolerance() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE owner bigint := CASE TG_OP WHEN 'DELETE' THEN old.customer_id ELSE new.customer_id END;
BEGIN
  INSERT INTO monitoring_recheck SELECT id FROM carrier WHERE owner IS NULL OR customer_id = owner;
  INSERT INTO device_recheck SELECT id FROM device WHERE owner IS NULL OR customer_id = owner;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER "tolerance_made" AFTER INSERT OR UPDATE ON "parameter" FOR EACH ROW
  WHEN (new.code = 'device.faultToleranceCoefficient') EXECUTE FUNCTION note_tolerance();
--> statement-breakpoint
CREATE TRIGGER "tolerance_gone" AFTER DELETE ON "parameter" FOR EACH ROW
  WHEN (old.code = 'device.faultToleranceCoefficient') EXECUTE FUNCTION note_tolerance();
--> statement-breakpoint
CREATE FUNCTION note_time_zone() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  INSERT INTO device_recheck SELECT id FROM device WHERE customer_id = new.id;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER "customer_time_zone_changed" AFTER UPDATE ON "customer" FOR EACH ROW
  WHEN (old.time_zone IS DISTINCT FROM new.time_zone) EXECUTE FUNCTION note_time_zone();
--> statement-breakpoint
-- Counts of states: whoever changes a state adds a row and waits for nobody.

CREATE FUNCTION count_carrier() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  IF TG_OP <> 'INSERT' THEN
    INSERT INTO carrier_count VALUES (old.customer_id, old.type, old.urgency, -1);
  END IF;
  IF TG_OP <> 'DELETE' THEN
    INSERT INTO carrier_count VALUES (new.customer_id, new.type, new.urgency, 1);
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER "monitoring_state_counted" AFTER INSERT OR DELETE ON "monitoring_state" FOR EACH ROW EXECUTE FUNCTION count_carrier();
--> statement-breakpoint
CREATE TRIGGER "monitoring_state_counted_again" AFTER UPDATE OF "customer_id", "type", "urgency" ON "monitoring_state" FOR EACH ROW
  WHEN ((old.customer_id, old.type, old.urgency) IS DISTINCT FROM (new.customer_id, new.type, new.urgency)) EXECUTE FUNCTION count_carrier();
--> statement-breakpoint
CREATE FUNCTION count_device() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  IF TG_OP <> 'INSERT' THEN
    INSERT INTO device_count VALUES (old.customer_id, old.kind, old.online_status, old.calibration, old.is_mounted, old.is_abnormal, -1);
  END IF;
  IF TG_OP <> 'DELETE' THEN
    INSERT INTO device_count VALUES (new.customer_id, new.kind, new.online_status, new.calibration, new.is_mounted, new.is_abnormal, 1);
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER "device_state_counted" AFTER INSERT OR DELETE ON "device_state" FOR EACH ROW EXECUTE FUNCTION count_device();
--> statement-breakpoint
CREATE TRIGGER "device_state_counted_again" AFTER UPDATE ON "device_state" FOR EACH ROW
  WHEN ((old.customer_id, old.kind, old.online_status, old.calibration, old.is_mounted, old.is_abnormal) IS DISTINCT FROM (new.customer_id, new.kind, new.online_status, new.calibration, new.is_mounted, new.is_abnormal)) EXECUTE FUNCTION count_device();
--> statement-breakpoint
-- Log of connections.

-- When it was last heard is when it turned: that was noticed up to a few report intervals later.
CREATE FUNCTION note_connection() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  INSERT INTO device_connection (customer_id, device_id, status, at)
  SELECT new.customer_id, new.device_id, new.online_status,
         CASE WHEN new.online_status IN ('online', 'offline') THEN coalesce(d.last_seen_at, now()) ELSE now() END
    FROM device d WHERE d.id = new.device_id;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER "device_turned" AFTER UPDATE ON "device_state" FOR EACH ROW
  WHEN (old.online_status IS DISTINCT FROM new.online_status AND new.kind IN ('gateway', 'display', 'relay'))
  EXECUTE FUNCTION note_connection();
--> statement-breakpoint
-- Figures of exceptions.

-- Whatever ends, moves or limits an exception changes its figures; those of an open one are worked out daily.
CREATE FUNCTION note_figures() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  NEW.figures_due_at := now();
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER "exception_figures_due" BEFORE UPDATE ON "exception" FOR EACH ROW
  WHEN ((old.started_at, old.ended_at, old.withdrawn_at, old.minimum, old.maximum, old.side) IS DISTINCT FROM (new.started_at, new.ended_at, new.withdrawn_at, new.minimum, new.maximum, new.side)
     OR (new.ended_at IS NOT NULL AND old.sample_count <> new.sample_count))
  EXECUTE FUNCTION note_figures();
--> statement-breakpoint
-- Forwarding.

-- Exceptions change in many places, statistics of running ones with every reading: the table itself knows what is news.
CREATE FUNCTION forward_exception() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO forward_batch (customer_id, kind, size, first_at, content)
  SELECT NEW.customer_id, 'exceptions', 1, NEW.started_at, jsonb_build_object(
           'change', CASE WHEN TG_OP = 'INSERT' THEN CASE WHEN NEW.ended_at IS NULL THEN 'opened' ELSE 'closed' END
                          WHEN NEW.withdrawn_at IS DISTINCT FROM OLD.withdrawn_at THEN 'withdrawn'
                          WHEN NEW.ended_at IS DISTINCT FROM OLD.ended_at AND NEW.ended_at IS NOT NULL THEN 'closed'
                          WHEN NEW.ended_at IS DISTINCT FROM OLD.ended_at THEN 'opened'
                          WHEN NEW.acknowledged_at IS DISTINCT FROM OLD.acknowledged_at THEN 'acknowledged'
                          ELSE 'updated' END,
           'exception', to_jsonb(NEW) - ARRAY['statistics', 'acknowledged_by', 'handled_by'])
   WHERE EXISTS (SELECT FROM forward_target t
                  WHERE t.customer_id = NEW.customer_id AND t.is_enabled AND t.sends_exceptions);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER forward_exception_new AFTER INSERT ON "exception"
  FOR EACH ROW WHEN (NEW.withdrawn_at IS NULL) EXECUTE FUNCTION forward_exception();
--> statement-breakpoint
CREATE TRIGGER forward_exception_changed AFTER UPDATE ON "exception"
  FOR EACH ROW WHEN ((OLD.started_at, OLD.ended_at, OLD.withdrawn_at, OLD.acknowledged_at, OLD.status, OLD.is_closed, OLD.severity)
    IS DISTINCT FROM (NEW.started_at, NEW.ended_at, NEW.withdrawn_at, NEW.acknowledged_at, NEW.status, NEW.is_closed, NEW.severity))
  EXECUTE FUNCTION forward_exception();
