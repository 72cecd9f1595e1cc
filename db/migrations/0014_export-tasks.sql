CREATE TABLE "export_delivery" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"customer_id" bigint NOT NULL,
	"run_id" bigint NOT NULL,
	"recipient" text NOT NULL,
	"outbox_id" bigint,
	"state" text DEFAULT 'pending' NOT NULL,
	"reason" text DEFAULT '' NOT NULL,
	"expires_at" timestamp (3) with time zone,
	"taken_count" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "export_delivery_state_values_check" CHECK ("export_delivery"."state" in ('pending', 'sent', 'failed'))
);
--> statement-breakpoint
CREATE TABLE "export_run" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "export_run_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"customer_id" bigint NOT NULL,
	"task_id" bigint NOT NULL,
	"due_at" timestamp (3) with time zone NOT NULL,
	"trigger" text NOT NULL,
	"started_by" text,
	"state" text DEFAULT 'waiting' NOT NULL,
	"failure" text,
	"from_at" timestamp (3) with time zone,
	"to_at" timestamp (3) with time zone,
	"download_key" uuid,
	"report_id" bigint,
	"file_id" uuid,
	"file_name" text,
	"rows" bigint,
	"size" bigint,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"ended_at" timestamp (3) with time zone,
	CONSTRAINT "export_run_trigger_values_check" CHECK ("export_run"."trigger" in ('schedule', 'manual')),
	CONSTRAINT "export_run_state_values_check" CHECK ("export_run"."state" in ('waiting', 'making', 'sending', 'done', 'failed')),
	CONSTRAINT "export_run_failure_values_check" CHECK ("export_run"."failure" in ('cancelled', 'notPermitted', 'notFound', 'invalid', 'full', 'store', 'interrupted', 'error', 'ownerEnded', 'tooManyRows', 'noData', 'mail', 'missed'))
);
--> statement-breakpoint
CREATE TABLE "export_task" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "export_task_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"customer_id" bigint NOT NULL,
	"user_id" bigint NOT NULL,
	"name" text NOT NULL,
	"kind" text NOT NULL,
	"format" text NOT NULL,
	"query" jsonb NOT NULL,
	"locale" text NOT NULL,
	"frequency" text NOT NULL,
	"weekdays" integer[] NOT NULL,
	"day_of_month" integer,
	"time" text NOT NULL,
	"period" text NOT NULL,
	"period_days" integer,
	"recipients" text[] NOT NULL,
	"is_paused" boolean DEFAULT false NOT NULL,
	"next_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "export_task_format_values_check" CHECK ("export_task"."format" in ('csv', 'xlsx', 'pdf')),
	CONSTRAINT "export_task_frequency_values_check" CHECK ("export_task"."frequency" in ('daily', 'weekly', 'monthly')),
	CONSTRAINT "export_task_period_values_check" CHECK ("export_task"."period" in ('yesterday', 'lastWeek', 'lastMonth', 'lastDays', 'none'))
);
--> statement-breakpoint
ALTER TABLE "export_delivery" ADD CONSTRAINT "export_delivery_customer_id_customer_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customer"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "export_delivery" ADD CONSTRAINT "export_delivery_run_id_export_run_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."export_run"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "export_delivery" ADD CONSTRAINT "export_delivery_outbox_id_outbox_id_fk" FOREIGN KEY ("outbox_id") REFERENCES "public"."outbox"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "export_run" ADD CONSTRAINT "export_run_customer_id_customer_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customer"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "export_run" ADD CONSTRAINT "export_run_task_id_export_task_id_fk" FOREIGN KEY ("task_id") REFERENCES "public"."export_task"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "export_run" ADD CONSTRAINT "export_run_download_key_download_record_key_fk" FOREIGN KEY ("download_key") REFERENCES "public"."download_record"("key") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "export_run" ADD CONSTRAINT "export_run_report_id_report_id_fk" FOREIGN KEY ("report_id") REFERENCES "public"."report"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "export_run" ADD CONSTRAINT "export_run_file_id_stored_file_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."stored_file"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "export_task" ADD CONSTRAINT "export_task_customer_id_customer_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customer"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "export_task" ADD CONSTRAINT "export_task_user_id_user_account_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user_account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "export_delivery_recipient_key" ON "export_delivery" USING btree ("run_id","recipient");--> statement-breakpoint
CREATE INDEX "export_delivery_customer_idx" ON "export_delivery" USING btree ("customer_id");--> statement-breakpoint
CREATE UNIQUE INDEX "export_run_due_key" ON "export_run" USING btree ("task_id","due_at");--> statement-breakpoint
CREATE INDEX "export_run_customer_idx" ON "export_run" USING btree ("customer_id");--> statement-breakpoint
CREATE INDEX "export_run_download_idx" ON "export_run" USING btree ("download_key") WHERE "export_run"."download_key" is not null;--> statement-breakpoint
CREATE INDEX "export_run_report_idx" ON "export_run" USING btree ("report_id") WHERE "export_run"."report_id" is not null;--> statement-breakpoint
CREATE INDEX "export_run_file_idx" ON "export_run" USING btree ("file_id") WHERE "export_run"."file_id" is not null;--> statement-breakpoint
CREATE INDEX "export_run_pending_idx" ON "export_run" USING btree ("created_at") WHERE "export_run"."state" in ('waiting', 'making', 'sending');--> statement-breakpoint
CREATE UNIQUE INDEX "export_task_name_key" ON "export_task" USING btree ("customer_id",lower("name"));--> statement-breakpoint
CREATE INDEX "export_task_user_idx" ON "export_task" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "export_task_next_idx" ON "export_task" USING btree ("next_at") WHERE "export_task"."next_at" is not null;