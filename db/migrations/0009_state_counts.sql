CREATE TABLE "carrier_count" (
	"customer_id" bigint NOT NULL,
	"type" text NOT NULL,
	"urgency" integer NOT NULL,
	"count" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "device_count" (
	"customer_id" bigint NOT NULL,
	"kind" text NOT NULL,
	"online_status" text NOT NULL,
	"calibration" text NOT NULL,
	"is_mounted" boolean NOT NULL,
	"is_abnormal" boolean NOT NULL,
	"count" integer NOT NULL
);
--> statement-breakpoint
ALTER TABLE "monitoring_state" ADD COLUMN "type" text;--> statement-breakpoint
UPDATE "monitoring_state" SET "type" = "carrier"."type" FROM "carrier" WHERE "carrier"."id" = "monitoring_state"."carrier_id";--> statement-breakpoint
ALTER TABLE "monitoring_state" ALTER COLUMN "type" SET NOT NULL;--> statement-breakpoint
CREATE INDEX "carrier_count_customer_idx" ON "carrier_count" USING btree ("customer_id");--> statement-breakpoint
CREATE INDEX "device_count_customer_idx" ON "device_count" USING btree ("customer_id","kind");--> statement-breakpoint
CREATE INDEX "monitoring_state_type_idx" ON "monitoring_state" USING btree ("customer_id","type","urgency","sort_name","carrier_id");--> statement-breakpoint
INSERT INTO "carrier_count" SELECT "customer_id", "type", "urgency", count(*) FROM "monitoring_state" GROUP BY 1, 2, 3;--> statement-breakpoint
INSERT INTO "device_count" SELECT "customer_id", "kind", "online_status", "calibration", "is_mounted", "is_abnormal", count(*) FROM "device_state" GROUP BY 1, 2, 3, 4, 5, 6;--> statement-breakpoint
CREATE OR REPLACE FUNCTION note_carrier() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
	IF TG_OP = 'INSERT' THEN
		INSERT INTO monitoring_state (carrier_id, customer_id, type, sort_name) VALUES (new.id, new.customer_id, new.type, lower(new.name));
	ELSE
		INSERT INTO monitoring_recheck VALUES (new.id);
	END IF;
	RETURN NULL;
END $$;--> statement-breakpoint
DROP TRIGGER "carrier_changed" ON "carrier";--> statement-breakpoint
CREATE TRIGGER "carrier_changed" AFTER UPDATE ON "carrier" FOR EACH ROW
	WHEN ((old.name, old.customer_id, old.type, old.status, old.defrost_until, old.alarm_trigger_id) IS DISTINCT FROM (new.name, new.customer_id, new.type, new.status, new.defrost_until, new.alarm_trigger_id))
	EXECUTE FUNCTION note_carrier();--> statement-breakpoint
CREATE FUNCTION count_carrier() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
	IF TG_OP <> 'INSERT' THEN
		INSERT INTO carrier_count VALUES (old.customer_id, old.type, old.urgency, -1);
	END IF;
	IF TG_OP <> 'DELETE' THEN
		INSERT INTO carrier_count VALUES (new.customer_id, new.type, new.urgency, 1);
	END IF;
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "monitoring_state_counted" AFTER INSERT OR DELETE ON "monitoring_state" FOR EACH ROW EXECUTE FUNCTION count_carrier();--> statement-breakpoint
CREATE TRIGGER "monitoring_state_counted_again" AFTER UPDATE OF "customer_id", "type", "urgency" ON "monitoring_state" FOR EACH ROW
	WHEN ((old.customer_id, old.type, old.urgency) IS DISTINCT FROM (new.customer_id, new.type, new.urgency)) EXECUTE FUNCTION count_carrier();--> statement-breakpoint
CREATE FUNCTION count_device() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
	IF TG_OP <> 'INSERT' THEN
		INSERT INTO device_count VALUES (old.customer_id, old.kind, old.online_status, old.calibration, old.is_mounted, old.is_abnormal, -1);
	END IF;
	IF TG_OP <> 'DELETE' THEN
		INSERT INTO device_count VALUES (new.customer_id, new.kind, new.online_status, new.calibration, new.is_mounted, new.is_abnormal, 1);
	END IF;
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "device_state_counted" AFTER INSERT OR DELETE ON "device_state" FOR EACH ROW EXECUTE FUNCTION count_device();--> statement-breakpoint
CREATE TRIGGER "device_state_counted_again" AFTER UPDATE ON "device_state" FOR EACH ROW
	WHEN ((old.customer_id, old.kind, old.online_status, old.calibration, old.is_mounted, old.is_abnormal) IS DISTINCT FROM (new.customer_id, new.kind, new.online_status, new.calibration, new.is_mounted, new.is_abnormal)) EXECUTE FUNCTION count_device();
