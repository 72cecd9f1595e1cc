CREATE TABLE "verification_mark" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "verification_mark_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"task_id" bigint NOT NULL,
	"test" text NOT NULL,
	"from_at" timestamp (3) with time zone NOT NULL,
	"to_at" timestamp (3) with time zone,
	"actor_name" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "verification_mark_test_values_check" CHECK ("verification_mark"."test" in ('doorOpened', 'powerOff'))
);
--> statement-breakpoint
CREATE TABLE "verification_point" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "verification_point_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"task_id" bigint NOT NULL,
	"label" text NOT NULL,
	"point_class" text NOT NULL,
	"x" double precision NOT NULL,
	"y" double precision NOT NULL,
	"height_metres" double precision NOT NULL,
	"device_id" bigint,
	"beside_id" bigint,
	CONSTRAINT "verification_point_point_class_values_check" CHECK ("verification_point"."point_class" in ('uniform', 'fanOutlet', 'door', 'deadCorner', 'rack', 'permanent', 'outside'))
);
--> statement-breakpoint
CREATE TABLE "verification_preset" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "verification_preset_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"code" text NOT NULL,
	"name" text,
	"object" text NOT NULL,
	"source" text DEFAULT '' NOT NULL,
	"uniform_minimum" integer NOT NULL,
	"horizontal_metres" double precision,
	"vertical_metres" double precision,
	"per_volume_points" integer,
	"volume_cubic_metres" double precision,
	"per_fan" integer DEFAULT 0 NOT NULL,
	"per_door" integer DEFAULT 0 NOT NULL,
	"per_dead_corner" integer DEFAULT 0 NOT NULL,
	"per_rack" integer DEFAULT 0 NOT NULL,
	"per_probe" integer DEFAULT 0 NOT NULL,
	"outside" integer DEFAULT 0 NOT NULL,
	"is_enabled" boolean DEFAULT true NOT NULL,
	"is_shipped" boolean DEFAULT false NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "verification_preset_object_values_check" CHECK ("verification_preset"."object" in ('coldStore', 'vehicle', 'box', 'fridge'))
);
--> statement-breakpoint
CREATE TABLE "verification_series" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "verification_series_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"task_id" bigint NOT NULL,
	"point_id" bigint,
	"probe_id" bigint NOT NULL,
	"ats" double precision[] NOT NULL,
	"values" double precision[] NOT NULL,
	"sha256" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "verification_task" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "verification_task_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"customer_id" bigint NOT NULL,
	"number" text NOT NULL,
	"name" text NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"carrier_id" bigint NOT NULL,
	"object" text NOT NULL,
	"kind" text NOT NULL,
	"load" text NOT NULL,
	"tests" text[] DEFAULT '{}' NOT NULL,
	"state" text DEFAULT 'toBeStarted' NOT NULL,
	"limits" jsonb NOT NULL,
	"sampling_mode" text NOT NULL,
	"sampling_seconds" integer NOT NULL,
	"duration_minutes" integer NOT NULL,
	"timeout_minutes" integer NOT NULL,
	"gap_percent" integer NOT NULL,
	"valid_months" integer NOT NULL,
	"planned_at" timestamp (3) with time zone NOT NULL,
	"space" jsonb,
	"rule" jsonb,
	"rule_name" text DEFAULT '' NOT NULL,
	"rule_source" text DEFAULT '' NOT NULL,
	"notify_completion" boolean NOT NULL,
	"notify_timeout" boolean NOT NULL,
	"notify_exception" boolean NOT NULL,
	"user_id" bigint,
	"group_id" bigint,
	"started_at" timestamp (3) with time zone,
	"recorded_from" timestamp (3) with time zone,
	"recorded_to" timestamp (3) with time zone,
	"stop_reason" text DEFAULT '' NOT NULL,
	"timeout_told_at" timestamp (3) with time zone,
	"exception_told_at" timestamp (3) with time zone,
	"due_told_at" timestamp (3) with time zone,
	"overdue_told_at" timestamp (3) with time zone,
	"result" jsonb,
	"verdict" text,
	"data_sha256" text,
	"frozen_at" timestamp (3) with time zone,
	"remark" text DEFAULT '' NOT NULL,
	"terminated_at" timestamp (3) with time zone,
	"terminated_by" text DEFAULT '' NOT NULL,
	"created_by" bigint,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "verification_task_object_values_check" CHECK ("verification_task"."object" in ('coldStore', 'vehicle', 'box', 'fridge')),
	CONSTRAINT "verification_task_kind_values_check" CHECK ("verification_task"."kind" in ('beforeUse', 'periodic', 'special', 'afterStandstill')),
	CONSTRAINT "verification_task_load_values_check" CHECK ("verification_task"."load" in ('empty', 'full')),
	CONSTRAINT "verification_task_tests_values_check" CHECK ("verification_task"."tests" <@ array['doorOpened', 'powerOff']::text[]),
	CONSTRAINT "verification_task_state_values_check" CHECK ("verification_task"."state" in ('toBeStarted', 'inProgress', 'recording', 'comparing', 'terminated')),
	CONSTRAINT "verification_task_sampling_mode_values_check" CHECK ("verification_task"."sampling_mode" in ('latest', 'maximum', 'minimum', 'average', 'equilibrium')),
	CONSTRAINT "verification_task_verdict_values_check" CHECK ("verification_task"."verdict" in ('passed', 'failed', 'refused'))
);
--> statement-breakpoint
ALTER TABLE "notice" DROP CONSTRAINT "notice_type_values_check";--> statement-breakpoint
ALTER TABLE "report" DROP CONSTRAINT "report_type_values_check";--> statement-breakpoint
ALTER TABLE "report" DROP CONSTRAINT "report_sections_values_check";--> statement-breakpoint
ALTER TABLE "report_template" DROP CONSTRAINT "report_template_type_values_check";--> statement-breakpoint
ALTER TABLE "report_template" DROP CONSTRAINT "report_template_sections_values_check";--> statement-breakpoint
ALTER TABLE "work_order" DROP CONSTRAINT "work_order_type_values_check";--> statement-breakpoint
ALTER TABLE "work_order" DROP CONSTRAINT "work_order_cause_values_check";--> statement-breakpoint
ALTER TABLE "work_order_rule" DROP CONSTRAINT "work_order_rule_cause_values_check";--> statement-breakpoint
ALTER TABLE "report" ADD COLUMN "verification_id" bigint;--> statement-breakpoint
ALTER TABLE "verification_mark" ADD CONSTRAINT "verification_mark_task_id_verification_task_id_fk" FOREIGN KEY ("task_id") REFERENCES "public"."verification_task"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "verification_point" ADD CONSTRAINT "verification_point_task_id_verification_task_id_fk" FOREIGN KEY ("task_id") REFERENCES "public"."verification_task"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "verification_point" ADD CONSTRAINT "verification_point_device_id_device_id_fk" FOREIGN KEY ("device_id") REFERENCES "public"."device"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "verification_point" ADD CONSTRAINT "verification_point_beside_id_device_id_fk" FOREIGN KEY ("beside_id") REFERENCES "public"."device"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "verification_series" ADD CONSTRAINT "verification_series_task_id_verification_task_id_fk" FOREIGN KEY ("task_id") REFERENCES "public"."verification_task"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "verification_series" ADD CONSTRAINT "verification_series_point_id_verification_point_id_fk" FOREIGN KEY ("point_id") REFERENCES "public"."verification_point"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "verification_series" ADD CONSTRAINT "verification_series_probe_id_probe_id_fk" FOREIGN KEY ("probe_id") REFERENCES "public"."probe"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "verification_task" ADD CONSTRAINT "verification_task_customer_id_customer_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customer"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "verification_task" ADD CONSTRAINT "verification_task_carrier_id_carrier_id_fk" FOREIGN KEY ("carrier_id") REFERENCES "public"."carrier"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "verification_task" ADD CONSTRAINT "verification_task_user_id_user_account_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user_account"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "verification_task" ADD CONSTRAINT "verification_task_group_id_contact_group_id_fk" FOREIGN KEY ("group_id") REFERENCES "public"."contact_group"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "verification_task" ADD CONSTRAINT "verification_task_created_by_user_account_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."user_account"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "verification_mark_task_idx" ON "verification_mark" USING btree ("task_id","from_at");--> statement-breakpoint
CREATE UNIQUE INDEX "verification_point_label_key" ON "verification_point" USING btree ("task_id",lower("label"));--> statement-breakpoint
CREATE UNIQUE INDEX "verification_point_device_key" ON "verification_point" USING btree ("task_id","device_id");--> statement-breakpoint
CREATE INDEX "verification_point_device_idx" ON "verification_point" USING btree ("device_id");--> statement-breakpoint
CREATE INDEX "verification_point_beside_idx" ON "verification_point" USING btree ("beside_id");--> statement-breakpoint
CREATE UNIQUE INDEX "verification_preset_code_key" ON "verification_preset" USING btree (lower("code"));--> statement-breakpoint
CREATE UNIQUE INDEX "verification_preset_name_key" ON "verification_preset" USING btree (lower("name"));--> statement-breakpoint
CREATE UNIQUE INDEX "verification_series_probe_key" ON "verification_series" USING btree ("task_id","probe_id");--> statement-breakpoint
CREATE INDEX "verification_series_point_idx" ON "verification_series" USING btree ("point_id");--> statement-breakpoint
CREATE INDEX "verification_series_probe_idx" ON "verification_series" USING btree ("probe_id");--> statement-breakpoint
CREATE UNIQUE INDEX "verification_task_number_key" ON "verification_task" USING btree ("customer_id","number");--> statement-breakpoint
CREATE INDEX "verification_task_customer_idx" ON "verification_task" USING btree ("customer_id","created_at");--> statement-breakpoint
CREATE INDEX "verification_task_carrier_idx" ON "verification_task" USING btree ("carrier_id","terminated_at");--> statement-breakpoint
CREATE INDEX "verification_task_user_idx" ON "verification_task" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "verification_task_group_idx" ON "verification_task" USING btree ("group_id");--> statement-breakpoint
CREATE INDEX "verification_task_created_by_idx" ON "verification_task" USING btree ("created_by");--> statement-breakpoint
CREATE INDEX "verification_task_running_idx" ON "verification_task" USING btree ("state") WHERE "verification_task"."state" <> 'terminated';--> statement-breakpoint
ALTER TABLE "report" ADD CONSTRAINT "report_verification_id_verification_task_id_fk" FOREIGN KEY ("verification_id") REFERENCES "public"."verification_task"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "report_verification_idx" ON "report" USING btree ("verification_id");--> statement-breakpoint
ALTER TABLE "notice" ADD CONSTRAINT "notice_type_values_check" CHECK ("notice"."type" in ('alarm', 'captcha', 'digest', 'acknowledged', 'reply', 'test', 'channel', 'handover', 'workOrder', 'monitorTask', 'verification'));--> statement-breakpoint
ALTER TABLE "report" ADD CONSTRAINT "report_type_values_check" CHECK ("report"."type" in ('record', 'excursions', 'passRate', 'calibration', 'lot', 'transport', 'verification'));--> statement-breakpoint
ALTER TABLE "report" ADD CONSTRAINT "report_sections_values_check" CHECK ("report"."sections" <@ array['statistics', 'passRate', 'charts', 'excursions', 'calibration', 'data', 'placements', 'verdict', 'decisions', 'journey', 'crossings', 'handover', 'uniformity', 'tests', 'points', 'heat']::text[]);--> statement-breakpoint
ALTER TABLE "report_template" ADD CONSTRAINT "report_template_type_values_check" CHECK ("report_template"."type" in ('record', 'excursions', 'passRate', 'calibration', 'lot', 'transport', 'verification'));--> statement-breakpoint
ALTER TABLE "report_template" ADD CONSTRAINT "report_template_sections_values_check" CHECK ("report_template"."sections" <@ array['statistics', 'passRate', 'charts', 'excursions', 'calibration', 'data', 'placements', 'verdict', 'decisions', 'journey', 'crossings', 'handover', 'uniformity', 'tests', 'points', 'heat']::text[]);--> statement-breakpoint
ALTER TABLE "work_order" ADD CONSTRAINT "work_order_type_values_check" CHECK ("work_order"."type" in ('repair', 'maintenance', 'calibration', 'battery', 'connection', 'inspection', 'verification', 'other'));--> statement-breakpoint
ALTER TABLE "work_order" ADD CONSTRAINT "work_order_cause_values_check" CHECK ("work_order"."cause" in ('exception', 'calibration', 'silent', 'battery', 'verification', 'task'));--> statement-breakpoint
ALTER TABLE "work_order_rule" ADD CONSTRAINT "work_order_rule_cause_values_check" CHECK ("work_order_rule"."cause" in ('exception', 'calibration', 'silent', 'battery', 'verification'));