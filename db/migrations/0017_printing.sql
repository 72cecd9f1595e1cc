CREATE TABLE "print_group" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "print_group_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"customer_id" bigint NOT NULL,
	"name" text NOT NULL,
	"is_enabled" boolean DEFAULT true NOT NULL,
	"contents" text[] NOT NULL,
	"times" integer[] NOT NULL,
	"day" text DEFAULT 'today' NOT NULL,
	"copies" integer DEFAULT 1 NOT NULL,
	"locale" text NOT NULL,
	"next_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "print_group_contents_values_check" CHECK ("print_group"."contents" <@ array['dayRecord', 'slip', 'carrierLabel', 'deviceLabel', 'lotLabel']::text[]),
	CONSTRAINT "print_group_day_values_check" CHECK ("print_group"."day" in ('today', 'yesterday'))
);
--> statement-breakpoint
CREATE TABLE "print_group_carrier" (
	"group_id" bigint NOT NULL,
	"carrier_id" bigint NOT NULL,
	CONSTRAINT "print_group_carrier_group_id_carrier_id_pk" PRIMARY KEY("group_id","carrier_id")
);
--> statement-breakpoint
CREATE TABLE "print_group_printer" (
	"group_id" bigint NOT NULL,
	"printer_id" bigint NOT NULL,
	CONSTRAINT "print_group_printer_group_id_printer_id_pk" PRIMARY KEY("group_id","printer_id")
);
--> statement-breakpoint
CREATE TABLE "print_job" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "print_job_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"customer_id" bigint NOT NULL,
	"printer_id" bigint,
	"printer_name" text NOT NULL,
	"group_id" bigint,
	"content" text NOT NULL,
	"key" text NOT NULL,
	"document" jsonb NOT NULL,
	"locale" text NOT NULL,
	"copies" integer DEFAULT 1 NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"problem" text,
	"problem_detail" text DEFAULT '' NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_try_at" timestamp (3) with time zone,
	"printer_job_id" integer,
	"is_confirmed" boolean,
	"user_id" bigint,
	"user_name" text DEFAULT '' NOT NULL,
	"due_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"sent_at" timestamp (3) with time zone,
	"ended_at" timestamp (3) with time zone,
	CONSTRAINT "print_job_content_values_check" CHECK ("print_job"."content" in ('dayRecord', 'slip', 'carrierLabel', 'deviceLabel', 'lotLabel', 'test')),
	CONSTRAINT "print_job_state_values_check" CHECK ("print_job"."state" in ('waiting', 'sending', 'atPrinter', 'printed', 'failed', 'unclear', 'cancelled')),
	CONSTRAINT "print_job_problem_values_check" CHECK ("print_job"."problem" in ('address', 'name', 'unreachable', 'closed', 'timeout', 'certificate', 'login', 'refused', 'answer', 'paper', 'cover', 'ink', 'jam', 'offline', 'fault', 'busy', 'format', 'aborted', 'stopped', 'unconfirmed', 'interrupted', 'disabled', 'removed', 'internal'))
);
--> statement-breakpoint
CREATE TABLE "printer" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "printer_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"customer_id" bigint NOT NULL,
	"name" text NOT NULL,
	"kind" text NOT NULL,
	"location" text DEFAULT '' NOT NULL,
	"host" text NOT NULL,
	"port" integer NOT NULL,
	"is_tls" boolean DEFAULT false NOT NULL,
	"path" text DEFAULT '' NOT NULL,
	"columns" integer DEFAULT 48 NOT NULL,
	"charset" text DEFAULT 'gb18030' NOT NULL,
	"has_cutter" boolean DEFAULT true NOT NULL,
	"is_enabled" boolean DEFAULT true NOT NULL,
	"may_reach_private" boolean DEFAULT false NOT NULL,
	"model" text DEFAULT '' NOT NULL,
	"checked_at" timestamp (3) with time zone,
	"problem" text,
	"problem_detail" text DEFAULT '' NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "printer_kind_values_check" CHECK ("printer"."kind" in ('ipp', 'escpos')),
	CONSTRAINT "printer_charset_values_check" CHECK ("printer"."charset" in ('gb18030', 'shift_jis', 'windows-1252')),
	CONSTRAINT "printer_problem_values_check" CHECK ("printer"."problem" in ('address', 'name', 'unreachable', 'closed', 'timeout', 'certificate', 'login', 'refused', 'answer', 'paper', 'cover', 'ink', 'jam', 'offline', 'fault', 'busy', 'format', 'aborted', 'stopped', 'unconfirmed', 'interrupted', 'disabled', 'removed', 'internal'))
);
--> statement-breakpoint
ALTER TABLE "print_group" ADD CONSTRAINT "print_group_customer_id_customer_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customer"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "print_group_carrier" ADD CONSTRAINT "print_group_carrier_group_id_print_group_id_fk" FOREIGN KEY ("group_id") REFERENCES "public"."print_group"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "print_group_carrier" ADD CONSTRAINT "print_group_carrier_carrier_id_carrier_id_fk" FOREIGN KEY ("carrier_id") REFERENCES "public"."carrier"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "print_group_printer" ADD CONSTRAINT "print_group_printer_group_id_print_group_id_fk" FOREIGN KEY ("group_id") REFERENCES "public"."print_group"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "print_group_printer" ADD CONSTRAINT "print_group_printer_printer_id_printer_id_fk" FOREIGN KEY ("printer_id") REFERENCES "public"."printer"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "print_job" ADD CONSTRAINT "print_job_customer_id_customer_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customer"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "print_job" ADD CONSTRAINT "print_job_printer_id_printer_id_fk" FOREIGN KEY ("printer_id") REFERENCES "public"."printer"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "print_job" ADD CONSTRAINT "print_job_group_id_print_group_id_fk" FOREIGN KEY ("group_id") REFERENCES "public"."print_group"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "print_job" ADD CONSTRAINT "print_job_user_id_user_account_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user_account"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "printer" ADD CONSTRAINT "printer_customer_id_customer_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customer"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "print_group_group_name_key" ON "print_group" USING btree ("customer_id",lower("name"));--> statement-breakpoint
CREATE INDEX "print_group_next_idx" ON "print_group" USING btree ("next_at") WHERE "print_group"."next_at" is not null;--> statement-breakpoint
CREATE INDEX "print_group_carrier_carrier_idx" ON "print_group_carrier" USING btree ("carrier_id");--> statement-breakpoint
CREATE INDEX "print_group_printer_printer_idx" ON "print_group_printer" USING btree ("printer_id");--> statement-breakpoint
CREATE UNIQUE INDEX "print_job_key" ON "print_job" USING btree ("customer_id","key");--> statement-breakpoint
CREATE INDEX "print_job_customer_idx" ON "print_job" USING btree ("customer_id","created_at");--> statement-breakpoint
CREATE INDEX "print_job_printer_idx" ON "print_job" USING btree ("printer_id","created_at");--> statement-breakpoint
CREATE INDEX "print_job_group_idx" ON "print_job" USING btree ("group_id");--> statement-breakpoint
CREATE INDEX "print_job_user_idx" ON "print_job" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "print_job_open_idx" ON "print_job" USING btree ("state","sent_at") WHERE "print_job"."state" in ('sending', 'atPrinter');--> statement-breakpoint
CREATE INDEX "print_job_ended_idx" ON "print_job" USING btree ("ended_at");--> statement-breakpoint
CREATE UNIQUE INDEX "printer_name_key" ON "printer" USING btree ("customer_id",lower("name"));