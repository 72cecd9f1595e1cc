CREATE TABLE "carrier_file" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "carrier_file_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"customer_id" bigint NOT NULL,
	"carrier_id" bigint NOT NULL,
	"file_id" uuid NOT NULL,
	"name" text NOT NULL,
	"user_id" bigint,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "carrier_record_time" (
	"carrier_id" bigint NOT NULL,
	"minute_of_day" integer NOT NULL,
	CONSTRAINT "carrier_record_time_carrier_id_minute_of_day_pk" PRIMARY KEY("carrier_id","minute_of_day")
);
--> statement-breakpoint
CREATE TABLE "calibration" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "calibration_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"customer_id" bigint NOT NULL,
	"device_id" bigint NOT NULL,
	"certificate_number" text NOT NULL,
	"laboratory" text DEFAULT '' NOT NULL,
	"calibrated_on" date NOT NULL,
	"due_on" date NOT NULL,
	"notice_on" date,
	"notice_sent_at" timestamp (3) with time zone,
	"points" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"remark" text DEFAULT '' NOT NULL,
	"file_id" uuid,
	"file_name" text DEFAULT '' NOT NULL,
	"user_id" bigint,
	"revoked_at" timestamp (3) with time zone,
	"revoke_reason" text DEFAULT '' NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "device_binding" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "device_binding_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"customer_id" bigint NOT NULL,
	"device_id" bigint NOT NULL,
	"carrier_id" bigint,
	"sensor_id" bigint,
	"state" text DEFAULT 'bound' NOT NULL,
	"bound_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"unbound_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "device_command" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "device_command_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"customer_id" bigint NOT NULL,
	"device_id" bigint NOT NULL,
	"gateway_id" bigint,
	"settings" jsonb NOT NULL,
	"state" text DEFAULT 'prepare' NOT NULL,
	"result" text,
	"attempts" integer DEFAULT 0 NOT NULL,
	"deadline_at" timestamp (3) with time zone,
	"issued_at" timestamp (3) with time zone,
	"ended_at" timestamp (3) with time zone,
	"error" text DEFAULT '' NOT NULL,
	"user_id" bigint,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "device_import" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "device_import_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"customer_id" bigint NOT NULL,
	"kind" text NOT NULL,
	"file_name" text NOT NULL,
	"file_id" uuid,
	"status" text DEFAULT 'waiting' NOT NULL,
	"total" integer DEFAULT 0 NOT NULL,
	"done" integer DEFAULT 0 NOT NULL,
	"issues" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"issue_count" integer DEFAULT 0 NOT NULL,
	"user_id" bigint,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"ended_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "device_switch" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "device_switch_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"customer_id" bigint NOT NULL,
	"carrier_id" bigint NOT NULL,
	"old_device_id" bigint NOT NULL,
	"new_device_id" bigint NOT NULL,
	"type" text NOT NULL,
	"result" text,
	"expires_at" timestamp (3) with time zone,
	"reason" text DEFAULT '' NOT NULL,
	"user_id" bigint,
	"started_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"ended_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "scene_placement" (
	"scene_id" bigint NOT NULL,
	"carrier_id" bigint NOT NULL,
	"x" real NOT NULL,
	"y" real NOT NULL,
	CONSTRAINT "scene_placement_scene_id_carrier_id_pk" PRIMARY KEY("scene_id","carrier_id")
);
--> statement-breakpoint
CREATE TABLE "setup_wizard" (
	"user_id" bigint NOT NULL,
	"customer_id" bigint NOT NULL,
	"step" text NOT NULL,
	"draft" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"finished_at" timestamp (3) with time zone,
	CONSTRAINT "setup_wizard_user_id_customer_id_pk" PRIMARY KEY("user_id","customer_id")
);
--> statement-breakpoint
CREATE TABLE "zone_preset" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "zone_preset_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"code" text NOT NULL,
	"name" text,
	"source" text DEFAULT '' NOT NULL,
	"measure" text NOT NULL,
	"minimum" double precision,
	"maximum" double precision,
	"description" text DEFAULT '' NOT NULL,
	"is_enabled" boolean DEFAULT true NOT NULL,
	"is_shipped" boolean DEFAULT false NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
