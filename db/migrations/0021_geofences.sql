CREATE TABLE "geofence" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "geofence_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"customer_id" bigint NOT NULL,
	"name" text NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"shape" text NOT NULL,
	"longitude" double precision,
	"latitude" double precision,
	"radius_metres" integer,
	"points" jsonb,
	"is_enabled" boolean DEFAULT true NOT NULL,
	"judged_from" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "geofence_shape_check" CHECK (case "geofence"."shape" when 'circle' then num_nonnulls("geofence"."longitude", "geofence"."latitude", "geofence"."radius_metres") = 3
          else "geofence"."points" is not null end)
);
--> statement-breakpoint
CREATE TABLE "geofence_event" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "geofence_event_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"customer_id" bigint NOT NULL,
	"geofence_id" bigint NOT NULL,
	"carrier_id" bigint NOT NULL,
	"kind" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"longitude" double precision NOT NULL,
	"latitude" double precision NOT NULL,
	"found_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "geofence_target" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "geofence_target_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"geofence_id" bigint NOT NULL,
	"scene_id" bigint,
	"carrier_id" bigint,
	CONSTRAINT "geofence_target_key" UNIQUE NULLS NOT DISTINCT("geofence_id","scene_id","carrier_id"),
	CONSTRAINT "geofence_target_check" CHECK (num_nonnulls("geofence_target"."scene_id", "geofence_target"."carrier_id") = 1)
);
--> statement-breakpoint
ALTER TABLE "geofence" ADD CONSTRAINT "geofence_customer_id_customer_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customer"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "geofence_event" ADD CONSTRAINT "geofence_event_customer_id_customer_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customer"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "geofence_event" ADD CONSTRAINT "geofence_event_geofence_id_geofence_id_fk" FOREIGN KEY ("geofence_id") REFERENCES "public"."geofence"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "geofence_event" ADD CONSTRAINT "geofence_event_carrier_id_carrier_id_fk" FOREIGN KEY ("carrier_id") REFERENCES "public"."carrier"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "geofence_target" ADD CONSTRAINT "geofence_target_geofence_id_geofence_id_fk" FOREIGN KEY ("geofence_id") REFERENCES "public"."geofence"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "geofence_target" ADD CONSTRAINT "geofence_target_scene_id_scene_id_fk" FOREIGN KEY ("scene_id") REFERENCES "public"."scene"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "geofence_target" ADD CONSTRAINT "geofence_target_carrier_id_carrier_id_fk" FOREIGN KEY ("carrier_id") REFERENCES "public"."carrier"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "geofence_name_key" ON "geofence" USING btree ("customer_id",lower("name"));--> statement-breakpoint
CREATE UNIQUE INDEX "geofence_event_key" ON "geofence_event" USING btree ("geofence_id","carrier_id","at");--> statement-breakpoint
CREATE INDEX "geofence_event_customer_idx" ON "geofence_event" USING btree ("customer_id","at");--> statement-breakpoint
CREATE INDEX "geofence_event_carrier_idx" ON "geofence_event" USING btree ("carrier_id","at");--> statement-breakpoint
CREATE INDEX "geofence_target_scene_idx" ON "geofence_target" USING btree ("scene_id") WHERE "geofence_target"."scene_id" is not null;--> statement-breakpoint
CREATE INDEX "geofence_target_carrier_idx" ON "geofence_target" USING btree ("carrier_id") WHERE "geofence_target"."carrier_id" is not null;