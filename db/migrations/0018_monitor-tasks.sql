CREATE TABLE "monitor_finding" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "monitor_finding_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"customer_id" bigint NOT NULL,
	"task_id" bigint NOT NULL,
	"run_id" bigint NOT NULL,
	"device_id" bigint NOT NULL,
	"carrier_id" bigint,
	"last_seen_at" timestamp (3) with time zone NOT NULL,
	"is_new" boolean NOT NULL,
	"gateway_id" bigint,
	"exception_id" bigint,
	"work_order_id" bigint
);
--> statement-breakpoint
CREATE TABLE "monitor_run" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "monitor_run_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"customer_id" bigint NOT NULL,
	"task_id" bigint NOT NULL,
	"due_at" timestamp (3) with time zone NOT NULL,
	"ran_at" timestamp (3) with time zone NOT NULL,
	"trigger" text NOT NULL,
	"started_by" text,
	"state" text NOT NULL,
	"checked" integer DEFAULT 0 NOT NULL,
	"missed" integer DEFAULT 0 NOT NULL,
	"missed_since" timestamp (3) with time zone,
	CONSTRAINT "monitor_run_trigger_values_check" CHECK ("monitor_run"."trigger" in ('schedule', 'manual')),
	CONSTRAINT "monitor_run_state_values_check" CHECK ("monitor_run"."state" in ('done', 'failed'))
);
--> statement-breakpoint
CREATE TABLE "monitor_task" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "monitor_task_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"customer_id" bigint NOT NULL,
	"name" text NOT NULL,
	"kind" text NOT NULL,
	"is_everywhere" boolean NOT NULL,
	"strategy" text NOT NULL,
	"start_on" date,
	"weekdays" integer[] DEFAULT '{}' NOT NULL,
	"day_of_month" integer,
	"time" text NOT NULL,
	"interval_count" integer,
	"interval_unit" text,
	"until_time" text,
	"raises_exception" boolean NOT NULL,
	"notice_group_id" bigint,
	"submits_order" boolean NOT NULL,
	"due_minutes" integer,
	"assignee_id" bigint,
	"group_id" bigint,
	"is_running" boolean NOT NULL,
	"next_at" timestamp (3) with time zone,
	"created_by" bigint,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "monitor_task_kind_values_check" CHECK ("monitor_task"."kind" in ('zigbee', 'zigbee2', '4g', 'lora', 'zeta', 'gateway', 'display', 'relay')),
	CONSTRAINT "monitor_task_strategy_values_check" CHECK ("monitor_task"."strategy" in ('single', 'daily', 'weekly', 'monthly')),
	CONSTRAINT "monitor_task_interval_unit_values_check" CHECK ("monitor_task"."interval_unit" in ('minute', 'hour', 'day')),
	CONSTRAINT "monitor_task_interval_check" CHECK (("monitor_task"."interval_count" is null) = ("monitor_task"."interval_unit" is null)),
	CONSTRAINT "monitor_task_next_check" CHECK ("monitor_task"."is_running" or "monitor_task"."next_at" is null)
);
--> statement-breakpoint
CREATE TABLE "monitor_task_target" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "monitor_task_target_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"task_id" bigint NOT NULL,
	"scene_id" bigint,
	"carrier_id" bigint,
	CONSTRAINT "monitor_task_target_key" UNIQUE NULLS NOT DISTINCT("task_id","scene_id","carrier_id"),
	CONSTRAINT "monitor_task_target_check" CHECK (num_nonnulls("monitor_task_target"."scene_id", "monitor_task_target"."carrier_id") = 1)
);
--> statement-breakpoint
ALTER TABLE "notice" DROP CONSTRAINT "notice_type_values_check";--> statement-breakpoint
ALTER TABLE "work_order" DROP CONSTRAINT "work_order_cause_values_check";--> statement-breakpoint
ALTER TABLE "work_order" ADD COLUMN "task_id" bigint;--> statement-breakpoint
ALTER TABLE "monitor_finding" ADD CONSTRAINT "monitor_finding_customer_id_customer_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customer"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "monitor_finding" ADD CONSTRAINT "monitor_finding_task_id_monitor_task_id_fk" FOREIGN KEY ("task_id") REFERENCES "public"."monitor_task"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "monitor_finding" ADD CONSTRAINT "monitor_finding_run_id_monitor_run_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."monitor_run"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "monitor_finding" ADD CONSTRAINT "monitor_finding_device_id_device_id_fk" FOREIGN KEY ("device_id") REFERENCES "public"."device"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "monitor_finding" ADD CONSTRAINT "monitor_finding_carrier_id_carrier_id_fk" FOREIGN KEY ("carrier_id") REFERENCES "public"."carrier"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "monitor_finding" ADD CONSTRAINT "monitor_finding_gateway_id_device_id_fk" FOREIGN KEY ("gateway_id") REFERENCES "public"."device"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "monitor_finding" ADD CONSTRAINT "monitor_finding_exception_id_exception_id_fk" FOREIGN KEY ("exception_id") REFERENCES "public"."exception"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "monitor_finding" ADD CONSTRAINT "monitor_finding_work_order_id_work_order_id_fk" FOREIGN KEY ("work_order_id") REFERENCES "public"."work_order"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "monitor_run" ADD CONSTRAINT "monitor_run_customer_id_customer_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customer"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "monitor_run" ADD CONSTRAINT "monitor_run_task_id_monitor_task_id_fk" FOREIGN KEY ("task_id") REFERENCES "public"."monitor_task"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "monitor_task" ADD CONSTRAINT "monitor_task_customer_id_customer_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customer"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "monitor_task" ADD CONSTRAINT "monitor_task_notice_group_id_contact_group_id_fk" FOREIGN KEY ("notice_group_id") REFERENCES "public"."contact_group"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "monitor_task" ADD CONSTRAINT "monitor_task_assignee_id_user_account_id_fk" FOREIGN KEY ("assignee_id") REFERENCES "public"."user_account"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "monitor_task" ADD CONSTRAINT "monitor_task_group_id_contact_group_id_fk" FOREIGN KEY ("group_id") REFERENCES "public"."contact_group"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "monitor_task" ADD CONSTRAINT "monitor_task_created_by_user_account_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."user_account"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "monitor_task_target" ADD CONSTRAINT "monitor_task_target_task_id_monitor_task_id_fk" FOREIGN KEY ("task_id") REFERENCES "public"."monitor_task"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "monitor_task_target" ADD CONSTRAINT "monitor_task_target_scene_id_scene_id_fk" FOREIGN KEY ("scene_id") REFERENCES "public"."scene"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "monitor_task_target" ADD CONSTRAINT "monitor_task_target_carrier_id_carrier_id_fk" FOREIGN KEY ("carrier_id") REFERENCES "public"."carrier"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "monitor_finding_device_key" ON "monitor_finding" USING btree ("run_id","device_id");--> statement-breakpoint
CREATE INDEX "monitor_finding_customer_idx" ON "monitor_finding" USING btree ("customer_id");--> statement-breakpoint
CREATE INDEX "monitor_finding_known_idx" ON "monitor_finding" USING btree ("task_id","device_id","last_seen_at");--> statement-breakpoint
CREATE INDEX "monitor_finding_device_idx" ON "monitor_finding" USING btree ("device_id");--> statement-breakpoint
CREATE INDEX "monitor_finding_carrier_idx" ON "monitor_finding" USING btree ("carrier_id");--> statement-breakpoint
CREATE INDEX "monitor_finding_gateway_idx" ON "monitor_finding" USING btree ("gateway_id");--> statement-breakpoint
CREATE INDEX "monitor_finding_exception_idx" ON "monitor_finding" USING btree ("exception_id");--> statement-breakpoint
CREATE INDEX "monitor_finding_order_idx" ON "monitor_finding" USING btree ("work_order_id");--> statement-breakpoint
CREATE UNIQUE INDEX "monitor_run_due_key" ON "monitor_run" USING btree ("task_id","due_at");--> statement-breakpoint
CREATE INDEX "monitor_run_customer_idx" ON "monitor_run" USING btree ("customer_id","due_at");--> statement-breakpoint
CREATE UNIQUE INDEX "monitor_task_name_key" ON "monitor_task" USING btree ("customer_id",lower("name"));--> statement-breakpoint
CREATE INDEX "monitor_task_next_idx" ON "monitor_task" USING btree ("next_at") WHERE "monitor_task"."next_at" is not null;--> statement-breakpoint
CREATE INDEX "monitor_task_notice_group_idx" ON "monitor_task" USING btree ("notice_group_id");--> statement-breakpoint
CREATE INDEX "monitor_task_assignee_idx" ON "monitor_task" USING btree ("assignee_id");--> statement-breakpoint
CREATE INDEX "monitor_task_group_idx" ON "monitor_task" USING btree ("group_id");--> statement-breakpoint
CREATE INDEX "monitor_task_created_by_idx" ON "monitor_task" USING btree ("created_by");--> statement-breakpoint
CREATE INDEX "monitor_task_target_scene_idx" ON "monitor_task_target" USING btree ("scene_id") WHERE "monitor_task_target"."scene_id" is not null;--> statement-breakpoint
CREATE INDEX "monitor_task_target_carrier_idx" ON "monitor_task_target" USING btree ("carrier_id") WHERE "monitor_task_target"."carrier_id" is not null;--> statement-breakpoint
ALTER TABLE "work_order" ADD CONSTRAINT "work_order_task_id_monitor_task_id_fk" FOREIGN KEY ("task_id") REFERENCES "public"."monitor_task"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "work_order_task_idx" ON "work_order" USING btree ("task_id");--> statement-breakpoint
ALTER TABLE "notice" ADD CONSTRAINT "notice_type_values_check" CHECK ("notice"."type" in ('alarm', 'captcha', 'digest', 'acknowledged', 'reply', 'test', 'channel', 'handover', 'workOrder', 'monitorTask'));--> statement-breakpoint
ALTER TABLE "work_order" ADD CONSTRAINT "work_order_cause_values_check" CHECK ("work_order"."cause" in ('exception', 'calibration', 'silent', 'battery', 'task'));