CREATE TABLE "device_connection" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "device_connection_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"customer_id" bigint NOT NULL,
	"device_id" bigint NOT NULL,
	"status" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"noted_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "device_connection" ADD CONSTRAINT "device_connection_customer_id_customer_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customer"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "device_connection" ADD CONSTRAINT "device_connection_device_id_device_id_fk" FOREIGN KEY ("device_id") REFERENCES "public"."device"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "device_connection_device_idx" ON "device_connection" USING btree ("device_id","at");--> statement-breakpoint
CREATE INDEX "device_connection_noted_idx" ON "device_connection" USING btree ("noted_at");--> statement-breakpoint
CREATE INDEX "exception_probe_idx" ON "exception" USING btree ("probe_id","started_at");--> statement-breakpoint
CREATE INDEX "exception_device_idx" ON "exception" USING btree ("device_id","started_at");--> statement-breakpoint
-- When it was last heard is when it turned: that was noticed up to a few report intervals later.
CREATE FUNCTION note_connection() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
	INSERT INTO device_connection (customer_id, device_id, status, at)
	SELECT new.customer_id, new.device_id, new.online_status,
	       CASE WHEN new.online_status IN ('online', 'offline') THEN coalesce(d.last_seen_at, now()) ELSE now() END
	  FROM device d WHERE d.id = new.device_id;
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "device_turned" AFTER UPDATE ON "device_state" FOR EACH ROW
	WHEN (old.online_status IS DISTINCT FROM new.online_status AND new.kind IN ('gateway', 'display', 'relay'))
	EXECUTE FUNCTION note_connection();
