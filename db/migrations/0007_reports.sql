CREATE TABLE "report" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "report_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"customer_id" bigint NOT NULL,
	"type" text NOT NULL,
	"name" text NOT NULL,
	"carrier_ids" bigint[] NOT NULL,
	"from_at" timestamp (3) with time zone NOT NULL,
	"to_at" timestamp (3) with time zone NOT NULL,
	"sections" text[] NOT NULL,
	"locale" text NOT NULL,
	"time_zone" text NOT NULL,
	"state" text DEFAULT 'generating' NOT NULL,
	"failure" text,
	"progress" integer DEFAULT 0 NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"approval" text DEFAULT 'unsigned' NOT NULL,
	"content" jsonb,
	"source_id" uuid,
	"check_key" text NOT NULL,
	"user_id" bigint,
	"author" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"generated_at" timestamp (3) with time zone,
	CONSTRAINT "report_type_values_check" CHECK ("report"."type" in ('record', 'excursions', 'passRate', 'calibration')),
	CONSTRAINT "report_sections_values_check" CHECK ("report"."sections" <@ array['statistics', 'passRate', 'charts', 'excursions', 'calibration', 'data']::text[]),
	CONSTRAINT "report_state_values_check" CHECK ("report"."state" in ('generating', 'generated', 'failed')),
	CONSTRAINT "report_failure_values_check" CHECK ("report"."failure" in ('noData', 'cancelled', 'error')),
	CONSTRAINT "report_approval_values_check" CHECK ("report"."approval" in ('unsigned', 'made', 'reviewed', 'approved', 'rejected'))
);
--> statement-breakpoint
CREATE TABLE "report_file" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "report_file_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"report_id" bigint NOT NULL,
	"version" integer NOT NULL,
	"signatures" integer NOT NULL,
	"file_id" uuid NOT NULL,
	"sha256" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "stored_file" DROP CONSTRAINT "stored_file_kind_values_check";--> statement-breakpoint
ALTER TABLE "report" ADD CONSTRAINT "report_customer_id_customer_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customer"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "report" ADD CONSTRAINT "report_source_id_stored_file_id_fk" FOREIGN KEY ("source_id") REFERENCES "public"."stored_file"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "report" ADD CONSTRAINT "report_user_id_user_account_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user_account"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "report_file" ADD CONSTRAINT "report_file_report_id_report_id_fk" FOREIGN KEY ("report_id") REFERENCES "public"."report"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "report_file" ADD CONSTRAINT "report_file_file_id_stored_file_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."stored_file"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "report_check_key" ON "report" USING btree ("check_key");--> statement-breakpoint
CREATE INDEX "report_customer_idx" ON "report" USING btree ("customer_id","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "report_file_place_key" ON "report_file" USING btree ("report_id","version","signatures");--> statement-breakpoint
CREATE INDEX "report_file_sha256_idx" ON "report_file" USING btree ("sha256");--> statement-breakpoint
ALTER TABLE "stored_file" ADD CONSTRAINT "stored_file_kind_values_check" CHECK ("stored_file"."kind" in ('avatar', 'signature', 'plan', 'carrier', 'certificate', 'import', 'logger', 'signed', 'report', 'export'));