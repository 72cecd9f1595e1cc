CREATE TABLE "alarm_condition" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "alarm_condition_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"trigger_id" bigint NOT NULL,
	"kind" text NOT NULL,
	"measure" text NOT NULL,
	"minimum" double precision,
	"maximum" double precision,
	"delay_seconds" integer DEFAULT 0 NOT NULL,
	"delay_mode" text DEFAULT 'normal-delay' NOT NULL,
	"dead_band" double precision DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "alarm_trigger" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "alarm_trigger_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"customer_id" bigint NOT NULL,
	"name" text NOT NULL,
	"severity" text DEFAULT 'major' NOT NULL,
	"is_enabled" boolean DEFAULT true NOT NULL,
	"calendar" jsonb,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "notification_plan_row" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "notification_plan_row_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"trigger_id" bigint NOT NULL,
	"after_minutes" integer DEFAULT 0 NOT NULL,
	"contact_group_id" bigint,
	"level" integer DEFAULT 1 NOT NULL,
	"channels" text[] NOT NULL,
	"repeat_times" integer DEFAULT 0 NOT NULL,
	"repeat_interval_minutes" integer DEFAULT 10 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "audit" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "audit_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"customer_id" bigint NOT NULL,
	"sequence" bigint NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"actor_type" text NOT NULL,
	"actor_id" bigint,
	"actor_name" text NOT NULL,
	"address" text NOT NULL,
	"request_id" text NOT NULL,
	"operation" text NOT NULL,
	"entity" text NOT NULL,
	"entity_id" text NOT NULL,
	"old_values" jsonb,
	"new_values" jsonb,
	"reason" text,
	"previous_hash" text NOT NULL,
	"hash" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "audit_head" (
	"customer_id" bigint PRIMARY KEY NOT NULL,
	"sequence" bigint NOT NULL,
	"hash" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "carrier" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "carrier_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"customer_id" bigint NOT NULL,
	"scene_id" bigint NOT NULL,
	"name" text NOT NULL,
	"type" text NOT NULL,
	"status" text DEFAULT 'running' NOT NULL,
	"defrost_until" timestamp (3) with time zone,
	"alarm_trigger_id" bigint,
	"alarm_switch" text DEFAULT 'on' NOT NULL,
	"alarm_paused_until" timestamp (3) with time zone,
	"mode" text DEFAULT 'storage' NOT NULL,
	"longitude" double precision,
	"latitude" double precision,
	"extension" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "carrier_zone" (
	"carrier_id" bigint NOT NULL,
	"measure" text NOT NULL,
	"zone_id" bigint NOT NULL,
	CONSTRAINT "carrier_zone_carrier_id_measure_pk" PRIMARY KEY("carrier_id","measure")
);
--> statement-breakpoint
CREATE TABLE "contact" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "contact_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"customer_id" bigint NOT NULL,
	"group_id" bigint NOT NULL,
	"level" integer DEFAULT 1 NOT NULL,
	"name" text NOT NULL,
	"phone" text,
	"email" text,
	"gender" integer,
	"locale" text DEFAULT 'zh-CN' NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "contact_group" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "contact_group_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"customer_id" bigint NOT NULL,
	"name" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "customer" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "customer_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"code" text NOT NULL,
	"name" text NOT NULL,
	"short_name" text DEFAULT '' NOT NULL,
	"type" text DEFAULT 'customer' NOT NULL,
	"organisation_type" text DEFAULT '09' NOT NULL,
	"status" text DEFAULT 'active' NOT NULL,
	"area" text DEFAULT '' NOT NULL,
	"area_code" text DEFAULT '' NOT NULL,
	"address" text DEFAULT '' NOT NULL,
	"contact" text DEFAULT '' NOT NULL,
	"phone" text DEFAULT '' NOT NULL,
	"email" text DEFAULT '' NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"time_zone" text DEFAULT 'Asia/Shanghai' NOT NULL,
	"ingest_token_hash" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "device" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "device_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"customer_id" bigint NOT NULL,
	"kind" text NOT NULL,
	"type_code" text NOT NULL,
	"serial_number" text NOT NULL,
	"mac" text,
	"name" text NOT NULL,
	"use" text DEFAULT 'activated' NOT NULL,
	"config_status" text DEFAULT 'wait' NOT NULL,
	"gateway_id" bigint,
	"report_interval_seconds" integer DEFAULT 300 NOT NULL,
	"last_seen_at" timestamp (3) with time zone,
	"calibration_due_on" date,
	"ingest_token_hash" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "mounting" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "mounting_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"customer_id" bigint NOT NULL,
	"probe_id" bigint NOT NULL,
	"carrier_id" bigint NOT NULL,
	"mounted_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"unmounted_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "probe" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "probe_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"customer_id" bigint NOT NULL,
	"device_id" bigint NOT NULL,
	"measure" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "alarm_switch_log" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "alarm_switch_log_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"customer_id" bigint NOT NULL,
	"carrier_id" bigint NOT NULL,
	"from_switch" text NOT NULL,
	"to_switch" text NOT NULL,
	"paused_until" timestamp (3) with time zone,
	"reason" text NOT NULL,
	"user_id" bigint,
	"at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "exception" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "exception_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"customer_id" bigint NOT NULL,
	"carrier_id" bigint,
	"device_id" bigint NOT NULL,
	"probe_id" bigint,
	"condition_id" bigint,
	"kind" text NOT NULL,
	"measure" text,
	"side" text,
	"severity" text NOT NULL,
	"minimum" double precision,
	"maximum" double precision,
	"started_at" timestamp (3) with time zone NOT NULL,
	"raised_at" timestamp (3) with time zone NOT NULL,
	"ended_at" timestamp (3) with time zone,
	"statistics" jsonb,
	"peak" double precision,
	"peak_at" timestamp (3) with time zone,
	"mean" double precision,
	"degree_minutes" double precision,
	"mean_kinetic_temperature" double precision,
	"sample_count" integer DEFAULT 0 NOT NULL,
	"is_detected_late" boolean DEFAULT false NOT NULL,
	"context" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"acknowledged_at" timestamp (3) with time zone,
	"acknowledged_by" bigint,
	"acknowledgement_comment" text,
	"status" text DEFAULT 'unprocessed' NOT NULL,
	"is_closed" boolean DEFAULT false NOT NULL,
	"reason_id" bigint,
	"measures" text,
	"remark" text,
	"analysis_result" text,
	"handled_by" bigint,
	"handled_at" timestamp (3) with time zone,
	"withdrawn_at" timestamp (3) with time zone,
	"merged_into_id" bigint,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "exception_reason" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "exception_reason_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"customer_id" bigint,
	"code" text,
	"name" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "notice" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "notice_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"customer_id" bigint NOT NULL,
	"exception_id" bigint,
	"outbox_id" bigint,
	"channel" text NOT NULL,
	"type" text DEFAULT 'alarm' NOT NULL,
	"status" text NOT NULL,
	"contact_name" text DEFAULT '' NOT NULL,
	"recipient" text DEFAULT '' NOT NULL,
	"content" text NOT NULL,
	"reason" text DEFAULT '' NOT NULL,
	"attempt" integer DEFAULT 1 NOT NULL,
	"at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "outbox" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "outbox_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"customer_id" bigint NOT NULL,
	"kind" text NOT NULL,
	"idempotency_key" text NOT NULL,
	"payload" jsonb NOT NULL,
	"status" text DEFAULT 'pending' NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"due_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"last_error" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"done_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "parameter" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "parameter_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"customer_id" bigint,
	"code" text NOT NULL,
	"type" text NOT NULL,
	"content" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "role" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "role_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"customer_id" bigint NOT NULL,
	"name" text NOT NULL,
	"type" text DEFAULT 'normal' NOT NULL,
	"scope_type" integer DEFAULT 0 NOT NULL,
	"status" text DEFAULT 'active' NOT NULL,
	"is_default" boolean DEFAULT false NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "role_permission" (
	"role_id" bigint NOT NULL,
	"code" text NOT NULL,
	CONSTRAINT "role_permission_role_id_code_pk" PRIMARY KEY("role_id","code")
);
--> statement-breakpoint
CREATE TABLE "scene" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "scene_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"customer_id" bigint NOT NULL,
	"parent_id" bigint,
	"code" text NOT NULL,
	"name" text NOT NULL,
	"func_type" integer DEFAULT 0 NOT NULL,
	"sort_order" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "carrier_state" (
	"carrier_id" bigint PRIMARY KEY NOT NULL,
	"position_at" timestamp (3) with time zone,
	"longitude" double precision,
	"latitude" double precision,
	"speed_kmh" real,
	"course" real
);
--> statement-breakpoint
CREATE TABLE "position" (
	"carrier_id" bigint NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"longitude" double precision NOT NULL,
	"latitude" double precision NOT NULL,
	"speed_kmh" real,
	"course" real,
	CONSTRAINT "position_carrier_id_at_pk" PRIMARY KEY("carrier_id","at")
) PARTITION BY RANGE ("at");
--> statement-breakpoint
CREATE TABLE "probe_state" (
	"probe_id" bigint PRIMARY KEY NOT NULL,
	"last_at" timestamp (3) with time zone,
	"last_value" double precision,
	"trend" double precision,
	"received_at" timestamp (3) with time zone,
	"alarm" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"due_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "reading" (
	"probe_id" bigint NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"value" double precision NOT NULL,
	CONSTRAINT "reading_probe_id_at_pk" PRIMARY KEY("probe_id","at") INCLUDE ("value")
) PARTITION BY RANGE ("at");
--> statement-breakpoint
CREATE TABLE "reading_hour" (
	"probe_id" bigint NOT NULL,
	"hour" timestamp (3) with time zone NOT NULL,
	"count" integer NOT NULL,
	"sum" double precision NOT NULL,
	"minimum" double precision NOT NULL,
	"maximum" double precision NOT NULL,
	"arrhenius_sum" double precision,
	CONSTRAINT "reading_hour_probe_id_hour_pk" PRIMARY KEY("probe_id","hour")
);
--> statement-breakpoint
CREATE TABLE "challenge" (
	"key" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"answer_hash" text NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "session" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" bigint NOT NULL,
	"proxy_customer_id" bigint,
	"address" text DEFAULT '' NOT NULL,
	"user_agent" text DEFAULT '' NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"ended_at" timestamp (3) with time zone,
	"end_reason" text
);
--> statement-breakpoint
CREATE TABLE "user_account" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "user_account_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"customer_id" bigint NOT NULL,
	"role_id" bigint NOT NULL,
	"username" text NOT NULL,
	"name" text NOT NULL,
	"gender" integer,
	"mobile" text,
	"email" text,
	"remarks" text DEFAULT '' NOT NULL,
	"status" text DEFAULT 'active' NOT NULL,
	"password_hash" text NOT NULL,
	"must_change_password" boolean DEFAULT false NOT NULL,
	"is_guide_on" boolean DEFAULT true NOT NULL,
	"locale" text,
	"failed_logins" integer DEFAULT 0 NOT NULL,
	"locked_until" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "user_customer" (
	"user_id" bigint NOT NULL,
	"customer_id" bigint NOT NULL,
	CONSTRAINT "user_customer_user_id_customer_id_pk" PRIMARY KEY("user_id","customer_id")
);
--> statement-breakpoint
CREATE TABLE "user_scene" (
	"user_id" bigint NOT NULL,
	"scene_id" bigint NOT NULL,
	CONSTRAINT "user_scene_user_id_scene_id_pk" PRIMARY KEY("user_id","scene_id")
);
--> statement-breakpoint
CREATE TABLE "zone" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "zone_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"customer_id" bigint NOT NULL,
	"name" text NOT NULL,
	"measure" text NOT NULL,
	"minimum" double precision,
	"maximum" double precision,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "alarm_condition" ADD CONSTRAINT "alarm_condition_trigger_id_alarm_trigger_id_fk" FOREIGN KEY ("trigger_id") REFERENCES "public"."alarm_trigger"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alarm_trigger" ADD CONSTRAINT "alarm_trigger_customer_id_customer_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customer"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notification_plan_row" ADD CONSTRAINT "notification_plan_row_trigger_id_alarm_trigger_id_fk" FOREIGN KEY ("trigger_id") REFERENCES "public"."alarm_trigger"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notification_plan_row" ADD CONSTRAINT "notification_plan_row_contact_group_id_contact_group_id_fk" FOREIGN KEY ("contact_group_id") REFERENCES "public"."contact_group"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "audit" ADD CONSTRAINT "audit_customer_id_customer_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customer"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "audit_head" ADD CONSTRAINT "audit_head_customer_id_customer_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customer"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "carrier" ADD CONSTRAINT "carrier_customer_id_customer_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customer"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "carrier" ADD CONSTRAINT "carrier_scene_id_scene_id_fk" FOREIGN KEY ("scene_id") REFERENCES "public"."scene"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "carrier" ADD CONSTRAINT "carrier_alarm_trigger_id_alarm_trigger_id_fk" FOREIGN KEY ("alarm_trigger_id") REFERENCES "public"."alarm_trigger"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "carrier_zone" ADD CONSTRAINT "carrier_zone_carrier_id_carrier_id_fk" FOREIGN KEY ("carrier_id") REFERENCES "public"."carrier"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "carrier_zone" ADD CONSTRAINT "carrier_zone_zone_id_zone_id_fk" FOREIGN KEY ("zone_id") REFERENCES "public"."zone"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contact" ADD CONSTRAINT "contact_customer_id_customer_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customer"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contact" ADD CONSTRAINT "contact_group_id_contact_group_id_fk" FOREIGN KEY ("group_id") REFERENCES "public"."contact_group"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contact_group" ADD CONSTRAINT "contact_group_customer_id_customer_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customer"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "device" ADD CONSTRAINT "device_customer_id_customer_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customer"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "device" ADD CONSTRAINT "device_gateway_id_device_id_fk" FOREIGN KEY ("gateway_id") REFERENCES "public"."device"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mounting" ADD CONSTRAINT "mounting_customer_id_customer_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customer"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mounting" ADD CONSTRAINT "mounting_probe_id_probe_id_fk" FOREIGN KEY ("probe_id") REFERENCES "public"."probe"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mounting" ADD CONSTRAINT "mounting_carrier_id_carrier_id_fk" FOREIGN KEY ("carrier_id") REFERENCES "public"."carrier"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "probe" ADD CONSTRAINT "probe_customer_id_customer_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customer"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "probe" ADD CONSTRAINT "probe_device_id_device_id_fk" FOREIGN KEY ("device_id") REFERENCES "public"."device"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alarm_switch_log" ADD CONSTRAINT "alarm_switch_log_customer_id_customer_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customer"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alarm_switch_log" ADD CONSTRAINT "alarm_switch_log_carrier_id_carrier_id_fk" FOREIGN KEY ("carrier_id") REFERENCES "public"."carrier"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alarm_switch_log" ADD CONSTRAINT "alarm_switch_log_user_id_user_account_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user_account"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "exception" ADD CONSTRAINT "exception_customer_id_customer_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customer"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "exception" ADD CONSTRAINT "exception_carrier_id_carrier_id_fk" FOREIGN KEY ("carrier_id") REFERENCES "public"."carrier"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "exception" ADD CONSTRAINT "exception_device_id_device_id_fk" FOREIGN KEY ("device_id") REFERENCES "public"."device"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "exception" ADD CONSTRAINT "exception_probe_id_probe_id_fk" FOREIGN KEY ("probe_id") REFERENCES "public"."probe"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "exception" ADD CONSTRAINT "exception_condition_id_alarm_condition_id_fk" FOREIGN KEY ("condition_id") REFERENCES "public"."alarm_condition"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "exception" ADD CONSTRAINT "exception_acknowledged_by_user_account_id_fk" FOREIGN KEY ("acknowledged_by") REFERENCES "public"."user_account"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "exception" ADD CONSTRAINT "exception_reason_id_exception_reason_id_fk" FOREIGN KEY ("reason_id") REFERENCES "public"."exception_reason"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "exception" ADD CONSTRAINT "exception_handled_by_user_account_id_fk" FOREIGN KEY ("handled_by") REFERENCES "public"."user_account"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "exception" ADD CONSTRAINT "exception_merged_into_id_exception_id_fk" FOREIGN KEY ("merged_into_id") REFERENCES "public"."exception"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "exception_reason" ADD CONSTRAINT "exception_reason_customer_id_customer_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customer"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notice" ADD CONSTRAINT "notice_customer_id_customer_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customer"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notice" ADD CONSTRAINT "notice_exception_id_exception_id_fk" FOREIGN KEY ("exception_id") REFERENCES "public"."exception"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notice" ADD CONSTRAINT "notice_outbox_id_outbox_id_fk" FOREIGN KEY ("outbox_id") REFERENCES "public"."outbox"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "outbox" ADD CONSTRAINT "outbox_customer_id_customer_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customer"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "parameter" ADD CONSTRAINT "parameter_customer_id_customer_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customer"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "role" ADD CONSTRAINT "role_customer_id_customer_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customer"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "role_permission" ADD CONSTRAINT "role_permission_role_id_role_id_fk" FOREIGN KEY ("role_id") REFERENCES "public"."role"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "scene" ADD CONSTRAINT "scene_customer_id_customer_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customer"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "scene" ADD CONSTRAINT "scene_parent_id_scene_id_fk" FOREIGN KEY ("parent_id") REFERENCES "public"."scene"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "carrier_state" ADD CONSTRAINT "carrier_state_carrier_id_carrier_id_fk" FOREIGN KEY ("carrier_id") REFERENCES "public"."carrier"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "probe_state" ADD CONSTRAINT "probe_state_probe_id_probe_id_fk" FOREIGN KEY ("probe_id") REFERENCES "public"."probe"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "session" ADD CONSTRAINT "session_user_id_user_account_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user_account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "session" ADD CONSTRAINT "session_proxy_customer_id_customer_id_fk" FOREIGN KEY ("proxy_customer_id") REFERENCES "public"."customer"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_account" ADD CONSTRAINT "user_account_customer_id_customer_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customer"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_account" ADD CONSTRAINT "user_account_role_id_role_id_fk" FOREIGN KEY ("role_id") REFERENCES "public"."role"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_customer" ADD CONSTRAINT "user_customer_user_id_user_account_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user_account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_customer" ADD CONSTRAINT "user_customer_customer_id_customer_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customer"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_scene" ADD CONSTRAINT "user_scene_user_id_user_account_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user_account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_scene" ADD CONSTRAINT "user_scene_scene_id_scene_id_fk" FOREIGN KEY ("scene_id") REFERENCES "public"."scene"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "zone" ADD CONSTRAINT "zone_customer_id_customer_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customer"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "alarm_condition_trigger_idx" ON "alarm_condition" USING btree ("trigger_id");--> statement-breakpoint
CREATE UNIQUE INDEX "alarm_trigger_name_key" ON "alarm_trigger" USING btree ("customer_id",lower("name"));--> statement-breakpoint
CREATE INDEX "notification_plan_row_trigger_idx" ON "notification_plan_row" USING btree ("trigger_id");--> statement-breakpoint
CREATE UNIQUE INDEX "audit_chain_key" ON "audit" USING btree ("customer_id","sequence");--> statement-breakpoint
CREATE INDEX "audit_entity_idx" ON "audit" USING btree ("entity","entity_id");--> statement-breakpoint
CREATE UNIQUE INDEX "carrier_name_key" ON "carrier" USING btree ("customer_id",lower("name"));--> statement-breakpoint
CREATE INDEX "carrier_scene_idx" ON "carrier" USING btree ("scene_id");--> statement-breakpoint
CREATE INDEX "carrier_trigger_idx" ON "carrier" USING btree ("alarm_trigger_id");--> statement-breakpoint
CREATE UNIQUE INDEX "contact_phone_key" ON "contact" USING btree ("group_id","level","phone");--> statement-breakpoint
CREATE UNIQUE INDEX "contact_group_name_key" ON "contact_group" USING btree ("customer_id","name");--> statement-breakpoint
CREATE UNIQUE INDEX "customer_code_key" ON "customer" USING btree (lower("code"));--> statement-breakpoint
CREATE UNIQUE INDEX "customer_name_key" ON "customer" USING btree (lower("name"));--> statement-breakpoint
CREATE UNIQUE INDEX "customer_ingest_token_key" ON "customer" USING btree ("ingest_token_hash");--> statement-breakpoint
CREATE UNIQUE INDEX "device_serial_number_key" ON "device" USING btree (upper("serial_number"));--> statement-breakpoint
CREATE UNIQUE INDEX "device_mac_key" ON "device" USING btree (upper("mac"));--> statement-breakpoint
CREATE UNIQUE INDEX "device_ingest_token_key" ON "device" USING btree ("ingest_token_hash");--> statement-breakpoint
CREATE INDEX "device_customer_idx" ON "device" USING btree ("customer_id","kind");--> statement-breakpoint
CREATE INDEX "device_gateway_idx" ON "device" USING btree ("gateway_id");--> statement-breakpoint
CREATE UNIQUE INDEX "mounting_current_key" ON "mounting" USING btree ("probe_id") WHERE "mounting"."unmounted_at" is null;--> statement-breakpoint
CREATE INDEX "mounting_carrier_idx" ON "mounting" USING btree ("carrier_id");--> statement-breakpoint
CREATE UNIQUE INDEX "probe_measure_key" ON "probe" USING btree ("device_id","measure");--> statement-breakpoint
CREATE INDEX "alarm_switch_log_carrier_idx" ON "alarm_switch_log" USING btree ("carrier_id","at");--> statement-breakpoint
CREATE INDEX "exception_customer_idx" ON "exception" USING btree ("customer_id","started_at");--> statement-breakpoint
CREATE INDEX "exception_carrier_idx" ON "exception" USING btree ("carrier_id","started_at");--> statement-breakpoint
CREATE INDEX "exception_open_idx" ON "exception" USING btree ("customer_id") WHERE "exception"."ended_at" is null and "exception"."withdrawn_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "exception_one_open_key" ON "exception" USING btree ("device_id",coalesce("probe_id", 0),coalesce("condition_id", 0),"kind") WHERE "exception"."ended_at" is null and "exception"."withdrawn_at" is null;--> statement-breakpoint
CREATE INDEX "notice_customer_idx" ON "notice" USING btree ("customer_id","at");--> statement-breakpoint
CREATE INDEX "notice_exception_idx" ON "notice" USING btree ("exception_id");--> statement-breakpoint
CREATE UNIQUE INDEX "outbox_idempotency_key" ON "outbox" USING btree ("idempotency_key");--> statement-breakpoint
CREATE INDEX "outbox_due_idx" ON "outbox" USING btree ("status","due_at");--> statement-breakpoint
CREATE UNIQUE INDEX "parameter_code_key" ON "parameter" USING btree (coalesce("customer_id", 0),"code");--> statement-breakpoint
CREATE UNIQUE INDEX "role_name_key" ON "role" USING btree ("customer_id",lower("name"));--> statement-breakpoint
CREATE INDEX "scene_parent_idx" ON "scene" USING btree ("parent_id");--> statement-breakpoint
CREATE UNIQUE INDEX "scene_code_key" ON "scene" USING btree ("customer_id","code");--> statement-breakpoint
CREATE INDEX "probe_state_due_idx" ON "probe_state" USING btree ("due_at");--> statement-breakpoint
CREATE INDEX "session_user_idx" ON "session" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "user_account_username_key" ON "user_account" USING btree (lower("username"));--> statement-breakpoint
CREATE UNIQUE INDEX "zone_name_key" ON "zone" USING btree ("customer_id",lower("name"));