DROP INDEX "device_customer_idx";--> statement-breakpoint
ALTER TABLE "carrier" ADD COLUMN "carrier_type_id" bigint;--> statement-breakpoint
ALTER TABLE "carrier" ADD COLUMN "description" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "carrier" ADD COLUMN "attributes" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "carrier" ADD COLUMN "is_traceable" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "carrier" ADD COLUMN "is_gps_on" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "device" ADD COLUMN "description" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "device" ADD COLUMN "scene_id" bigint;--> statement-breakpoint
ALTER TABLE "device" ADD COLUMN "firmware" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "device" ADD COLUMN "utc_offset_hours" integer;--> statement-breakpoint
ALTER TABLE "device" ADD COLUMN "settings" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "device" ADD COLUMN "applied_settings" jsonb;--> statement-breakpoint
ALTER TABLE "device" ADD COLUMN "properties" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "device" ADD COLUMN "properties_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "scene" ADD COLUMN "description" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "scene" ADD COLUMN "plan_file_id" uuid;--> statement-breakpoint
ALTER TABLE "scene" ADD COLUMN "plan_width" integer;--> statement-breakpoint
ALTER TABLE "scene" ADD COLUMN "plan_height" integer;--> statement-breakpoint
ALTER TABLE "scene" ADD COLUMN "longitude" double precision;--> statement-breakpoint
ALTER TABLE "scene" ADD COLUMN "latitude" double precision;--> statement-breakpoint
ALTER TABLE "scene" ADD COLUMN "zoom" real;--> statement-breakpoint
ALTER TABLE "zone" ADD COLUMN "description" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "carrier_file" ADD CONSTRAINT "carrier_file_customer_id_customer_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customer"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "carrier_file" ADD CONSTRAINT "carrier_file_carrier_id_carrier_id_fk" FOREIGN KEY ("carrier_id") REFERENCES "public"."carrier"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "carrier_file" ADD CONSTRAINT "carrier_file_file_id_stored_file_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."stored_file"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "carrier_file" ADD CONSTRAINT "carrier_file_user_id_user_account_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user_account"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "carrier_record_time" ADD CONSTRAINT "carrier_record_time_carrier_id_carrier_id_fk" FOREIGN KEY ("carrier_id") REFERENCES "public"."carrier"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "calibration" ADD CONSTRAINT "calibration_customer_id_customer_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customer"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "calibration" ADD CONSTRAINT "calibration_device_id_device_id_fk" FOREIGN KEY ("device_id") REFERENCES "public"."device"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "calibration" ADD CONSTRAINT "calibration_file_id_stored_file_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."stored_file"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "calibration" ADD CONSTRAINT "calibration_user_id_user_account_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user_account"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "device_binding" ADD CONSTRAINT "device_binding_customer_id_customer_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customer"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "device_binding" ADD CONSTRAINT "device_binding_device_id_device_id_fk" FOREIGN KEY ("device_id") REFERENCES "public"."device"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "device_binding" ADD CONSTRAINT "device_binding_carrier_id_carrier_id_fk" FOREIGN KEY ("carrier_id") REFERENCES "public"."carrier"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "device_binding" ADD CONSTRAINT "device_binding_sensor_id_device_id_fk" FOREIGN KEY ("sensor_id") REFERENCES "public"."device"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "device_command" ADD CONSTRAINT "device_command_customer_id_customer_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customer"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "device_command" ADD CONSTRAINT "device_command_device_id_device_id_fk" FOREIGN KEY ("device_id") REFERENCES "public"."device"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "device_command" ADD CONSTRAINT "device_command_gateway_id_device_id_fk" FOREIGN KEY ("gateway_id") REFERENCES "public"."device"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "device_command" ADD CONSTRAINT "device_command_user_id_user_account_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user_account"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "device_import" ADD CONSTRAINT "device_import_customer_id_customer_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customer"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "device_import" ADD CONSTRAINT "device_import_file_id_stored_file_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."stored_file"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "device_import" ADD CONSTRAINT "device_import_user_id_user_account_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user_account"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "device_switch" ADD CONSTRAINT "device_switch_customer_id_customer_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customer"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "device_switch" ADD CONSTRAINT "device_switch_carrier_id_carrier_id_fk" FOREIGN KEY ("carrier_id") REFERENCES "public"."carrier"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "device_switch" ADD CONSTRAINT "device_switch_old_device_id_device_id_fk" FOREIGN KEY ("old_device_id") REFERENCES "public"."device"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "device_switch" ADD CONSTRAINT "device_switch_new_device_id_device_id_fk" FOREIGN KEY ("new_device_id") REFERENCES "public"."device"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "device_switch" ADD CONSTRAINT "device_switch_user_id_user_account_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user_account"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "scene_placement" ADD CONSTRAINT "scene_placement_scene_id_scene_id_fk" FOREIGN KEY ("scene_id") REFERENCES "public"."scene"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "scene_placement" ADD CONSTRAINT "scene_placement_carrier_id_carrier_id_fk" FOREIGN KEY ("carrier_id") REFERENCES "public"."carrier"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "setup_wizard" ADD CONSTRAINT "setup_wizard_user_id_user_account_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user_account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "setup_wizard" ADD CONSTRAINT "setup_wizard_customer_id_customer_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customer"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "carrier_file_name_key" ON "carrier_file" USING btree ("carrier_id",lower("name"));--> statement-breakpoint
CREATE UNIQUE INDEX "calibration_certificate_key" ON "calibration" USING btree ("device_id",lower("certificate_number"));--> statement-breakpoint
CREATE INDEX "calibration_due_idx" ON "calibration" USING btree ("due_on");--> statement-breakpoint
CREATE INDEX "calibration_notice_idx" ON "calibration" USING btree ("notice_on") WHERE "calibration"."notice_sent_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "device_binding_current_key" ON "device_binding" USING btree ("device_id") WHERE "device_binding"."unbound_at" is null;--> statement-breakpoint
CREATE INDEX "device_binding_device_idx" ON "device_binding" USING btree ("device_id");--> statement-breakpoint
CREATE INDEX "device_binding_carrier_idx" ON "device_binding" USING btree ("carrier_id");--> statement-breakpoint
CREATE INDEX "device_binding_sensor_idx" ON "device_binding" USING btree ("sensor_id");--> statement-breakpoint
CREATE UNIQUE INDEX "device_command_current_key" ON "device_command" USING btree ("device_id") WHERE "device_command"."state" <> 'end';--> statement-breakpoint
CREATE INDEX "device_command_device_idx" ON "device_command" USING btree ("device_id","created_at");--> statement-breakpoint
CREATE INDEX "device_command_deadline_idx" ON "device_command" USING btree ("deadline_at") WHERE "device_command"."state" <> 'end';--> statement-breakpoint
CREATE INDEX "device_import_customer_idx" ON "device_import" USING btree ("customer_id","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "device_switch_old_key" ON "device_switch" USING btree ("old_device_id") WHERE "device_switch"."ended_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "device_switch_new_key" ON "device_switch" USING btree ("new_device_id") WHERE "device_switch"."ended_at" is null;--> statement-breakpoint
CREATE INDEX "device_switch_carrier_idx" ON "device_switch" USING btree ("carrier_id");--> statement-breakpoint
CREATE INDEX "scene_placement_carrier_idx" ON "scene_placement" USING btree ("carrier_id");--> statement-breakpoint
CREATE UNIQUE INDEX "zone_preset_code_key" ON "zone_preset" USING btree (lower("code"));--> statement-breakpoint
CREATE UNIQUE INDEX "zone_preset_name_key" ON "zone_preset" USING btree (lower("name"));--> statement-breakpoint
ALTER TABLE "carrier" ADD CONSTRAINT "carrier_carrier_type_id_carrier_type_id_fk" FOREIGN KEY ("carrier_type_id") REFERENCES "public"."carrier_type"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "device" ADD CONSTRAINT "device_scene_id_scene_id_fk" FOREIGN KEY ("scene_id") REFERENCES "public"."scene"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "scene" ADD CONSTRAINT "scene_plan_file_id_stored_file_id_fk" FOREIGN KEY ("plan_file_id") REFERENCES "public"."stored_file"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "carrier_type_idx" ON "carrier" USING btree ("customer_id","type",lower("name"));--> statement-breakpoint
CREATE INDEX "carrier_defrost_idx" ON "carrier" USING btree ("defrost_until") WHERE "carrier"."status" = 'defrost';--> statement-breakpoint
CREATE INDEX "carrier_search_idx" ON "carrier" USING gin ("name" gin_trgm_ops) WITH (fastupdate=false);--> statement-breakpoint
CREATE INDEX "device_kind_idx" ON "device" USING btree ("kind",lower("name"));--> statement-breakpoint
CREATE INDEX "device_scene_idx" ON "device" USING btree ("scene_id");--> statement-breakpoint
CREATE INDEX "device_calibration_idx" ON "device" USING btree ("calibration_due_on");--> statement-breakpoint
CREATE INDEX "device_search_idx" ON "device" USING gin ("name" gin_trgm_ops,"serial_number" gin_trgm_ops,"mac" gin_trgm_ops) WITH (fastupdate=false);--> statement-breakpoint
CREATE INDEX "device_customer_idx" ON "device" USING btree ("customer_id","kind",lower("name"));--> statement-breakpoint
UPDATE "device" SET "scene_id" = place."scene_id" FROM (
	SELECT DISTINCT ON (p."device_id") p."device_id", c."scene_id" FROM "mounting" m
	JOIN "probe" p ON p."id" = m."probe_id" JOIN "carrier" c ON c."id" = m."carrier_id"
	WHERE m."unmounted_at" IS NULL ORDER BY p."device_id", m."mounted_at" DESC) place
WHERE place."device_id" = "device"."id";
