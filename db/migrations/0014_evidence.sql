CREATE TABLE "exception_link" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"customer_id" bigint NOT NULL,
	"exception_id" bigint NOT NULL,
	"contact_id" bigint NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"used_at" timestamp (3) with time zone,
	CONSTRAINT "exception_link_key" UNIQUE("exception_id","contact_id")
);
--> statement-breakpoint
CREATE TABLE "invalid_reading" (
	"probe_id" bigint NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"value" double precision NOT NULL,
	"reason" text NOT NULL,
	"rule_id" bigint,
	"marked_by" bigint,
	"marked_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"restored_by" bigint,
	"restored_at" timestamp (3) with time zone,
	CONSTRAINT "invalid_reading_probe_id_at_pk" PRIMARY KEY("probe_id","at")
);
--> statement-breakpoint
CREATE TABLE "invalid_rule" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "invalid_rule_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"customer_id" bigint NOT NULL,
	"name" text NOT NULL,
	"measure" text NOT NULL,
	"device_type_id" bigint,
	"kind" text NOT NULL,
	"fault_values" double precision[],
	"minimum" double precision,
	"maximum" double precision,
	"rate_per_minute" double precision,
	"is_enabled" boolean DEFAULT true NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "invalid_rule_kind_check" CHECK (case "invalid_rule"."kind" when 'fault-value' then cardinality("invalid_rule"."fault_values") > 0
                         when 'implausible' then num_nonnulls("invalid_rule"."minimum", "invalid_rule"."maximum") > 0
                         when 'jump' then "invalid_rule"."rate_per_minute" > 0 end is true)
);
--> statement-breakpoint
CREATE TABLE "logger_file" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "logger_file_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"customer_id" bigint NOT NULL,
	"carrier_id" bigint NOT NULL,
	"format" text NOT NULL,
	"file_name" text NOT NULL,
	"file_id" uuid NOT NULL,
	"sha256" text NOT NULL,
	"logger_serial" text DEFAULT '' NOT NULL,
	"logger_model" text DEFAULT '' NOT NULL,
	"time_zone" text NOT NULL,
	"first_at" timestamp (3) with time zone NOT NULL,
	"last_at" timestamp (3) with time zone NOT NULL,
	"value_count" integer NOT NULL,
	"alarms" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"remark" text DEFAULT '' NOT NULL,
	"created_by" bigint,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "logger_reading" (
	"file_id" bigint NOT NULL,
	"measure" text NOT NULL,
	"channel" integer DEFAULT 1 NOT NULL,
	"statistic" text DEFAULT 'reading' NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"value" double precision NOT NULL,
	CONSTRAINT "logger_reading_file_id_measure_channel_statistic_at_pk" PRIMARY KEY("file_id","measure","channel","statistic","at")
);
--> statement-breakpoint
ALTER TABLE "exception" ADD COLUMN "acknowledged_by_contact" text;--> statement-breakpoint
ALTER TABLE "exception_link" ADD CONSTRAINT "exception_link_customer_id_customer_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customer"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "exception_link" ADD CONSTRAINT "exception_link_exception_id_exception_id_fk" FOREIGN KEY ("exception_id") REFERENCES "public"."exception"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "exception_link" ADD CONSTRAINT "exception_link_contact_id_contact_id_fk" FOREIGN KEY ("contact_id") REFERENCES "public"."contact"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invalid_reading" ADD CONSTRAINT "invalid_reading_probe_id_probe_id_fk" FOREIGN KEY ("probe_id") REFERENCES "public"."probe"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invalid_reading" ADD CONSTRAINT "invalid_reading_rule_id_invalid_rule_id_fk" FOREIGN KEY ("rule_id") REFERENCES "public"."invalid_rule"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invalid_reading" ADD CONSTRAINT "invalid_reading_marked_by_user_account_id_fk" FOREIGN KEY ("marked_by") REFERENCES "public"."user_account"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invalid_reading" ADD CONSTRAINT "invalid_reading_restored_by_user_account_id_fk" FOREIGN KEY ("restored_by") REFERENCES "public"."user_account"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invalid_rule" ADD CONSTRAINT "invalid_rule_customer_id_customer_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customer"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invalid_rule" ADD CONSTRAINT "invalid_rule_device_type_id_device_type_id_fk" FOREIGN KEY ("device_type_id") REFERENCES "public"."device_type"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "logger_file" ADD CONSTRAINT "logger_file_customer_id_customer_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customer"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "logger_file" ADD CONSTRAINT "logger_file_carrier_id_carrier_id_fk" FOREIGN KEY ("carrier_id") REFERENCES "public"."carrier"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "logger_file" ADD CONSTRAINT "logger_file_file_id_stored_file_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."stored_file"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "logger_file" ADD CONSTRAINT "logger_file_created_by_user_account_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."user_account"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "logger_reading" ADD CONSTRAINT "logger_reading_file_id_logger_file_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."logger_file"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "exception_link_customer_idx" ON "exception_link" USING btree ("customer_id");--> statement-breakpoint
CREATE INDEX "exception_link_contact_idx" ON "exception_link" USING btree ("contact_id");--> statement-breakpoint
CREATE INDEX "invalid_reading_rule_idx" ON "invalid_reading" USING btree ("rule_id");--> statement-breakpoint
CREATE INDEX "invalid_reading_marked_by_idx" ON "invalid_reading" USING btree ("marked_by");--> statement-breakpoint
CREATE INDEX "invalid_reading_restored_by_idx" ON "invalid_reading" USING btree ("restored_by");--> statement-breakpoint
CREATE UNIQUE INDEX "invalid_rule_name_key" ON "invalid_rule" USING btree ("customer_id",lower("name"));--> statement-breakpoint
CREATE INDEX "invalid_rule_type_idx" ON "invalid_rule" USING btree ("device_type_id");--> statement-breakpoint
CREATE INDEX "logger_file_customer_idx" ON "logger_file" USING btree ("customer_id","created_at");--> statement-breakpoint
CREATE INDEX "logger_file_carrier_idx" ON "logger_file" USING btree ("carrier_id","first_at");--> statement-breakpoint
CREATE UNIQUE INDEX "logger_file_content_key" ON "logger_file" USING btree ("carrier_id","sha256");--> statement-breakpoint
CREATE INDEX "logger_file_stored_idx" ON "logger_file" USING btree ("file_id");--> statement-breakpoint
CREATE INDEX "logger_file_created_by_idx" ON "logger_file" USING btree ("created_by");