CREATE TABLE "device_recheck" (
	"device_id" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "device_state" (
	"device_id" bigint PRIMARY KEY NOT NULL,
	"customer_id" bigint NOT NULL,
	"kind" text NOT NULL,
	"sort_name" text NOT NULL,
	"online_status" text DEFAULT 'unknown' NOT NULL,
	"calibration" text DEFAULT 'none' NOT NULL,
	"is_mounted" boolean DEFAULT false NOT NULL,
	"is_abnormal" boolean DEFAULT false NOT NULL,
	"check_at" timestamp (3) with time zone DEFAULT '-infinity' NOT NULL
);
--> statement-breakpoint
CREATE TABLE "monitoring_recheck" (
	"carrier_id" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "monitoring_state" (
	"carrier_id" bigint PRIMARY KEY NOT NULL,
	"customer_id" bigint NOT NULL,
	"sort_name" text NOT NULL,
	"urgency" integer DEFAULT 0 NOT NULL,
	"is_silent" boolean DEFAULT true NOT NULL,
	"last_at" timestamp (3) with time zone,
	"check_at" timestamp (3) with time zone DEFAULT '-infinity' NOT NULL
);
--> statement-breakpoint
ALTER TABLE "device_state" ADD CONSTRAINT "device_state_device_id_device_id_fk" FOREIGN KEY ("device_id") REFERENCES "public"."device"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "monitoring_state" ADD CONSTRAINT "monitoring_state_carrier_id_carrier_id_fk" FOREIGN KEY ("carrier_id") REFERENCES "public"."carrier"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "device_state_online_idx" ON "device_state" USING btree ("customer_id","kind","online_status","sort_name","device_id");--> statement-breakpoint
CREATE INDEX "device_state_calibration_idx" ON "device_state" USING btree ("customer_id","kind","calibration","sort_name","device_id");--> statement-breakpoint
CREATE INDEX "device_state_mounted_idx" ON "device_state" USING btree ("customer_id","kind","is_mounted","sort_name","device_id");--> statement-breakpoint
CREATE INDEX "device_state_abnormal_idx" ON "device_state" USING btree ("customer_id","kind","is_abnormal","sort_name","device_id");--> statement-breakpoint
CREATE INDEX "device_state_check_idx" ON "device_state" USING btree ("check_at");--> statement-breakpoint
CREATE INDEX "monitoring_state_customer_idx" ON "monitoring_state" USING btree ("customer_id","urgency","sort_name","carrier_id");--> statement-breakpoint
CREATE INDEX "monitoring_state_urgency_idx" ON "monitoring_state" USING btree ("urgency","sort_name","carrier_id");--> statement-breakpoint
CREATE INDEX "monitoring_state_check_idx" ON "monitoring_state" USING btree ("check_at");--> statement-breakpoint
CREATE INDEX "carrier_silenced_idx" ON "carrier" USING btree ("customer_id") WHERE "carrier"."alarm_switch" <> 'on';--> statement-breakpoint
INSERT INTO "monitoring_state" ("carrier_id", "customer_id", "sort_name") SELECT "id", "customer_id", lower("name") FROM "carrier";--> statement-breakpoint
INSERT INTO "device_state" ("device_id", "customer_id", "kind", "sort_name") SELECT "id", "customer_id", "kind", lower("name") FROM "device";--> statement-breakpoint
-- What a state follows from is written in many places; each of them is noted here, so that none is forgotten. They only
-- add rows: whoever notes a change waits for nobody.
CREATE FUNCTION note_carrier() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
	IF TG_OP = 'INSERT' THEN
		INSERT INTO monitoring_state (carrier_id, customer_id, sort_name) VALUES (new.id, new.customer_id, lower(new.name));
	ELSE
		INSERT INTO monitoring_recheck VALUES (new.id);
	END IF;
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "carrier_made" AFTER INSERT ON "carrier" FOR EACH ROW EXECUTE FUNCTION note_carrier();--> statement-breakpoint
CREATE TRIGGER "carrier_changed" AFTER UPDATE ON "carrier" FOR EACH ROW
	WHEN ((old.name, old.customer_id, old.status, old.defrost_until, old.alarm_trigger_id) IS DISTINCT FROM (new.name, new.customer_id, new.status, new.defrost_until, new.alarm_trigger_id))
	EXECUTE FUNCTION note_carrier();--> statement-breakpoint
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
END $$;--> statement-breakpoint
CREATE TRIGGER "mounting_changed" AFTER INSERT OR UPDATE OR DELETE ON "mounting" FOR EACH ROW EXECUTE FUNCTION note_mounting();--> statement-breakpoint
CREATE FUNCTION note_binding() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
	INSERT INTO device_recheck VALUES (CASE TG_OP WHEN 'DELETE' THEN old.device_id ELSE new.device_id END);
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "device_binding_changed" AFTER INSERT OR UPDATE OR DELETE ON "device_binding" FOR EACH ROW EXECUTE FUNCTION note_binding();--> statement-breakpoint
CREATE FUNCTION note_carrier_zone() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
	INSERT INTO monitoring_recheck VALUES (CASE TG_OP WHEN 'DELETE' THEN old.carrier_id ELSE new.carrier_id END);
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "carrier_zone_changed" AFTER INSERT OR UPDATE OR DELETE ON "carrier_zone" FOR EACH ROW EXECUTE FUNCTION note_carrier_zone();--> statement-breakpoint
CREATE FUNCTION note_zone() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
	INSERT INTO monitoring_recheck SELECT carrier_id FROM carrier_zone WHERE zone_id = new.id;
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "zone_changed" AFTER UPDATE ON "zone" FOR EACH ROW
	WHEN ((old.minimum, old.maximum) IS DISTINCT FROM (new.minimum, new.maximum)) EXECUTE FUNCTION note_zone();--> statement-breakpoint
-- A trigger is changed by all of its conditions, and may be that of thousands of carriers: once a statement.
CREATE FUNCTION note_alarm_condition() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
	INSERT INTO monitoring_recheck SELECT id FROM carrier WHERE alarm_trigger_id IN (SELECT trigger_id FROM changed);
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "alarm_condition_made" AFTER INSERT ON "alarm_condition" REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_alarm_condition();--> statement-breakpoint
CREATE TRIGGER "alarm_condition_changed" AFTER UPDATE ON "alarm_condition" REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_alarm_condition();--> statement-breakpoint
CREATE TRIGGER "alarm_condition_gone" AFTER DELETE ON "alarm_condition" REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_alarm_condition();--> statement-breakpoint
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
END $$;--> statement-breakpoint
CREATE TRIGGER "exception_made" AFTER INSERT OR DELETE ON "exception" FOR EACH ROW EXECUTE FUNCTION note_exception();--> statement-breakpoint
CREATE TRIGGER "exception_changed" AFTER UPDATE ON "exception" FOR EACH ROW
	WHEN ((old.carrier_id, old.device_id, old.severity, old.ended_at IS NULL, old.withdrawn_at IS NULL) IS DISTINCT FROM (new.carrier_id, new.device_id, new.severity, new.ended_at IS NULL, new.withdrawn_at IS NULL))
	EXECUTE FUNCTION note_exception();--> statement-breakpoint
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
END $$;--> statement-breakpoint
CREATE TRIGGER "device_made" AFTER INSERT ON "device" FOR EACH ROW EXECUTE FUNCTION note_device();--> statement-breakpoint
CREATE TRIGGER "device_changed" AFTER UPDATE ON "device" FOR EACH ROW
	WHEN ((old.name, old.customer_id, old.kind, old.use, old.report_interval_seconds, old.calibration_due_on) IS DISTINCT FROM (new.name, new.customer_id, new.kind, new.use, new.report_interval_seconds, new.calibration_due_on))
	EXECUTE FUNCTION note_device();--> statement-breakpoint
-- It is heard every few seconds, and that changes its state only where it was not online. A state that is being judged
-- at this moment may come out without what was just heard.
CREATE FUNCTION note_heard() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
	PERFORM FROM device_state WHERE device_id = new.id AND online_status = 'online' FOR KEY SHARE SKIP LOCKED;
	IF NOT FOUND THEN INSERT INTO device_recheck VALUES (new.id); END IF;
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "device_heard" AFTER UPDATE ON "device" FOR EACH ROW
	WHEN (new.last_seen_at IS DISTINCT FROM old.last_seen_at AND (old.last_seen_at IS NULL OR new.last_seen_at IS NULL
		OR new.last_seen_at NOT BETWEEN old.last_seen_at AND old.last_seen_at + old.report_interval_seconds * interval '1 second'))
	EXECUTE FUNCTION note_heard();--> statement-breakpoint
CREATE FUNCTION note_tolerance() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE owner bigint := CASE TG_OP WHEN 'DELETE' THEN old.customer_id ELSE new.customer_id END;
BEGIN
	INSERT INTO monitoring_recheck SELECT id FROM carrier WHERE owner IS NULL OR customer_id = owner;
	INSERT INTO device_recheck SELECT id FROM device WHERE owner IS NULL OR customer_id = owner;
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "tolerance_made" AFTER INSERT OR UPDATE ON "parameter" FOR EACH ROW
	WHEN (new.code = 'device.faultToleranceCoefficient') EXECUTE FUNCTION note_tolerance();--> statement-breakpoint
CREATE TRIGGER "tolerance_gone" AFTER DELETE ON "parameter" FOR EACH ROW
	WHEN (old.code = 'device.faultToleranceCoefficient') EXECUTE FUNCTION note_tolerance();--> statement-breakpoint
CREATE FUNCTION note_time_zone() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
	INSERT INTO device_recheck SELECT id FROM device WHERE customer_id = new.id;
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "customer_time_zone_changed" AFTER UPDATE ON "customer" FOR EACH ROW
	WHEN (old.time_zone IS DISTINCT FROM new.time_zone) EXECUTE FUNCTION note_time_zone();
