CREATE TABLE "record_point" (
	"carrier_id" bigint PRIMARY KEY NOT NULL,
	"customer_id" bigint NOT NULL,
	"preset" text DEFAULT 'custom' NOT NULL,
	"interval_minutes" integer,
	"tolerance_minutes" integer DEFAULT 15 NOT NULL,
	"planned_until" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"next_at" timestamp (3) with time zone DEFAULT now(),
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "record_point_preset_values_check" CHECK ("record_point"."preset" in ('custom', 'vaccine', 'gsp-storage', 'gsp-transport'))
);
--> statement-breakpoint
CREATE TABLE "record_sheet" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "record_sheet_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"customer_id" bigint NOT NULL,
	"carrier_id" bigint NOT NULL,
	"month" date NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"is_current" boolean DEFAULT true NOT NULL,
	"status" text DEFAULT 'open' NOT NULL,
	"submitted_by" bigint,
	"submitted_at" timestamp (3) with time zone,
	"reviewed_at" timestamp (3) with time zone,
	"decided_at" timestamp (3) with time zone,
	"rejection_reason" text,
	"correction_reason" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "record_sheet_status_values_check" CHECK ("record_sheet"."status" in ('open', 'submitted', 'reviewed', 'approved', 'rejected'))
);
--> statement-breakpoint
CREATE TABLE "record_value" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "record_value_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"sheet_id" bigint NOT NULL,
	"probe_id" bigint NOT NULL,
	"day" date NOT NULL,
	"minute" integer NOT NULL,
	"planned_at" timestamp (3) with time zone NOT NULL,
	"tolerance_minutes" integer NOT NULL,
	"state" text DEFAULT 'pending' NOT NULL,
	"value" double precision,
	"measured_at" timestamp (3) with time zone,
	"minimum" double precision,
	"maximum" double precision,
	"entered_by" bigint,
	"entered_by_name" text,
	"entered_at" timestamp (3) with time zone,
	"reason" text,
	"comment" text,
	"commented_by_name" text,
	"commented_at" timestamp (3) with time zone,
	"due_at" timestamp (3) with time zone,
	"newer_at" timestamp (3) with time zone,
	CONSTRAINT "record_value_state_values_check" CHECK ("record_value"."state" in ('pending', 'collected', 'out-of-range', 'missed', 'entered'))
);
--> statement-breakpoint
ALTER TABLE "record_point" ADD CONSTRAINT "record_point_carrier_id_carrier_id_fk" FOREIGN KEY ("carrier_id") REFERENCES "public"."carrier"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "record_point" ADD CONSTRAINT "record_point_customer_id_customer_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customer"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "record_sheet" ADD CONSTRAINT "record_sheet_customer_id_customer_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customer"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "record_sheet" ADD CONSTRAINT "record_sheet_carrier_id_carrier_id_fk" FOREIGN KEY ("carrier_id") REFERENCES "public"."carrier"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "record_sheet" ADD CONSTRAINT "record_sheet_submitted_by_user_account_id_fk" FOREIGN KEY ("submitted_by") REFERENCES "public"."user_account"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "record_value" ADD CONSTRAINT "record_value_sheet_id_record_sheet_id_fk" FOREIGN KEY ("sheet_id") REFERENCES "public"."record_sheet"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "record_value" ADD CONSTRAINT "record_value_probe_id_probe_id_fk" FOREIGN KEY ("probe_id") REFERENCES "public"."probe"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "record_value" ADD CONSTRAINT "record_value_entered_by_user_account_id_fk" FOREIGN KEY ("entered_by") REFERENCES "public"."user_account"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "record_point_next_idx" ON "record_point" USING btree ("next_at") WHERE "record_point"."next_at" is not null;--> statement-breakpoint
CREATE INDEX "record_point_customer_idx" ON "record_point" USING btree ("customer_id");--> statement-breakpoint
CREATE UNIQUE INDEX "record_sheet_version_key" ON "record_sheet" USING btree ("carrier_id","month","version");--> statement-breakpoint
CREATE UNIQUE INDEX "record_sheet_current_key" ON "record_sheet" USING btree ("carrier_id","month") WHERE "record_sheet"."is_current";--> statement-breakpoint
CREATE INDEX "record_sheet_customer_idx" ON "record_sheet" USING btree ("customer_id","month") WHERE "record_sheet"."is_current";--> statement-breakpoint
CREATE INDEX "record_sheet_month_idx" ON "record_sheet" USING btree ("month") WHERE "record_sheet"."is_current";--> statement-breakpoint
CREATE UNIQUE INDEX "record_value_key" ON "record_value" USING btree ("sheet_id","probe_id","day","minute");--> statement-breakpoint
CREATE INDEX "record_value_due_idx" ON "record_value" USING btree ("due_at") WHERE "record_value"."due_at" is not null;--> statement-breakpoint
CREATE INDEX "record_value_probe_idx" ON "record_value" USING btree ("probe_id");--> statement-breakpoint
INSERT INTO "record_point" ("carrier_id", "customer_id")
SELECT DISTINCT c."id", c."customer_id" FROM "carrier" c JOIN "carrier_record_time" t ON t."carrier_id" = c."id";
