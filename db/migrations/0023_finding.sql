CREATE TABLE "saved_view" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "saved_view_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"customer_id" bigint NOT NULL,
	"user_id" bigint,
	"author_id" bigint,
	"path" text NOT NULL,
	"name" text NOT NULL,
	"query" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "carrier_search" (
	"carrier_id" bigint PRIMARY KEY NOT NULL,
	"customer_id" bigint NOT NULL,
	"text" text
);
--> statement-breakpoint
CREATE TABLE "device_search" (
	"device_id" bigint PRIMARY KEY NOT NULL,
	"customer_id" bigint NOT NULL,
	"text" text
);
--> statement-breakpoint
ALTER TABLE "saved_view" ADD CONSTRAINT "saved_view_customer_id_customer_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customer"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "saved_view" ADD CONSTRAINT "saved_view_user_id_user_account_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user_account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "saved_view" ADD CONSTRAINT "saved_view_author_id_user_account_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."user_account"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "carrier_search" ADD CONSTRAINT "carrier_search_carrier_id_carrier_id_fk" FOREIGN KEY ("carrier_id") REFERENCES "public"."carrier"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "carrier_search" ADD CONSTRAINT "carrier_search_customer_id_customer_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customer"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "device_search" ADD CONSTRAINT "device_search_device_id_device_id_fk" FOREIGN KEY ("device_id") REFERENCES "public"."device"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "device_search" ADD CONSTRAINT "device_search_customer_id_customer_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customer"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "saved_view_name_key" ON "saved_view" USING btree ("customer_id","path",coalesce("user_id", 0),lower("name"));--> statement-breakpoint
CREATE INDEX "saved_view_user_idx" ON "saved_view" USING btree ("user_id") WHERE "saved_view"."user_id" is not null;--> statement-breakpoint
CREATE INDEX "saved_view_author_idx" ON "saved_view" USING btree ("author_id");--> statement-breakpoint
CREATE INDEX "carrier_search_text_idx" ON "carrier_search" USING gin ("text" gin_trgm_ops) WITH (fastupdate=false);--> statement-breakpoint
CREATE INDEX "carrier_search_missing_idx" ON "carrier_search" USING btree ("carrier_id") WHERE "carrier_search"."text" is null;--> statement-breakpoint
CREATE INDEX "carrier_search_customer_idx" ON "carrier_search" USING btree ("customer_id");--> statement-breakpoint
CREATE INDEX "device_search_text_idx" ON "device_search" USING gin ("text" gin_trgm_ops) WITH (fastupdate=false);--> statement-breakpoint
CREATE INDEX "device_search_missing_idx" ON "device_search" USING btree ("device_id") WHERE "device_search"."text" is null;--> statement-breakpoint
CREATE INDEX "device_search_customer_idx" ON "device_search" USING btree ("customer_id");--> statement-breakpoint
-- Texts that the search looks in. Whoever changes a name empties its text; the next search writes it.

CREATE FUNCTION note_carrier_name() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  INSERT INTO carrier_search (carrier_id, customer_id) VALUES (new.id, new.customer_id)
    ON CONFLICT (carrier_id) DO UPDATE SET text = NULL, customer_id = excluded.customer_id;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER "carrier_named" AFTER INSERT ON "carrier" FOR EACH ROW EXECUTE FUNCTION note_carrier_name();
--> statement-breakpoint
CREATE TRIGGER "carrier_renamed" AFTER UPDATE ON "carrier" FOR EACH ROW
  WHEN ((old.name, old.customer_id) IS DISTINCT FROM (new.name, new.customer_id)) EXECUTE FUNCTION note_carrier_name();
--> statement-breakpoint
CREATE FUNCTION note_device_name() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  INSERT INTO device_search (device_id, customer_id) VALUES (new.id, new.customer_id)
    ON CONFLICT (device_id) DO UPDATE SET text = NULL, customer_id = excluded.customer_id;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER "device_named" AFTER INSERT ON "device" FOR EACH ROW EXECUTE FUNCTION note_device_name();
--> statement-breakpoint
CREATE TRIGGER "device_renamed" AFTER UPDATE ON "device" FOR EACH ROW
  WHEN ((old.name, old.serial_number, old.mac, old.customer_id) IS DISTINCT FROM (new.name, new.serial_number, new.mac, new.customer_id))
  EXECUTE FUNCTION note_device_name();
--> statement-breakpoint
INSERT INTO carrier_search (carrier_id, customer_id) SELECT id, customer_id FROM carrier;
--> statement-breakpoint
INSERT INTO device_search (device_id, customer_id) SELECT id, customer_id FROM device;
