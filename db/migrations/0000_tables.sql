-- Edited by hand: extensions, `PARTITION BY` and `INCLUDE`, of which drizzle knows nothing. Both extensions are trusted
-- since PostgreSQL 13: the owner of the database may add them.
CREATE EXTENSION IF NOT EXISTS pg_trgm;--> statement-breakpoint
CREATE EXTENSION IF NOT EXISTS btree_gist;--> statement-breakpoint
CREATE TABLE "alarm_silence" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "alarm_silence_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"customer_id" bigint NOT NULL,
	"reason" text NOT NULL,
	"starts_at" timestamp (3) with time zone NOT NULL,
	"ends_at" timestamp (3) with time zone NOT NULL,
	"created_by" bigint,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"ended_at" timestamp (3) with time zone,
	"ended_by" bigint,
	CONSTRAINT "alarm_silence_span_check" CHECK ("alarm_silence"."ends_at" > "alarm_silence"."starts_at"),
	CONSTRAINT "alarm_silence_ended_check" CHECK ("alarm_silence"."ended_by" is null or "alarm_silence"."ended_at" is not null)
);
--> statement-breakpoint
CREATE TABLE "alarm_silence_target" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "alarm_silence_target_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"silence_id" bigint NOT NULL,
	"scene_id" bigint,
	"carrier_id" bigint,
	"trigger_id" bigint,
	CONSTRAINT "alarm_silence_target_key" UNIQUE NULLS NOT DISTINCT("silence_id","scene_id","carrier_id","trigger_id"),
	CONSTRAINT "alarm_silence_target_check" CHECK (num_nonnulls("alarm_silence_target"."scene_id", "alarm_silence_target"."carrier_id", "alarm_silence_target"."trigger_id") = 1)
);
--> statement-breakpoint
CREATE TABLE "alarm_condition" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "alarm_condition_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"trigger_id" bigint NOT NULL,
	"kind" text NOT NULL,
	"measure" text,
	"minimum" double precision,
	"maximum" double precision,
	"delay_seconds" integer DEFAULT 0 NOT NULL,
	"delay_mode" text DEFAULT 'normal-delay' NOT NULL,
	"dead_band" double precision DEFAULT 0 NOT NULL,
	"severity" text,
	"severity_steps" jsonb,
	"outside_minutes" integer,
	"window_minutes" integer,
	"horizon_minutes" integer,
	"door_delay_seconds" integer DEFAULT 0 NOT NULL,
	"crossing" text,
	"geofence_id" bigint,
	CONSTRAINT "alarm_condition_kind_values_check" CHECK ("alarm_condition"."kind" in ('range', 'cumulative', 'no-data', 'state', 'trend', 'geofence')),
	CONSTRAINT "alarm_condition_measure_values_check" CHECK ("alarm_condition"."measure" in ('temperature', 'humidity', 'co2', 'gas', 'door', 'power', 'voltage', 'signal', 'battery')),
	CONSTRAINT "alarm_condition_delay_mode_values_check" CHECK ("alarm_condition"."delay_mode" in ('normal-delay', 'ignore-delay')),
	CONSTRAINT "alarm_condition_severity_values_check" CHECK ("alarm_condition"."severity" in ('critical', 'major', 'minor', 'warning')),
	CONSTRAINT "alarm_condition_crossing_values_check" CHECK ("alarm_condition"."crossing" in ('enter', 'exit')),
	CONSTRAINT "alarm_condition_window_check" CHECK (case when "alarm_condition"."kind" = 'cumulative'
        then coalesce("alarm_condition"."outside_minutes" > 0 and "alarm_condition"."window_minutes" > "alarm_condition"."outside_minutes", false)
        else num_nonnulls("alarm_condition"."outside_minutes", "alarm_condition"."window_minutes") = 0 end),
	CONSTRAINT "alarm_condition_horizon_check" CHECK (case when "alarm_condition"."kind" = 'trend' then coalesce("alarm_condition"."horizon_minutes" > 0, false) else "alarm_condition"."horizon_minutes" is null end),
	CONSTRAINT "alarm_condition_door_delay_check" CHECK ("alarm_condition"."door_delay_seconds" = 0 or ("alarm_condition"."door_delay_seconds" > 0 and "alarm_condition"."kind" = 'range')),
	CONSTRAINT "alarm_condition_geofence_check" CHECK (case when "alarm_condition"."kind" = 'geofence' then "alarm_condition"."measure" is null and coalesce("alarm_condition"."crossing" in ('enter', 'exit'), false)
        else "alarm_condition"."measure" is not null and num_nonnulls("alarm_condition"."crossing", "alarm_condition"."geofence_id") = 0 end),
	CONSTRAINT "alarm_condition_state_check" CHECK ("alarm_condition"."kind" <> 'state' or "alarm_condition"."measure" in ('door', 'power'))
);
--> statement-breakpoint
CREATE TABLE "alarm_trigger" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "alarm_trigger_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"customer_id" bigint NOT NULL,
	"name" text NOT NULL,
	"severity" text DEFAULT 'major' NOT NULL,
	"is_enabled" boolean DEFAULT true NOT NULL,
	"calendar" jsonb,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "alarm_trigger_severity_values_check" CHECK ("alarm_trigger"."severity" in ('critical', 'major', 'minor', 'warning'))
);
--> statement-breakpoint
CREATE TABLE "notification_plan_row" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "notification_plan_row_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"trigger_id" bigint,
	"customer_id" bigint,
	"after_minutes" integer DEFAULT 0 NOT NULL,
	"contact_group_id" bigint,
	"level" integer DEFAULT 1 NOT NULL,
	"is_on_duty" boolean DEFAULT false NOT NULL,
	"channels" text[] NOT NULL,
	"uses_contact_timing" boolean DEFAULT false NOT NULL,
	"repeat_times" integer DEFAULT 0 NOT NULL,
	"repeat_interval_minutes" integer DEFAULT 10 NOT NULL,
	CONSTRAINT "notification_plan_row_channels_values_check" CHECK ("notification_plan_row"."channels" <@ array['email', 'sms', 'voice', 'push', 'popup']::text[]),
	CONSTRAINT "notification_plan_row_owner_check" CHECK (num_nonnulls("notification_plan_row"."trigger_id", "notification_plan_row"."customer_id") = 1)
);
--> statement-breakpoint
CREATE TABLE "api_key" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "api_key_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"customer_id" bigint NOT NULL,
	"name" text NOT NULL,
	"prefix" text NOT NULL,
	"key_hash" text NOT NULL,
	"created_by" bigint,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp (3) with time zone,
	"last_used_at" timestamp (3) with time zone,
	"revoked_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "api_key_permission" (
	"api_key_id" bigint NOT NULL,
	"code" text NOT NULL,
	CONSTRAINT "api_key_permission_api_key_id_code_pk" PRIMARY KEY("api_key_id","code")
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
	"found_seal" text,
	"key_id" text,
	"hash" text NOT NULL,
	CONSTRAINT "audit_actor_type_values_check" CHECK ("audit"."actor_type" in ('user', 'key', 'system', 'device', 'contact', 'anonymous'))
);
--> statement-breakpoint
CREATE TABLE "audit_head" (
	"customer_id" bigint PRIMARY KEY NOT NULL,
	"sequence" bigint NOT NULL,
	"hash" text NOT NULL,
	"key_id" text,
	"seal" text,
	"plain_until" bigint DEFAULT 0 NOT NULL,
	"anchor_key_id" text,
	"anchor" text
);
--> statement-breakpoint
CREATE TABLE "audit_publication" (
	"day" date PRIMARY KEY NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"keeper" text DEFAULT '' NOT NULL,
	"key_id" text,
	"seal" text
);
--> statement-breakpoint
CREATE TABLE "carrier" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "carrier_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"customer_id" bigint NOT NULL,
	"scene_id" bigint NOT NULL,
	"name" text NOT NULL,
	"type" text NOT NULL,
	"carrier_type_id" bigint,
	"description" text DEFAULT '' NOT NULL,
	"status" text DEFAULT 'running' NOT NULL,
	"resume_status" text,
	"defrost_until" timestamp (3) with time zone,
	"alarm_trigger_id" bigint,
	"alarm_switch" text DEFAULT 'on' NOT NULL,
	"alarm_paused_until" timestamp (3) with time zone,
	"mode" text DEFAULT 'storage' NOT NULL,
	"longitude" double precision,
	"latitude" double precision,
	"extension" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"attributes" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"is_traceable" boolean DEFAULT false NOT NULL,
	"is_gps_on" boolean DEFAULT true NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "carrier_type_values_check" CHECK ("carrier"."type" in ('incubator', 'refrigerator', 'vehicle', 'refrigeratory', 'warehouse', 'store', 'other')),
	CONSTRAINT "carrier_status_values_check" CHECK ("carrier"."status" in ('running', 'backup', 'retirement', 'repaired', 'defrost')),
	CONSTRAINT "carrier_resume_status_values_check" CHECK ("carrier"."resume_status" in ('running', 'backup', 'retirement', 'repaired', 'defrost')),
	CONSTRAINT "carrier_alarm_switch_values_check" CHECK ("carrier"."alarm_switch" in ('on', 'off', 'paused')),
	CONSTRAINT "carrier_mode_values_check" CHECK ("carrier"."mode" in ('storage', 'transport'))
);
--> statement-breakpoint
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
CREATE TABLE "carrier_zone" (
	"carrier_id" bigint NOT NULL,
	"measure" text NOT NULL,
	"zone_id" bigint NOT NULL,
	CONSTRAINT "carrier_zone_carrier_id_measure_pk" PRIMARY KEY("carrier_id","measure"),
	CONSTRAINT "carrier_zone_measure_values_check" CHECK ("carrier_zone"."measure" in ('temperature', 'humidity', 'co2', 'gas', 'door', 'power', 'voltage', 'signal', 'battery'))
);
--> statement-breakpoint
CREATE TABLE "carrier_type" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "carrier_type_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"code" text NOT NULL,
	"name" text,
	"base" text NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"is_enabled" boolean DEFAULT true NOT NULL,
	"is_shipped" boolean DEFAULT false NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "carrier_type_base_values_check" CHECK ("carrier_type"."base" in ('incubator', 'refrigerator', 'vehicle', 'refrigeratory', 'warehouse', 'store', 'other'))
);
--> statement-breakpoint
CREATE TABLE "device_type" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "device_type_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"code" text NOT NULL,
	"name" text NOT NULL,
	"kind" text NOT NULL,
	"measures" text[] DEFAULT '{}' NOT NULL,
	"has_gps" boolean DEFAULT false NOT NULL,
	"report_interval_seconds" integer DEFAULT 300 NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"is_enabled" boolean DEFAULT true NOT NULL,
	"is_shipped" boolean DEFAULT false NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "device_type_kind_values_check" CHECK ("device_type"."kind" in ('sensor', 'gateway', 'display', 'relay', 'base', 'gas', 'magnetism')),
	CONSTRAINT "device_type_measures_values_check" CHECK ("device_type"."measures" <@ array['temperature', 'humidity', 'co2', 'gas', 'door', 'power', 'voltage', 'signal', 'battery']::text[])
);
--> statement-breakpoint
CREATE TABLE "unit" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "unit_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"code" text NOT NULL,
	"measure" text NOT NULL,
	"unit" text NOT NULL,
	"unit_mark" text DEFAULT '' NOT NULL,
	"unit_number" integer NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"is_shipped" boolean DEFAULT false NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "unit_measure_values_check" CHECK ("unit"."measure" in ('temperature', 'humidity', 'co2', 'gas', 'door', 'power', 'voltage', 'signal', 'battery'))
);
--> statement-breakpoint
CREATE TABLE "connection_watch" (
	"customer_id" bigint PRIMARY KEY NOT NULL,
	"is_enabled" boolean DEFAULT true NOT NULL,
	"severity" text DEFAULT 'minor' NOT NULL,
	"gateway_severity" text DEFAULT 'major' NOT NULL,
	"is_power_enabled" boolean DEFAULT true NOT NULL,
	"power_severity" text DEFAULT 'major' NOT NULL,
	CONSTRAINT "connection_watch_severity_values_check" CHECK ("connection_watch"."severity" in ('critical', 'major', 'minor', 'warning')),
	CONSTRAINT "connection_watch_gateway_severity_values_check" CHECK ("connection_watch"."gateway_severity" in ('critical', 'major', 'minor', 'warning')),
	CONSTRAINT "connection_watch_power_severity_values_check" CHECK ("connection_watch"."power_severity" in ('critical', 'major', 'minor', 'warning'))
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
	"channels" text[] DEFAULT '{"email","sms","voice"}' NOT NULL,
	"quiet_hours" jsonb,
	"delay_minutes" integer,
	"repeat_times" integer,
	"repeat_interval_minutes" integer,
	"user_id" bigint,
	"pin_hash" text,
	"pin_failures" integer DEFAULT 0 NOT NULL,
	"pin_locked_until" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "contact_channels_values_check" CHECK ("contact"."channels" <@ array['email', 'sms', 'voice', 'push', 'popup']::text[])
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
	"notify_by_email" boolean DEFAULT true NOT NULL,
	"notify_by_sms" boolean DEFAULT false NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"time_zone" text DEFAULT 'Asia/Shanghai' NOT NULL,
	"ingest_token_hash" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "customer_type_values_check" CHECK ("customer"."type" in ('platform', 'customer')),
	CONSTRAINT "customer_organisation_type_values_check" CHECK ("customer"."organisation_type" in ('00', '01', '02', '03', '04', '05', '09')),
	CONSTRAINT "customer_status_values_check" CHECK ("customer"."status" in ('active', 'cancelled'))
);
--> statement-breakpoint
CREATE TABLE "dashboard" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "dashboard_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"user_id" bigint NOT NULL,
	"customer_id" bigint NOT NULL,
	"name" text NOT NULL,
	"position" integer DEFAULT 0 NOT NULL,
	"is_shared" boolean DEFAULT false NOT NULL,
	"content" jsonb NOT NULL,
	"revision" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "device_connection" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "device_connection_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"customer_id" bigint NOT NULL,
	"device_id" bigint NOT NULL,
	"status" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"noted_at" timestamp (3) with time zone DEFAULT now() NOT NULL
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
	"unbound_at" timestamp (3) with time zone,
	CONSTRAINT "device_binding_state_values_check" CHECK ("device_binding"."state" in ('bound', 'embedded', 'fallen-off'))
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
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "device_command_state_values_check" CHECK ("device_command"."state" in ('prepare', 'issuing', 'end')),
	CONSTRAINT "device_command_result_values_check" CHECK ("device_command"."result" in ('succeeded', 'failed', 'timed-out', 'cancelled'))
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
	"ended_at" timestamp (3) with time zone,
	CONSTRAINT "device_import_kind_values_check" CHECK ("device_import"."kind" in ('sensor', 'gateway', 'display', 'relay', 'base', 'gas', 'magnetism')),
	CONSTRAINT "device_import_status_values_check" CHECK ("device_import"."status" in ('waiting', 'checking', 'writing', 'done', 'refused', 'failed'))
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
	"old_device_fate" text,
	"expires_at" timestamp (3) with time zone,
	"reason" text DEFAULT '' NOT NULL,
	"user_id" bigint,
	"started_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"ended_at" timestamp (3) with time zone,
	CONSTRAINT "device_switch_type_values_check" CHECK ("device_switch"."type" in ('intelligent', 'manual', 'direct')),
	CONSTRAINT "device_switch_result_values_check" CHECK ("device_switch"."result" in ('not-reached', 'eligible', 'user-switch', 'ignore-condition-switch', 'user-stop')),
	CONSTRAINT "device_switch_old_device_fate_values_check" CHECK ("device_switch"."old_device_fate" in ('store', 'deactivate'))
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
	"description" text DEFAULT '' NOT NULL,
	"scene_id" bigint,
	"use" text DEFAULT 'activated' NOT NULL,
	"resume_use" text,
	"config_status" text DEFAULT 'wait' NOT NULL,
	"gateway_id" bigint,
	"report_interval_seconds" integer DEFAULT 300 NOT NULL,
	"last_seen_at" timestamp (3) with time zone,
	"firmware" text DEFAULT '' NOT NULL,
	"utc_offset_hours" integer,
	"settings" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"applied_settings" jsonb,
	"properties" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"properties_at" timestamp (3) with time zone,
	"calibration_due_on" date,
	"ingest_token_hash" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "device_kind_values_check" CHECK ("device"."kind" in ('sensor', 'gateway', 'display', 'relay', 'base', 'gas', 'magnetism')),
	CONSTRAINT "device_use_values_check" CHECK ("device"."use" in ('activated', 'unactivated', 'deactivated')),
	CONSTRAINT "device_resume_use_values_check" CHECK ("device"."resume_use" in ('activated', 'unactivated', 'deactivated')),
	CONSTRAINT "device_config_status_values_check" CHECK ("device"."config_status" in ('wait', 'configuring', 'configured', 'fail'))
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
	"channel" text DEFAULT '' NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "probe_measure_values_check" CHECK ("probe"."measure" in ('temperature', 'humidity', 'co2', 'gas', 'door', 'power', 'voltage', 'signal', 'battery'))
);
--> statement-breakpoint
CREATE TABLE "duty_rota" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "duty_rota_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"customer_id" bigint NOT NULL,
	"group_id" bigint NOT NULL,
	"allows_overlap" boolean DEFAULT false NOT NULL,
	"shifts" jsonb NOT NULL,
	"holidays" jsonb NOT NULL,
	"absences" jsonb NOT NULL,
	"version" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
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
	"is_by_system" boolean DEFAULT false NOT NULL,
	"at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "alarm_switch_log_from_switch_values_check" CHECK ("alarm_switch_log"."from_switch" in ('on', 'off', 'paused')),
	CONSTRAINT "alarm_switch_log_to_switch_values_check" CHECK ("alarm_switch_log"."to_switch" in ('on', 'off', 'paused'))
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
	"observed_seconds" double precision,
	"figures_at" timestamp (3) with time zone,
	"figures_due_at" timestamp (3) with time zone DEFAULT now(),
	"sample_count" integer DEFAULT 0 NOT NULL,
	"is_detected_late" boolean DEFAULT false NOT NULL,
	"context" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"acknowledged_at" timestamp (3) with time zone,
	"acknowledged_by" bigint,
	"acknowledged_by_contact" text,
	"acknowledged_by_contact_id" bigint,
	"acknowledged_via" text,
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
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "exception_kind_values_check" CHECK ("exception"."kind" in ('range', 'cumulative', 'no-data', 'state', 'trend', 'geofence', 'blackout', 'retained', 'slow')),
	CONSTRAINT "exception_measure_values_check" CHECK ("exception"."measure" in ('temperature', 'humidity', 'co2', 'gas', 'door', 'power', 'voltage', 'signal', 'battery')),
	CONSTRAINT "exception_side_values_check" CHECK ("exception"."side" in ('above', 'below')),
	CONSTRAINT "exception_severity_values_check" CHECK ("exception"."severity" in ('critical', 'major', 'minor', 'warning')),
	CONSTRAINT "exception_acknowledged_via_values_check" CHECK ("exception"."acknowledged_via" in ('console', 'link', 'sms', 'voice', 'push')),
	CONSTRAINT "exception_status_values_check" CHECK ("exception"."status" in ('unprocessed', 'processed')),
	CONSTRAINT "exception_analysis_result_values_check" CHECK ("exception"."analysis_result" in ('confirmed', 'suspected', 'excluded'))
);
--> statement-breakpoint
CREATE TABLE "exception_link" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"customer_id" bigint NOT NULL,
	"exception_id" bigint NOT NULL,
	"contact_id" bigint NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "exception_link_key" UNIQUE("exception_id","contact_id")
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
CREATE TABLE "forward_batch" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "forward_batch_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"customer_id" bigint NOT NULL,
	"position" bigint,
	"kind" text NOT NULL,
	"size" integer NOT NULL,
	"first_at" timestamp (3) with time zone NOT NULL,
	"content" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "forward_batch_kind_values_check" CHECK ("forward_batch"."kind" in ('readings', 'exceptions'))
);
--> statement-breakpoint
CREATE TABLE "forward_event" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "forward_event_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"target_id" bigint NOT NULL,
	"kind" text NOT NULL,
	"error_code" text,
	"detail" text DEFAULT '' NOT NULL,
	"at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "forward_event_kind_values_check" CHECK ("forward_event"."kind" in ('connected', 'disconnected', 'failed', 'recovered', 'tested', 'test-failed', 'replay', 'replayed', 'skipped', 'overflowed'))
);
--> statement-breakpoint
CREATE TABLE "forward_head" (
	"id" integer PRIMARY KEY NOT NULL,
	"position" bigint DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "forward_hour" (
	"target_id" bigint NOT NULL,
	"hour" timestamp (3) with time zone NOT NULL,
	"messages" bigint DEFAULT 0 NOT NULL,
	"readings" bigint DEFAULT 0 NOT NULL,
	"exceptions" bigint DEFAULT 0 NOT NULL,
	"bytes" bigint DEFAULT 0 NOT NULL,
	"failures" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "forward_hour_target_id_hour_pk" PRIMARY KEY("target_id","hour")
);
--> statement-breakpoint
CREATE TABLE "forward_state" (
	"target_id" bigint PRIMARY KEY NOT NULL,
	"cursor" bigint DEFAULT 0 NOT NULL,
	"sending_to" bigint,
	"sent_parts" integer DEFAULT 0 NOT NULL,
	"replay_from" timestamp (3) with time zone,
	"replay_until" timestamp (3) with time zone,
	"replay_cursor" timestamp (3) with time zone,
	"replay_to" timestamp (3) with time zone,
	"replay_parts" integer DEFAULT 0 NOT NULL,
	"lease_owner" text,
	"lease_until" timestamp (3) with time zone,
	"next_try_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"failures" integer DEFAULT 0 NOT NULL,
	"connected_at" timestamp (3) with time zone,
	"last_success_at" timestamp (3) with time zone,
	"error_code" text,
	"error_detail" text,
	"error_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "forward_target" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "forward_target_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"customer_id" bigint NOT NULL,
	"name" text NOT NULL,
	"type" text NOT NULL,
	"host" text NOT NULL,
	"port" integer NOT NULL,
	"is_tls" boolean DEFAULT false NOT NULL,
	"path" text DEFAULT '' NOT NULL,
	"client_id" text DEFAULT '' NOT NULL,
	"username" text DEFAULT '' NOT NULL,
	"sealed_password" text,
	"password_set_at" timestamp (3) with time zone,
	"qos" integer DEFAULT 1 NOT NULL,
	"timeout_seconds" integer DEFAULT 10 NOT NULL,
	"heartbeat_seconds" integer DEFAULT 30 NOT NULL,
	"subscribe_topic" text DEFAULT '' NOT NULL,
	"publish_topic" text DEFAULT '' NOT NULL,
	"platform_code" text DEFAULT '' NOT NULL,
	"platform_name" text DEFAULT '' NOT NULL,
	"vendor_code" text DEFAULT '' NOT NULL,
	"app_id" text DEFAULT '' NOT NULL,
	"sealed_app_key" text,
	"app_key_hash" text,
	"app_key_set_at" timestamp (3) with time zone,
	"sends_readings" boolean DEFAULT true NOT NULL,
	"sends_exceptions" boolean DEFAULT true NOT NULL,
	"may_reach_private" boolean DEFAULT false NOT NULL,
	"is_enabled" boolean DEFAULT true NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"changed_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "forward_target_type_values_check" CHECK ("forward_target"."type" in ('mqtt', 'http', 'tcp'))
);
--> statement-breakpoint
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
	CONSTRAINT "geofence_shape_values_check" CHECK ("geofence"."shape" in ('circle', 'polygon')),
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
	"found_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "geofence_event_kind_values_check" CHECK ("geofence_event"."kind" in ('enter', 'exit'))
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
CREATE TABLE "guide_group" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "guide_group_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"code" text NOT NULL,
	"names" jsonb NOT NULL,
	"status" text DEFAULT 'enabled' NOT NULL,
	"is_shipped" boolean DEFAULT false NOT NULL,
	"is_edited" boolean DEFAULT false NOT NULL,
	"position" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "guide_group_status_values_check" CHECK ("guide_group"."status" in ('enabled', 'disabled'))
);
--> statement-breakpoint
CREATE TABLE "guide_item" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "guide_item_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"group_id" bigint NOT NULL,
	"code" text NOT NULL,
	"texts" jsonb NOT NULL,
	"routes" text[] DEFAULT '{}' NOT NULL,
	"status" text DEFAULT 'enabled' NOT NULL,
	"is_shipped" boolean DEFAULT false NOT NULL,
	"is_edited" boolean DEFAULT false NOT NULL,
	"position" integer DEFAULT 0 NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "guide_item_status_values_check" CHECK ("guide_item"."status" in ('enabled', 'disabled'))
);
--> statement-breakpoint
CREATE TABLE "decoder_mapping" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "decoder_mapping_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"customer_id" bigint NOT NULL,
	"type_code" text NOT NULL,
	"fields" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "device_message" (
	"device_id" bigint PRIMARY KEY NOT NULL,
	"messages" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"kept_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "unknown_device" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "unknown_device_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"customer_id" bigint NOT NULL,
	"key" text NOT NULL,
	"adapter" text NOT NULL,
	"gateway_id" bigint,
	"payload" text NOT NULL,
	"message_count" integer DEFAULT 0 NOT NULL,
	"message" jsonb,
	"dropped_count" integer DEFAULT 0 NOT NULL,
	"kept_bytes" integer DEFAULT 0 NOT NULL,
	"device_id" bigint,
	"accepted_count" integer DEFAULT 0 NOT NULL,
	"refused_count" integer DEFAULT 0 NOT NULL,
	"refused" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"first_at" timestamp (3) with time zone NOT NULL,
	"last_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "unknown_overflow" (
	"customer_id" bigint PRIMARY KEY NOT NULL,
	"dropped_count" integer DEFAULT 0 NOT NULL,
	"dropped_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "unknown_reading" (
	"unknown_device_id" bigint NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"reading" jsonb NOT NULL,
	"digest" text GENERATED ALWAYS AS (md5(reading::text)) STORED NOT NULL,
	"bytes" integer GENERATED ALWAYS AS (octet_length(reading::text)) STORED NOT NULL,
	CONSTRAINT "unknown_reading_unknown_device_id_at_digest_pk" PRIMARY KEY("unknown_device_id","at","digest")
);
--> statement-breakpoint
CREATE TABLE "zigbee_network" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "zigbee_network_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"customer_id" bigint NOT NULL,
	"gateway_id" bigint,
	"base_topic" text NOT NULL,
	"addresses" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "invalid_reading" (
	"probe_id" bigint NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"value" double precision NOT NULL,
	"reason" text NOT NULL,
	"kind" text,
	"rule_id" bigint,
	"marked_by" bigint,
	"marked_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"restored_by" bigint,
	"restored_at" timestamp (3) with time zone,
	"is_provisional" boolean DEFAULT false NOT NULL,
	CONSTRAINT "invalid_reading_probe_id_at_pk" PRIMARY KEY("probe_id","at"),
	CONSTRAINT "invalid_reading_kind_values_check" CHECK ("invalid_reading"."kind" in ('fault-value', 'implausible', 'jump'))
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
	CONSTRAINT "invalid_rule_measure_values_check" CHECK ("invalid_rule"."measure" in ('temperature', 'humidity', 'co2', 'gas', 'door', 'power', 'voltage', 'signal', 'battery')),
	CONSTRAINT "invalid_rule_kind_values_check" CHECK ("invalid_rule"."kind" in ('fault-value', 'implausible', 'jump')),
	CONSTRAINT "invalid_rule_kind_check" CHECK (case "invalid_rule"."kind" when 'fault-value' then cardinality("invalid_rule"."fault_values") > 0
                         when 'implausible' then num_nonnulls("invalid_rule"."minimum", "invalid_rule"."maximum") > 0
                         when 'jump' then "invalid_rule"."rate_per_minute" > 0 end is true)
);
--> statement-breakpoint
CREATE TABLE "invalid_run" (
	"rule_id" bigint PRIMARY KEY NOT NULL,
	"gives_back" boolean DEFAULT false NOT NULL,
	"from_at" timestamp (3) with time zone NOT NULL,
	"until_at" timestamp (3) with time zone NOT NULL,
	"requested_by" bigint,
	"requested_at" timestamp (3) with time zone NOT NULL,
	"probe_id" bigint,
	"at" timestamp (3) with time zone,
	"taken_count" integer DEFAULT 0 NOT NULL,
	"finished_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "manual_invalidation" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "manual_invalidation_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"probe_id" bigint NOT NULL,
	"action" text NOT NULL,
	"from_at" timestamp (3) with time zone NOT NULL,
	"to_at" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "manual_invalidation_action_values_check" CHECK ("manual_invalidation"."action" in ('marked', 'restored')),
	CONSTRAINT "manual_invalidation_span_check" CHECK ("manual_invalidation"."from_at" <= "manual_invalidation"."to_at" and "manual_invalidation"."from_at" >= '1970-01-01T00:00:00Z' and "manual_invalidation"."to_at" <= '2100-01-01T00:00:00Z')
);
--> statement-breakpoint
CREATE TABLE "carrier_count" (
	"customer_id" bigint NOT NULL,
	"type" text NOT NULL,
	"urgency" integer NOT NULL,
	"count" integer NOT NULL,
	CONSTRAINT "carrier_count_type_values_check" CHECK ("carrier_count"."type" in ('incubator', 'refrigerator', 'vehicle', 'refrigeratory', 'warehouse', 'store', 'other'))
);
--> statement-breakpoint
CREATE TABLE "device_count" (
	"customer_id" bigint NOT NULL,
	"kind" text NOT NULL,
	"online_status" text NOT NULL,
	"calibration" text NOT NULL,
	"is_mounted" boolean NOT NULL,
	"is_abnormal" boolean NOT NULL,
	"count" integer NOT NULL,
	CONSTRAINT "device_count_kind_values_check" CHECK ("device_count"."kind" in ('sensor', 'gateway', 'display', 'relay', 'base', 'gas', 'magnetism')),
	CONSTRAINT "device_count_online_status_values_check" CHECK ("device_count"."online_status" in ('online', 'offline', 'unknown', 'stopped')),
	CONSTRAINT "device_count_calibration_values_check" CHECK ("device_count"."calibration" in ('valid', 'dueSoon', 'expired', 'none'))
);
--> statement-breakpoint
CREATE TABLE "device_recheck" (
	"device_id" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "device_state" (
	"device_id" bigint PRIMARY KEY NOT NULL,
	"customer_id" bigint NOT NULL,
	"kind" text NOT NULL,
	"sort_name" text NOT NULL,
	"online_status" text DEFAULT 'unknown' NOT NULL,
	"calibration" text DEFAULT 'none' NOT NULL,
	"is_mounted" boolean DEFAULT false NOT NULL,
	"is_abnormal" boolean DEFAULT false NOT NULL,
	"check_at" timestamp (3) with time zone DEFAULT '-infinity' NOT NULL,
	CONSTRAINT "device_state_kind_values_check" CHECK ("device_state"."kind" in ('sensor', 'gateway', 'display', 'relay', 'base', 'gas', 'magnetism')),
	CONSTRAINT "device_state_online_status_values_check" CHECK ("device_state"."online_status" in ('online', 'offline', 'unknown', 'stopped')),
	CONSTRAINT "device_state_calibration_values_check" CHECK ("device_state"."calibration" in ('valid', 'dueSoon', 'expired', 'none'))
);
--> statement-breakpoint
CREATE TABLE "monitoring_recheck" (
	"carrier_id" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "monitoring_state" (
	"carrier_id" bigint PRIMARY KEY NOT NULL,
	"customer_id" bigint NOT NULL,
	"type" text NOT NULL,
	"sort_name" text NOT NULL,
	"urgency" integer DEFAULT 0 NOT NULL,
	"is_silent" boolean DEFAULT true NOT NULL,
	"last_at" timestamp (3) with time zone,
	"check_at" timestamp (3) with time zone DEFAULT '-infinity' NOT NULL,
	CONSTRAINT "monitoring_state_type_values_check" CHECK ("monitoring_state"."type" in ('incubator', 'refrigerator', 'vehicle', 'refrigeratory', 'warehouse', 'store', 'other'))
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
	"facts" jsonb DEFAULT '{"firmware":"","limits":[],"timeouts":[],"twice":[],"summary":null,"errors":[],"missing":[],"ignored":[]}'::jsonb NOT NULL,
	"remark" text DEFAULT '' NOT NULL,
	"created_by" bigint,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "logger_file_format_values_check" CHECK ("logger_file"."format" in ('csv', 'xlsx', 'fridge-tag'))
);
--> statement-breakpoint
CREATE TABLE "logger_layout" (
	"customer_id" bigint NOT NULL,
	"shape" text NOT NULL,
	"layout" jsonb NOT NULL,
	"time_zone" text NOT NULL,
	"date_order" text,
	"saved_by" bigint,
	"saved_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "logger_layout_customer_id_shape_pk" PRIMARY KEY("customer_id","shape"),
	CONSTRAINT "logger_layout_date_order_values_check" CHECK ("logger_layout"."date_order" in ('dmy', 'mdy'))
);
--> statement-breakpoint
CREATE TABLE "logger_reading" (
	"file_id" bigint NOT NULL,
	"measure" text NOT NULL,
	"channel" integer DEFAULT 1 NOT NULL,
	"statistic" text DEFAULT 'reading' NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"value" double precision NOT NULL,
	CONSTRAINT "logger_reading_file_id_measure_channel_statistic_at_pk" PRIMARY KEY("file_id","measure","channel","statistic","at"),
	CONSTRAINT "logger_reading_measure_values_check" CHECK ("logger_reading"."measure" in ('temperature', 'humidity', 'co2', 'gas', 'door', 'power', 'voltage', 'signal', 'battery')),
	CONSTRAINT "logger_reading_statistic_values_check" CHECK ("logger_reading"."statistic" in ('reading', 'day-minimum', 'day-maximum', 'day-mean'))
);
--> statement-breakpoint
CREATE TABLE "menu_resource" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "menu_resource_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"parent_id" bigint,
	"code" text NOT NULL,
	"name" text,
	"icon" text DEFAULT 'circle' NOT NULL,
	"url" text DEFAULT '' NOT NULL,
	"function_code" text DEFAULT '' NOT NULL,
	"extra_code" text DEFAULT '' NOT NULL,
	"visibility" text DEFAULT 'all' NOT NULL,
	"is_enabled" boolean DEFAULT true NOT NULL,
	"is_hidden" boolean DEFAULT false NOT NULL,
	"is_shipped" boolean DEFAULT false NOT NULL,
	"position" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "menu_resource_visibility_values_check" CHECK ("menu_resource"."visibility" in ('all', 'admin', 'system'))
);
--> statement-breakpoint
CREATE TABLE "channel_outage" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "channel_outage_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"channel" text NOT NULL,
	"started_at" timestamp (3) with time zone NOT NULL,
	"raised_at" timestamp (3) with time zone NOT NULL,
	"ended_at" timestamp (3) with time zone,
	"reason" text NOT NULL,
	"is_notified" boolean NOT NULL,
	CONSTRAINT "channel_outage_channel_values_check" CHECK ("channel_outage"."channel" in ('email', 'sms', 'voice', 'push', 'popup'))
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
	"fault" text,
	"remark" text,
	"attempt" integer DEFAULT 1 NOT NULL,
	"at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "notice_channel_values_check" CHECK ("notice"."channel" in ('email', 'sms', 'voice', 'push', 'popup')),
	CONSTRAINT "notice_type_values_check" CHECK ("notice"."type" in ('alarm', 'captcha', 'digest', 'acknowledged', 'reply', 'test', 'channel')),
	CONSTRAINT "notice_status_values_check" CHECK ("notice"."status" in ('sent', 'failed', 'received')),
	CONSTRAINT "notice_fault_values_check" CHECK ("notice"."fault" in ('channel', 'recipient')),
	CONSTRAINT "notice_remark_values_check" CHECK ("notice"."remark" in ('onDuty', 'nobodyOnDuty', 'dutyUnreachable'))
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
	"done_at" timestamp (3) with time zone,
	CONSTRAINT "outbox_status_values_check" CHECK ("outbox"."status" in ('pending', 'done', 'failed', 'skipped'))
);
--> statement-breakpoint
CREATE TABLE "notice_code" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "notice_code_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"customer_id" bigint NOT NULL,
	"contact_id" bigint NOT NULL,
	"phone" text NOT NULL,
	"code" text NOT NULL,
	"exception_ids" bigint[] NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "notice_reply" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "notice_reply_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"provider_id" bigint NOT NULL,
	"message_id" text NOT NULL,
	"customer_id" bigint,
	"contact_id" bigint,
	"sender" text NOT NULL,
	"outcome" text NOT NULL,
	"answer" text NOT NULL,
	"at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "reply_provider" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "reply_provider_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"name" text NOT NULL,
	"format" text NOT NULL,
	"authentication" text NOT NULL,
	"is_enabled" boolean DEFAULT true NOT NULL,
	"secret" text NOT NULL,
	"previous_secret" text,
	"previous_until" timestamp (3) with time zone,
	"last_reply_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "reply_provider_format_values_check" CHECK ("reply_provider"."format" in ('generic', 'twilio', 'aliyun')),
	CONSTRAINT "reply_provider_authentication_values_check" CHECK ("reply_provider"."authentication" in ('secret', 'hmac'))
);
--> statement-breakpoint
CREATE TABLE "parameter" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "parameter_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"customer_id" bigint,
	"code" text NOT NULL,
	"name" text,
	"description" text DEFAULT '' NOT NULL,
	"type" text NOT NULL,
	"content" text NOT NULL,
	"is_shipped" boolean DEFAULT false NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "parameter_type_values_check" CHECK ("parameter"."type" in ('integer', 'decimal', 'text', 'boolean'))
);
--> statement-breakpoint
CREATE TABLE "installation_key" (
	"name" text PRIMARY KEY NOT NULL,
	"public_key" text NOT NULL,
	"sealed_private_key" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "push_subscription" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "push_subscription_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"user_id" bigint NOT NULL,
	"endpoint" text NOT NULL,
	"p256dh" text NOT NULL,
	"auth" text NOT NULL,
	"label" text NOT NULL,
	"public_key" text,
	"device_hash" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"last_sent_at" timestamp (3) with time zone,
	"last_error" text,
	"ended_at" timestamp (3) with time zone,
	"end_reason" text,
	CONSTRAINT "push_subscription_end_reason_values_check" CHECK ("push_subscription"."end_reason" in ('gone', 'key', 'otherAccount', 'administrator', 'cancelled'))
);
--> statement-breakpoint
CREATE TABLE "queue_uptime" (
	"id" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"since" timestamp (3) with time zone NOT NULL,
	"until" timestamp (3) with time zone NOT NULL,
	"timer_at" timestamp (3) with time zone,
	"timer_until" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "role" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "role_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"customer_id" bigint NOT NULL,
	"name" text NOT NULL,
	"type" text DEFAULT 'normal' NOT NULL,
	"scope_type" integer DEFAULT 0 NOT NULL,
	"status" text DEFAULT 'active' NOT NULL,
	"cancelled_with" text,
	"is_default" boolean DEFAULT false NOT NULL,
	"is_delegable" boolean DEFAULT false NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "role_type_values_check" CHECK ("role"."type" in ('administrator', 'normal')),
	CONSTRAINT "role_status_values_check" CHECK ("role"."status" in ('active', 'cancelled')),
	CONSTRAINT "role_cancelled_with_values_check" CHECK ("role"."cancelled_with" in ('role', 'customer'))
);
--> statement-breakpoint
CREATE TABLE "role_customer" (
	"role_id" bigint NOT NULL,
	"customer_id" bigint NOT NULL,
	CONSTRAINT "role_customer_role_id_customer_id_pk" PRIMARY KEY("role_id","customer_id")
);
--> statement-breakpoint
CREATE TABLE "role_permission" (
	"role_id" bigint NOT NULL,
	"code" text NOT NULL,
	CONSTRAINT "role_permission_role_id_code_pk" PRIMARY KEY("role_id","code")
);
--> statement-breakpoint
CREATE TABLE "role_scene" (
	"role_id" bigint NOT NULL,
	"scene_id" bigint NOT NULL,
	CONSTRAINT "role_scene_role_id_scene_id_pk" PRIMARY KEY("role_id","scene_id")
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
	"description" text DEFAULT '' NOT NULL,
	"plan_file_id" uuid,
	"plan_width" integer,
	"plan_height" integer,
	"longitude" double precision,
	"latitude" double precision,
	"zoom" real,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
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
CREATE TABLE "backup_code" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "backup_code_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"user_id" bigint NOT NULL,
	"code_hash" text NOT NULL,
	"used_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "challenge" (
	"key" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"answer_hash" text NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "known_login" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "known_login_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"user_id" bigint NOT NULL,
	"kind" text NOT NULL,
	"hash" text NOT NULL,
	"failed_logins" integer DEFAULT 0 NOT NULL,
	"locked_until" timestamp (3) with time zone,
	"last_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "known_login_kind_values_check" CHECK ("known_login"."kind" in ('device', 'network'))
);
--> statement-breakpoint
CREATE TABLE "login_qrcode" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "login_qrcode_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"key_hash" text NOT NULL,
	"user_id" bigint NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"used_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "login_ticket" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "login_ticket_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"token_hash" text NOT NULL,
	"user_id" bigint NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"tries_left" integer DEFAULT 3 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "session" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" bigint NOT NULL,
	"proxy_customer_id" bigint,
	"address" text DEFAULT '' NOT NULL,
	"user_agent" text DEFAULT '' NOT NULL,
	"is_single_sign_on" boolean DEFAULT false NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"ended_at" timestamp (3) with time zone,
	"end_reason" text,
	CONSTRAINT "session_end_reason_values_check" CHECK ("session"."end_reason" in ('logout', 'replaced', 'cancelled', 'password-changed', 'switched'))
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
CREATE TABLE "stored_file" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"customer_id" bigint NOT NULL,
	"kind" text NOT NULL,
	"content_type" text NOT NULL,
	"size" integer NOT NULL,
	"content" "bytea" NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "stored_file_kind_values_check" CHECK ("stored_file"."kind" in ('avatar', 'signature', 'plan', 'carrier', 'certificate', 'import', 'logger'))
);
--> statement-breakpoint
CREATE TABLE "carrier_state" (
	"carrier_id" bigint PRIMARY KEY NOT NULL,
	"position_at" timestamp (3) with time zone,
	"longitude" double precision,
	"latitude" double precision,
	"speed_kmh" real,
	"course" real,
	"is_settled" boolean DEFAULT true NOT NULL
);
--> statement-breakpoint
CREATE TABLE "history_horizon" (
	"customer_id" bigint PRIMARY KEY NOT NULL,
	"readings_from" timestamp (3) with time zone NOT NULL,
	"positions_from" timestamp (3) with time zone NOT NULL,
	"noted_at" timestamp (3) with time zone NOT NULL,
	"readings_cleared" timestamp (3) with time zone,
	"positions_cleared" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "invalid_position" (
	"carrier_id" bigint NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"longitude" double precision NOT NULL,
	"latitude" double precision NOT NULL,
	"speed_kmh" real,
	"course" real,
	"fault" text NOT NULL,
	CONSTRAINT "invalid_position_carrier_id_at_pk" PRIMARY KEY("carrier_id","at"),
	CONSTRAINT "invalid_position_fault_values_check" CHECK ("invalid_position"."fault" in ('nowhere', 'speed'))
);
--> statement-breakpoint
CREATE TABLE "position" (
	"carrier_id" bigint NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"longitude" double precision NOT NULL,
	"latitude" double precision NOT NULL,
	"speed_kmh" real,
	"course" real,
	"is_settled" boolean,
	CONSTRAINT "position_carrier_id_at_pk" PRIMARY KEY("carrier_id","at")
) PARTITION BY RANGE ("at");
--> statement-breakpoint
CREATE TABLE "probe_state" (
	"probe_id" bigint PRIMARY KEY NOT NULL,
	"last_at" timestamp (3) with time zone,
	"last_value" double precision,
	"trend" double precision,
	"received_at" timestamp (3) with time zone,
	"invalid_at" timestamp (3) with time zone,
	"fault_at" timestamp (3) with time zone,
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
	"squares" double precision,
	"entry" double precision,
	"held_area" double precision,
	"held_arrhenius_area" double precision,
	"longest_ms" double precision,
	CONSTRAINT "reading_hour_probe_id_hour_pk" PRIMARY KEY("probe_id","hour") INCLUDE ("count","sum","minimum","maximum","squares","entry","held_area","held_arrhenius_area","longest_ms")
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
	"cancelled_with" text,
	"is_default" boolean DEFAULT false NOT NULL,
	"password_hash" text NOT NULL,
	"must_change_password" boolean DEFAULT false NOT NULL,
	"is_guide_on" boolean DEFAULT true NOT NULL,
	"locale" text,
	"home_style" text DEFAULT 'list' NOT NULL,
	"avatar_id" uuid,
	"signature_id" uuid,
	"proxy_customer_id" bigint,
	"totp_secret" text,
	"totp_confirmed_at" timestamp (3) with time zone,
	"totp_last_step" integer,
	"failed_logins" integer DEFAULT 0 NOT NULL,
	"locked_until" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "user_account_status_values_check" CHECK ("user_account"."status" in ('active', 'cancelled')),
	CONSTRAINT "user_account_cancelled_with_values_check" CHECK ("user_account"."cancelled_with" in ('role', 'customer')),
	CONSTRAINT "user_account_home_style_values_check" CHECK ("user_account"."home_style" in ('map', 'list', 'statistics', 'sensor', 'dashboards'))
);
--> statement-breakpoint
CREATE TABLE "user_customer" (
	"user_id" bigint NOT NULL,
	"customer_id" bigint NOT NULL,
	CONSTRAINT "user_customer_user_id_customer_id_pk" PRIMARY KEY("user_id","customer_id")
);
--> statement-breakpoint
CREATE TABLE "user_identity" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "user_identity_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"user_id" bigint NOT NULL,
	"issuer" text NOT NULL,
	"subject" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "user_scene" (
	"user_id" bigint NOT NULL,
	"scene_id" bigint NOT NULL,
	CONSTRAINT "user_scene_user_id_scene_id_pk" PRIMARY KEY("user_id","scene_id")
);
--> statement-breakpoint
CREATE TABLE "user_shortcut" (
	"user_id" bigint NOT NULL,
	"menu_id" bigint NOT NULL,
	"position" integer NOT NULL,
	CONSTRAINT "user_shortcut_user_id_menu_id_pk" PRIMARY KEY("user_id","menu_id")
);
--> statement-breakpoint
CREATE TABLE "zone" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "zone_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"customer_id" bigint NOT NULL,
	"name" text NOT NULL,
	"measure" text NOT NULL,
	"minimum" double precision,
	"maximum" double precision,
	"description" text DEFAULT '' NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "zone_measure_values_check" CHECK ("zone"."measure" in ('temperature', 'humidity', 'co2', 'gas', 'door', 'power', 'voltage', 'signal', 'battery'))
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
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "zone_preset_measure_values_check" CHECK ("zone_preset"."measure" in ('temperature', 'humidity', 'co2', 'gas', 'door', 'power', 'voltage', 'signal', 'battery'))
);
--> statement-breakpoint
ALTER TABLE "alarm_silence" ADD CONSTRAINT "alarm_silence_customer_id_customer_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customer"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alarm_silence" ADD CONSTRAINT "alarm_silence_created_by_user_account_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."user_account"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alarm_silence" ADD CONSTRAINT "alarm_silence_ended_by_user_account_id_fk" FOREIGN KEY ("ended_by") REFERENCES "public"."user_account"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alarm_silence_target" ADD CONSTRAINT "alarm_silence_target_silence_id_alarm_silence_id_fk" FOREIGN KEY ("silence_id") REFERENCES "public"."alarm_silence"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alarm_silence_target" ADD CONSTRAINT "alarm_silence_target_scene_id_scene_id_fk" FOREIGN KEY ("scene_id") REFERENCES "public"."scene"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alarm_silence_target" ADD CONSTRAINT "alarm_silence_target_carrier_id_carrier_id_fk" FOREIGN KEY ("carrier_id") REFERENCES "public"."carrier"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alarm_silence_target" ADD CONSTRAINT "alarm_silence_target_trigger_id_alarm_trigger_id_fk" FOREIGN KEY ("trigger_id") REFERENCES "public"."alarm_trigger"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alarm_condition" ADD CONSTRAINT "alarm_condition_trigger_id_alarm_trigger_id_fk" FOREIGN KEY ("trigger_id") REFERENCES "public"."alarm_trigger"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alarm_condition" ADD CONSTRAINT "alarm_condition_geofence_id_geofence_id_fk" FOREIGN KEY ("geofence_id") REFERENCES "public"."geofence"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alarm_trigger" ADD CONSTRAINT "alarm_trigger_customer_id_customer_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customer"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notification_plan_row" ADD CONSTRAINT "notification_plan_row_trigger_id_alarm_trigger_id_fk" FOREIGN KEY ("trigger_id") REFERENCES "public"."alarm_trigger"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notification_plan_row" ADD CONSTRAINT "notification_plan_row_customer_id_customer_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customer"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notification_plan_row" ADD CONSTRAINT "notification_plan_row_contact_group_id_contact_group_id_fk" FOREIGN KEY ("contact_group_id") REFERENCES "public"."contact_group"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "api_key" ADD CONSTRAINT "api_key_customer_id_customer_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customer"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "api_key" ADD CONSTRAINT "api_key_created_by_user_account_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."user_account"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "api_key_permission" ADD CONSTRAINT "api_key_permission_api_key_id_api_key_id_fk" FOREIGN KEY ("api_key_id") REFERENCES "public"."api_key"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "carrier" ADD CONSTRAINT "carrier_customer_id_customer_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customer"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "carrier" ADD CONSTRAINT "carrier_scene_id_scene_id_fk" FOREIGN KEY ("scene_id") REFERENCES "public"."scene"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "carrier" ADD CONSTRAINT "carrier_carrier_type_id_carrier_type_id_fk" FOREIGN KEY ("carrier_type_id") REFERENCES "public"."carrier_type"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "carrier" ADD CONSTRAINT "carrier_alarm_trigger_id_alarm_trigger_id_fk" FOREIGN KEY ("alarm_trigger_id") REFERENCES "public"."alarm_trigger"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "carrier_file" ADD CONSTRAINT "carrier_file_customer_id_customer_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customer"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "carrier_file" ADD CONSTRAINT "carrier_file_carrier_id_carrier_id_fk" FOREIGN KEY ("carrier_id") REFERENCES "public"."carrier"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "carrier_file" ADD CONSTRAINT "carrier_file_file_id_stored_file_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."stored_file"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "carrier_file" ADD CONSTRAINT "carrier_file_user_id_user_account_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user_account"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "carrier_record_time" ADD CONSTRAINT "carrier_record_time_carrier_id_carrier_id_fk" FOREIGN KEY ("carrier_id") REFERENCES "public"."carrier"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "carrier_zone" ADD CONSTRAINT "carrier_zone_carrier_id_carrier_id_fk" FOREIGN KEY ("carrier_id") REFERENCES "public"."carrier"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "carrier_zone" ADD CONSTRAINT "carrier_zone_zone_id_zone_id_fk" FOREIGN KEY ("zone_id") REFERENCES "public"."zone"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "connection_watch" ADD CONSTRAINT "connection_watch_customer_id_customer_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customer"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contact" ADD CONSTRAINT "contact_customer_id_customer_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customer"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contact" ADD CONSTRAINT "contact_group_id_contact_group_id_fk" FOREIGN KEY ("group_id") REFERENCES "public"."contact_group"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contact" ADD CONSTRAINT "contact_user_id_user_account_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user_account"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contact_group" ADD CONSTRAINT "contact_group_customer_id_customer_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customer"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "dashboard" ADD CONSTRAINT "dashboard_user_id_user_account_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user_account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "dashboard" ADD CONSTRAINT "dashboard_customer_id_customer_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customer"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "device_connection" ADD CONSTRAINT "device_connection_customer_id_customer_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customer"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "device_connection" ADD CONSTRAINT "device_connection_device_id_device_id_fk" FOREIGN KEY ("device_id") REFERENCES "public"."device"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
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
ALTER TABLE "device" ADD CONSTRAINT "device_customer_id_customer_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customer"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "device" ADD CONSTRAINT "device_scene_id_scene_id_fk" FOREIGN KEY ("scene_id") REFERENCES "public"."scene"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "device" ADD CONSTRAINT "device_gateway_id_device_id_fk" FOREIGN KEY ("gateway_id") REFERENCES "public"."device"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mounting" ADD CONSTRAINT "mounting_customer_id_customer_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customer"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mounting" ADD CONSTRAINT "mounting_probe_id_probe_id_fk" FOREIGN KEY ("probe_id") REFERENCES "public"."probe"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mounting" ADD CONSTRAINT "mounting_carrier_id_carrier_id_fk" FOREIGN KEY ("carrier_id") REFERENCES "public"."carrier"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "probe" ADD CONSTRAINT "probe_customer_id_customer_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customer"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "probe" ADD CONSTRAINT "probe_device_id_device_id_fk" FOREIGN KEY ("device_id") REFERENCES "public"."device"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "duty_rota" ADD CONSTRAINT "duty_rota_customer_id_customer_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customer"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "duty_rota" ADD CONSTRAINT "duty_rota_group_id_contact_group_id_fk" FOREIGN KEY ("group_id") REFERENCES "public"."contact_group"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alarm_switch_log" ADD CONSTRAINT "alarm_switch_log_customer_id_customer_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customer"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alarm_switch_log" ADD CONSTRAINT "alarm_switch_log_carrier_id_carrier_id_fk" FOREIGN KEY ("carrier_id") REFERENCES "public"."carrier"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alarm_switch_log" ADD CONSTRAINT "alarm_switch_log_user_id_user_account_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user_account"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "exception" ADD CONSTRAINT "exception_customer_id_customer_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customer"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "exception" ADD CONSTRAINT "exception_carrier_id_carrier_id_fk" FOREIGN KEY ("carrier_id") REFERENCES "public"."carrier"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "exception" ADD CONSTRAINT "exception_device_id_device_id_fk" FOREIGN KEY ("device_id") REFERENCES "public"."device"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "exception" ADD CONSTRAINT "exception_probe_id_probe_id_fk" FOREIGN KEY ("probe_id") REFERENCES "public"."probe"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "exception" ADD CONSTRAINT "exception_condition_id_alarm_condition_id_fk" FOREIGN KEY ("condition_id") REFERENCES "public"."alarm_condition"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "exception" ADD CONSTRAINT "exception_acknowledged_by_user_account_id_fk" FOREIGN KEY ("acknowledged_by") REFERENCES "public"."user_account"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "exception" ADD CONSTRAINT "exception_acknowledged_by_contact_id_contact_id_fk" FOREIGN KEY ("acknowledged_by_contact_id") REFERENCES "public"."contact"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "exception" ADD CONSTRAINT "exception_reason_id_exception_reason_id_fk" FOREIGN KEY ("reason_id") REFERENCES "public"."exception_reason"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "exception" ADD CONSTRAINT "exception_handled_by_user_account_id_fk" FOREIGN KEY ("handled_by") REFERENCES "public"."user_account"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "exception" ADD CONSTRAINT "exception_merged_into_id_exception_id_fk" FOREIGN KEY ("merged_into_id") REFERENCES "public"."exception"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "exception_link" ADD CONSTRAINT "exception_link_customer_id_customer_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customer"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "exception_link" ADD CONSTRAINT "exception_link_exception_id_exception_id_fk" FOREIGN KEY ("exception_id") REFERENCES "public"."exception"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "exception_link" ADD CONSTRAINT "exception_link_contact_id_contact_id_fk" FOREIGN KEY ("contact_id") REFERENCES "public"."contact"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "exception_reason" ADD CONSTRAINT "exception_reason_customer_id_customer_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customer"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "forward_batch" ADD CONSTRAINT "forward_batch_customer_id_customer_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customer"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "forward_event" ADD CONSTRAINT "forward_event_target_id_forward_target_id_fk" FOREIGN KEY ("target_id") REFERENCES "public"."forward_target"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "forward_hour" ADD CONSTRAINT "forward_hour_target_id_forward_target_id_fk" FOREIGN KEY ("target_id") REFERENCES "public"."forward_target"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "forward_state" ADD CONSTRAINT "forward_state_target_id_forward_target_id_fk" FOREIGN KEY ("target_id") REFERENCES "public"."forward_target"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "forward_target" ADD CONSTRAINT "forward_target_customer_id_customer_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customer"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "geofence" ADD CONSTRAINT "geofence_customer_id_customer_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customer"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "geofence_event" ADD CONSTRAINT "geofence_event_customer_id_customer_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customer"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "geofence_event" ADD CONSTRAINT "geofence_event_geofence_id_geofence_id_fk" FOREIGN KEY ("geofence_id") REFERENCES "public"."geofence"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "geofence_event" ADD CONSTRAINT "geofence_event_carrier_id_carrier_id_fk" FOREIGN KEY ("carrier_id") REFERENCES "public"."carrier"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "geofence_target" ADD CONSTRAINT "geofence_target_geofence_id_geofence_id_fk" FOREIGN KEY ("geofence_id") REFERENCES "public"."geofence"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "geofence_target" ADD CONSTRAINT "geofence_target_scene_id_scene_id_fk" FOREIGN KEY ("scene_id") REFERENCES "public"."scene"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "geofence_target" ADD CONSTRAINT "geofence_target_carrier_id_carrier_id_fk" FOREIGN KEY ("carrier_id") REFERENCES "public"."carrier"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "guide_item" ADD CONSTRAINT "guide_item_group_id_guide_group_id_fk" FOREIGN KEY ("group_id") REFERENCES "public"."guide_group"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "decoder_mapping" ADD CONSTRAINT "decoder_mapping_customer_id_customer_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customer"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "device_message" ADD CONSTRAINT "device_message_device_id_device_id_fk" FOREIGN KEY ("device_id") REFERENCES "public"."device"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "unknown_device" ADD CONSTRAINT "unknown_device_customer_id_customer_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customer"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "unknown_device" ADD CONSTRAINT "unknown_device_gateway_id_device_id_fk" FOREIGN KEY ("gateway_id") REFERENCES "public"."device"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "unknown_device" ADD CONSTRAINT "unknown_device_device_id_device_id_fk" FOREIGN KEY ("device_id") REFERENCES "public"."device"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "unknown_overflow" ADD CONSTRAINT "unknown_overflow_customer_id_customer_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customer"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "unknown_reading" ADD CONSTRAINT "unknown_reading_unknown_device_id_unknown_device_id_fk" FOREIGN KEY ("unknown_device_id") REFERENCES "public"."unknown_device"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "zigbee_network" ADD CONSTRAINT "zigbee_network_customer_id_customer_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customer"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "zigbee_network" ADD CONSTRAINT "zigbee_network_gateway_id_device_id_fk" FOREIGN KEY ("gateway_id") REFERENCES "public"."device"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invalid_reading" ADD CONSTRAINT "invalid_reading_probe_id_probe_id_fk" FOREIGN KEY ("probe_id") REFERENCES "public"."probe"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invalid_reading" ADD CONSTRAINT "invalid_reading_marked_by_user_account_id_fk" FOREIGN KEY ("marked_by") REFERENCES "public"."user_account"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invalid_reading" ADD CONSTRAINT "invalid_reading_restored_by_user_account_id_fk" FOREIGN KEY ("restored_by") REFERENCES "public"."user_account"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invalid_rule" ADD CONSTRAINT "invalid_rule_customer_id_customer_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customer"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invalid_rule" ADD CONSTRAINT "invalid_rule_device_type_id_device_type_id_fk" FOREIGN KEY ("device_type_id") REFERENCES "public"."device_type"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invalid_run" ADD CONSTRAINT "invalid_run_requested_by_user_account_id_fk" FOREIGN KEY ("requested_by") REFERENCES "public"."user_account"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "manual_invalidation" ADD CONSTRAINT "manual_invalidation_probe_id_probe_id_fk" FOREIGN KEY ("probe_id") REFERENCES "public"."probe"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "carrier_count" ADD CONSTRAINT "carrier_count_customer_id_customer_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customer"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "device_count" ADD CONSTRAINT "device_count_customer_id_customer_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customer"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "device_state" ADD CONSTRAINT "device_state_device_id_device_id_fk" FOREIGN KEY ("device_id") REFERENCES "public"."device"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "device_state" ADD CONSTRAINT "device_state_customer_id_customer_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customer"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "monitoring_state" ADD CONSTRAINT "monitoring_state_carrier_id_carrier_id_fk" FOREIGN KEY ("carrier_id") REFERENCES "public"."carrier"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "monitoring_state" ADD CONSTRAINT "monitoring_state_customer_id_customer_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customer"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "logger_file" ADD CONSTRAINT "logger_file_customer_id_customer_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customer"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "logger_file" ADD CONSTRAINT "logger_file_carrier_id_carrier_id_fk" FOREIGN KEY ("carrier_id") REFERENCES "public"."carrier"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "logger_file" ADD CONSTRAINT "logger_file_file_id_stored_file_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."stored_file"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "logger_file" ADD CONSTRAINT "logger_file_created_by_user_account_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."user_account"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "logger_layout" ADD CONSTRAINT "logger_layout_customer_id_customer_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customer"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "logger_layout" ADD CONSTRAINT "logger_layout_saved_by_user_account_id_fk" FOREIGN KEY ("saved_by") REFERENCES "public"."user_account"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "logger_reading" ADD CONSTRAINT "logger_reading_file_id_logger_file_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."logger_file"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "menu_resource" ADD CONSTRAINT "menu_resource_parent_id_menu_resource_id_fk" FOREIGN KEY ("parent_id") REFERENCES "public"."menu_resource"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notice" ADD CONSTRAINT "notice_customer_id_customer_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customer"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notice" ADD CONSTRAINT "notice_exception_id_exception_id_fk" FOREIGN KEY ("exception_id") REFERENCES "public"."exception"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notice" ADD CONSTRAINT "notice_outbox_id_outbox_id_fk" FOREIGN KEY ("outbox_id") REFERENCES "public"."outbox"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "outbox" ADD CONSTRAINT "outbox_customer_id_customer_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customer"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notice_code" ADD CONSTRAINT "notice_code_customer_id_customer_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customer"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notice_code" ADD CONSTRAINT "notice_code_contact_id_contact_id_fk" FOREIGN KEY ("contact_id") REFERENCES "public"."contact"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notice_reply" ADD CONSTRAINT "notice_reply_provider_id_reply_provider_id_fk" FOREIGN KEY ("provider_id") REFERENCES "public"."reply_provider"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notice_reply" ADD CONSTRAINT "notice_reply_customer_id_customer_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customer"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notice_reply" ADD CONSTRAINT "notice_reply_contact_id_contact_id_fk" FOREIGN KEY ("contact_id") REFERENCES "public"."contact"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "parameter" ADD CONSTRAINT "parameter_customer_id_customer_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customer"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "push_subscription" ADD CONSTRAINT "push_subscription_user_id_user_account_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user_account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "role" ADD CONSTRAINT "role_customer_id_customer_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customer"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "role_customer" ADD CONSTRAINT "role_customer_role_id_role_id_fk" FOREIGN KEY ("role_id") REFERENCES "public"."role"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "role_customer" ADD CONSTRAINT "role_customer_customer_id_customer_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customer"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "role_permission" ADD CONSTRAINT "role_permission_role_id_role_id_fk" FOREIGN KEY ("role_id") REFERENCES "public"."role"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "role_scene" ADD CONSTRAINT "role_scene_role_id_role_id_fk" FOREIGN KEY ("role_id") REFERENCES "public"."role"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "role_scene" ADD CONSTRAINT "role_scene_scene_id_scene_id_fk" FOREIGN KEY ("scene_id") REFERENCES "public"."scene"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "scene" ADD CONSTRAINT "scene_customer_id_customer_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customer"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "scene" ADD CONSTRAINT "scene_parent_id_scene_id_fk" FOREIGN KEY ("parent_id") REFERENCES "public"."scene"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "scene" ADD CONSTRAINT "scene_plan_file_id_stored_file_id_fk" FOREIGN KEY ("plan_file_id") REFERENCES "public"."stored_file"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "scene_placement" ADD CONSTRAINT "scene_placement_scene_id_scene_id_fk" FOREIGN KEY ("scene_id") REFERENCES "public"."scene"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "scene_placement" ADD CONSTRAINT "scene_placement_carrier_id_carrier_id_fk" FOREIGN KEY ("carrier_id") REFERENCES "public"."carrier"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "backup_code" ADD CONSTRAINT "backup_code_user_id_user_account_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user_account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "known_login" ADD CONSTRAINT "known_login_user_id_user_account_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user_account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "login_qrcode" ADD CONSTRAINT "login_qrcode_user_id_user_account_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user_account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "login_ticket" ADD CONSTRAINT "login_ticket_user_id_user_account_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user_account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "session" ADD CONSTRAINT "session_user_id_user_account_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user_account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "session" ADD CONSTRAINT "session_proxy_customer_id_customer_id_fk" FOREIGN KEY ("proxy_customer_id") REFERENCES "public"."customer"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "setup_wizard" ADD CONSTRAINT "setup_wizard_user_id_user_account_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user_account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "setup_wizard" ADD CONSTRAINT "setup_wizard_customer_id_customer_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customer"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stored_file" ADD CONSTRAINT "stored_file_customer_id_customer_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customer"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "carrier_state" ADD CONSTRAINT "carrier_state_carrier_id_carrier_id_fk" FOREIGN KEY ("carrier_id") REFERENCES "public"."carrier"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "history_horizon" ADD CONSTRAINT "history_horizon_customer_id_customer_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customer"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invalid_position" ADD CONSTRAINT "invalid_position_carrier_id_carrier_id_fk" FOREIGN KEY ("carrier_id") REFERENCES "public"."carrier"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "probe_state" ADD CONSTRAINT "probe_state_probe_id_probe_id_fk" FOREIGN KEY ("probe_id") REFERENCES "public"."probe"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_account" ADD CONSTRAINT "user_account_customer_id_customer_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customer"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_account" ADD CONSTRAINT "user_account_role_id_role_id_fk" FOREIGN KEY ("role_id") REFERENCES "public"."role"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_account" ADD CONSTRAINT "user_account_avatar_id_stored_file_id_fk" FOREIGN KEY ("avatar_id") REFERENCES "public"."stored_file"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_account" ADD CONSTRAINT "user_account_signature_id_stored_file_id_fk" FOREIGN KEY ("signature_id") REFERENCES "public"."stored_file"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_account" ADD CONSTRAINT "user_account_proxy_customer_id_customer_id_fk" FOREIGN KEY ("proxy_customer_id") REFERENCES "public"."customer"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_customer" ADD CONSTRAINT "user_customer_user_id_user_account_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user_account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_customer" ADD CONSTRAINT "user_customer_customer_id_customer_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customer"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_identity" ADD CONSTRAINT "user_identity_user_id_user_account_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user_account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_scene" ADD CONSTRAINT "user_scene_user_id_user_account_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user_account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_scene" ADD CONSTRAINT "user_scene_scene_id_scene_id_fk" FOREIGN KEY ("scene_id") REFERENCES "public"."scene"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_shortcut" ADD CONSTRAINT "user_shortcut_user_id_user_account_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user_account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_shortcut" ADD CONSTRAINT "user_shortcut_menu_id_menu_resource_id_fk" FOREIGN KEY ("menu_id") REFERENCES "public"."menu_resource"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "zone" ADD CONSTRAINT "zone_customer_id_customer_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customer"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "alarm_silence_customer_idx" ON "alarm_silence" USING btree ("customer_id","ends_at");--> statement-breakpoint
CREATE INDEX "alarm_silence_created_idx" ON "alarm_silence" USING btree ("created_by");--> statement-breakpoint
CREATE INDEX "alarm_silence_ended_idx" ON "alarm_silence" USING btree ("ended_by");--> statement-breakpoint
CREATE INDEX "alarm_silence_target_scene_idx" ON "alarm_silence_target" USING btree ("scene_id") WHERE "alarm_silence_target"."scene_id" is not null;--> statement-breakpoint
CREATE INDEX "alarm_silence_target_carrier_idx" ON "alarm_silence_target" USING btree ("carrier_id") WHERE "alarm_silence_target"."carrier_id" is not null;--> statement-breakpoint
CREATE INDEX "alarm_silence_target_trigger_idx" ON "alarm_silence_target" USING btree ("trigger_id") WHERE "alarm_silence_target"."trigger_id" is not null;--> statement-breakpoint
CREATE INDEX "alarm_condition_trigger_idx" ON "alarm_condition" USING btree ("trigger_id");--> statement-breakpoint
CREATE INDEX "alarm_condition_geofence_idx" ON "alarm_condition" USING btree ("geofence_id") WHERE "alarm_condition"."geofence_id" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "alarm_trigger_name_key" ON "alarm_trigger" USING btree ("customer_id",lower("name"));--> statement-breakpoint
CREATE INDEX "notification_plan_row_trigger_idx" ON "notification_plan_row" USING btree ("trigger_id");--> statement-breakpoint
CREATE INDEX "notification_plan_row_customer_idx" ON "notification_plan_row" USING btree ("customer_id");--> statement-breakpoint
CREATE UNIQUE INDEX "api_key_hash_key" ON "api_key" USING btree ("key_hash");--> statement-breakpoint
CREATE UNIQUE INDEX "api_key_name_key" ON "api_key" USING btree ("customer_id",lower("name")) WHERE "api_key"."revoked_at" is null;--> statement-breakpoint
CREATE INDEX "api_key_customer_idx" ON "api_key" USING btree ("customer_id");--> statement-breakpoint
CREATE UNIQUE INDEX "audit_chain_key" ON "audit" USING btree ("customer_id","sequence");--> statement-breakpoint
CREATE INDEX "audit_entity_idx" ON "audit" USING btree ("entity","entity_id");--> statement-breakpoint
CREATE INDEX "audit_at_idx" ON "audit" USING btree ("at");--> statement-breakpoint
CREATE UNIQUE INDEX "carrier_name_key" ON "carrier" USING btree ("customer_id",lower("name"));--> statement-breakpoint
CREATE INDEX "carrier_scene_idx" ON "carrier" USING btree ("scene_id");--> statement-breakpoint
CREATE INDEX "carrier_type_idx" ON "carrier" USING btree ("customer_id","type",lower("name"));--> statement-breakpoint
CREATE INDEX "carrier_defrost_idx" ON "carrier" USING btree ("defrost_until") WHERE "carrier"."status" = 'defrost';--> statement-breakpoint
CREATE INDEX "carrier_search_idx" ON "carrier" USING gin ("name" gin_trgm_ops) WITH (fastupdate=false);--> statement-breakpoint
CREATE INDEX "carrier_trigger_idx" ON "carrier" USING btree ("alarm_trigger_id");--> statement-breakpoint
CREATE INDEX "carrier_paused_idx" ON "carrier" USING btree ("alarm_paused_until") WHERE "carrier"."alarm_switch" = 'paused';--> statement-breakpoint
CREATE INDEX "carrier_silenced_idx" ON "carrier" USING btree ("customer_id") WHERE "carrier"."alarm_switch" <> 'on';--> statement-breakpoint
CREATE UNIQUE INDEX "carrier_file_name_key" ON "carrier_file" USING btree ("carrier_id",lower("name"));--> statement-breakpoint
CREATE UNIQUE INDEX "carrier_type_code_key" ON "carrier_type" USING btree (lower("code"));--> statement-breakpoint
CREATE UNIQUE INDEX "carrier_type_name_key" ON "carrier_type" USING btree (lower("name"));--> statement-breakpoint
CREATE UNIQUE INDEX "device_type_code_key" ON "device_type" USING btree (lower("code"));--> statement-breakpoint
CREATE UNIQUE INDEX "device_type_name_key" ON "device_type" USING btree (lower("name"));--> statement-breakpoint
CREATE UNIQUE INDEX "unit_code_key" ON "unit" USING btree (lower("code"));--> statement-breakpoint
CREATE UNIQUE INDEX "unit_number_key" ON "unit" USING btree ("unit_number");--> statement-breakpoint
CREATE UNIQUE INDEX "contact_phone_key" ON "contact" USING btree ("group_id","level","phone");--> statement-breakpoint
CREATE UNIQUE INDEX "contact_group_name_key" ON "contact_group" USING btree ("customer_id","name");--> statement-breakpoint
CREATE UNIQUE INDEX "customer_code_key" ON "customer" USING btree (lower("code"));--> statement-breakpoint
CREATE UNIQUE INDEX "customer_name_key" ON "customer" USING btree (lower("name"));--> statement-breakpoint
CREATE UNIQUE INDEX "customer_email_key" ON "customer" USING btree (lower("email")) WHERE "customer"."email" <> '';--> statement-breakpoint
CREATE UNIQUE INDEX "customer_phone_key" ON "customer" USING btree ("phone") WHERE "customer"."phone" <> '';--> statement-breakpoint
CREATE UNIQUE INDEX "customer_ingest_token_key" ON "customer" USING btree ("ingest_token_hash");--> statement-breakpoint
CREATE UNIQUE INDEX "dashboard_name_key" ON "dashboard" USING btree ("user_id","customer_id",lower("name"));--> statement-breakpoint
CREATE INDEX "dashboard_shared_idx" ON "dashboard" USING btree ("customer_id") WHERE "dashboard"."is_shared";--> statement-breakpoint
CREATE INDEX "device_connection_device_idx" ON "device_connection" USING btree ("device_id","at");--> statement-breakpoint
CREATE INDEX "device_connection_noted_idx" ON "device_connection" USING btree ("noted_at");--> statement-breakpoint
CREATE UNIQUE INDEX "calibration_certificate_key" ON "calibration" USING btree ("device_id",lower("certificate_number")) WHERE "calibration"."revoked_at" is null;--> statement-breakpoint
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
CREATE UNIQUE INDEX "device_serial_number_key" ON "device" USING btree (upper("serial_number"));--> statement-breakpoint
CREATE UNIQUE INDEX "device_mac_key" ON "device" USING btree (upper("mac"));--> statement-breakpoint
CREATE UNIQUE INDEX "device_ingest_token_key" ON "device" USING btree ("ingest_token_hash");--> statement-breakpoint
CREATE INDEX "device_customer_idx" ON "device" USING btree ("customer_id","kind",lower("name"));--> statement-breakpoint
CREATE INDEX "device_kind_idx" ON "device" USING btree ("kind",lower("name"));--> statement-breakpoint
CREATE INDEX "device_scene_idx" ON "device" USING btree ("scene_id");--> statement-breakpoint
CREATE INDEX "device_calibration_idx" ON "device" USING btree ("calibration_due_on");--> statement-breakpoint
CREATE INDEX "device_search_idx" ON "device" USING gin ("name" gin_trgm_ops,"serial_number" gin_trgm_ops,"mac" gin_trgm_ops) WITH (fastupdate=false);--> statement-breakpoint
CREATE INDEX "device_gateway_idx" ON "device" USING btree ("gateway_id");--> statement-breakpoint
CREATE UNIQUE INDEX "mounting_current_key" ON "mounting" USING btree ("probe_id") WHERE "mounting"."unmounted_at" is null;--> statement-breakpoint
CREATE INDEX "mounting_carrier_idx" ON "mounting" USING btree ("carrier_id");--> statement-breakpoint
CREATE INDEX "mounting_current_carrier_idx" ON "mounting" USING btree ("carrier_id","probe_id") WHERE "mounting"."unmounted_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "probe_measure_key" ON "probe" USING btree ("device_id","measure","channel");--> statement-breakpoint
CREATE UNIQUE INDEX "duty_rota_group_key" ON "duty_rota" USING btree ("group_id");--> statement-breakpoint
CREATE INDEX "alarm_switch_log_carrier_idx" ON "alarm_switch_log" USING btree ("carrier_id","at");--> statement-breakpoint
CREATE INDEX "exception_customer_idx" ON "exception" USING btree ("customer_id","started_at");--> statement-breakpoint
CREATE INDEX "exception_carrier_idx" ON "exception" USING btree ("carrier_id","started_at");--> statement-breakpoint
CREATE INDEX "exception_probe_idx" ON "exception" USING btree ("probe_id","started_at");--> statement-breakpoint
CREATE INDEX "exception_device_idx" ON "exception" USING btree ("device_id","started_at");--> statement-breakpoint
CREATE INDEX "exception_figures_due_idx" ON "exception" USING btree ("figures_due_at") WHERE "exception"."figures_due_at" is not null;--> statement-breakpoint
CREATE INDEX "exception_figures_idx" ON "exception" USING btree ("probe_id","ended_at") WHERE "exception"."figures_due_at" is null;--> statement-breakpoint
CREATE INDEX "exception_condition_idx" ON "exception" USING btree ("condition_id","probe_id","started_at");--> statement-breakpoint
CREATE INDEX "exception_open_idx" ON "exception" USING btree ("customer_id") WHERE "exception"."ended_at" is null and "exception"."withdrawn_at" is null;--> statement-breakpoint
CREATE INDEX "exception_acknowledging_contact_idx" ON "exception" USING btree ("acknowledged_by_contact_id") WHERE "exception"."acknowledged_by_contact_id" is not null;--> statement-breakpoint
CREATE INDEX "exception_reason_idx" ON "exception" USING btree ("reason_id") WHERE "exception"."reason_id" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "exception_one_open_key" ON "exception" USING btree ("device_id",coalesce("probe_id", 0),coalesce("condition_id", 0),"kind") WHERE "exception"."ended_at" is null and "exception"."withdrawn_at" is null and "exception"."kind" <> 'geofence';--> statement-breakpoint
CREATE UNIQUE INDEX "exception_one_open_crossing_key" ON "exception" USING btree ("carrier_id","condition_id") WHERE "exception"."ended_at" is null and "exception"."withdrawn_at" is null and "exception"."kind" = 'geofence';--> statement-breakpoint
CREATE INDEX "exception_link_customer_idx" ON "exception_link" USING btree ("customer_id");--> statement-breakpoint
CREATE INDEX "exception_link_contact_idx" ON "exception_link" USING btree ("contact_id");--> statement-breakpoint
CREATE INDEX "exception_link_expires_idx" ON "exception_link" USING btree ("expires_at");--> statement-breakpoint
CREATE UNIQUE INDEX "exception_reason_name_key" ON "exception_reason" USING btree ("customer_id",lower("name")) WHERE "exception_reason"."customer_id" is not null;--> statement-breakpoint
CREATE INDEX "forward_batch_position_idx" ON "forward_batch" USING btree ("customer_id","kind","position");--> statement-breakpoint
CREATE INDEX "forward_batch_new_idx" ON "forward_batch" USING btree ("id") WHERE "forward_batch"."position" is null;--> statement-breakpoint
CREATE INDEX "forward_event_target_idx" ON "forward_event" USING btree ("target_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "forward_target_name_key" ON "forward_target" USING btree ("customer_id",lower("name"));--> statement-breakpoint
CREATE UNIQUE INDEX "forward_target_port_key" ON "forward_target" USING btree ("customer_id",lower("host"),"port");--> statement-breakpoint
CREATE UNIQUE INDEX "forward_target_platform_code_key" ON "forward_target" USING btree ("customer_id",lower("platform_code")) WHERE "forward_target"."platform_code" <> '';--> statement-breakpoint
CREATE UNIQUE INDEX "forward_target_platform_name_key" ON "forward_target" USING btree ("customer_id",lower("platform_name")) WHERE "forward_target"."platform_name" <> '';--> statement-breakpoint
CREATE UNIQUE INDEX "forward_target_app_key_key" ON "forward_target" USING btree ("customer_id","app_key_hash");--> statement-breakpoint
CREATE UNIQUE INDEX "geofence_name_key" ON "geofence" USING btree ("customer_id",lower("name"));--> statement-breakpoint
CREATE UNIQUE INDEX "geofence_event_key" ON "geofence_event" USING btree ("geofence_id","carrier_id","at");--> statement-breakpoint
CREATE INDEX "geofence_event_customer_idx" ON "geofence_event" USING btree ("customer_id","at");--> statement-breakpoint
CREATE INDEX "geofence_event_carrier_idx" ON "geofence_event" USING btree ("carrier_id","at");--> statement-breakpoint
CREATE INDEX "geofence_target_scene_idx" ON "geofence_target" USING btree ("scene_id") WHERE "geofence_target"."scene_id" is not null;--> statement-breakpoint
CREATE INDEX "geofence_target_carrier_idx" ON "geofence_target" USING btree ("carrier_id") WHERE "geofence_target"."carrier_id" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "guide_group_code_key" ON "guide_group" USING btree (lower("code"));--> statement-breakpoint
CREATE UNIQUE INDEX "guide_item_code_key" ON "guide_item" USING btree (lower("code"));--> statement-breakpoint
CREATE INDEX "guide_item_group_idx" ON "guide_item" USING btree ("group_id","position");--> statement-breakpoint
CREATE UNIQUE INDEX "decoder_mapping_type_key" ON "decoder_mapping" USING btree ("customer_id",lower("type_code"));--> statement-breakpoint
CREATE UNIQUE INDEX "unknown_device_key" ON "unknown_device" USING btree ("customer_id","key");--> statement-breakpoint
CREATE INDEX "unknown_device_device_idx" ON "unknown_device" USING btree ("device_id");--> statement-breakpoint
CREATE UNIQUE INDEX "zigbee_network_key" ON "zigbee_network" USING btree ("customer_id",coalesce("gateway_id", 0),"base_topic");--> statement-breakpoint
CREATE INDEX "invalid_reading_rule_idx" ON "invalid_reading" USING btree ("rule_id","probe_id","at") WHERE "invalid_reading"."restored_at" is null;--> statement-breakpoint
CREATE INDEX "invalid_reading_jump_idx" ON "invalid_reading" USING btree ("probe_id","at") WHERE "invalid_reading"."kind" = 'jump' and "invalid_reading"."restored_at" is null;--> statement-breakpoint
CREATE INDEX "invalid_reading_marked_by_idx" ON "invalid_reading" USING btree ("marked_by");--> statement-breakpoint
CREATE INDEX "invalid_reading_restored_by_idx" ON "invalid_reading" USING btree ("restored_by");--> statement-breakpoint
CREATE UNIQUE INDEX "invalid_rule_name_key" ON "invalid_rule" USING btree ("customer_id",lower("name"));--> statement-breakpoint
CREATE INDEX "invalid_rule_type_idx" ON "invalid_rule" USING btree ("device_type_id");--> statement-breakpoint
CREATE INDEX "invalid_run_requested_by_idx" ON "invalid_run" USING btree ("requested_by");--> statement-breakpoint
CREATE INDEX "manual_invalidation_probe_idx" ON "manual_invalidation" USING btree ("probe_id","from_at");--> statement-breakpoint
CREATE INDEX "carrier_count_customer_idx" ON "carrier_count" USING btree ("customer_id");--> statement-breakpoint
CREATE INDEX "device_count_customer_idx" ON "device_count" USING btree ("customer_id","kind");--> statement-breakpoint
CREATE INDEX "device_state_online_idx" ON "device_state" USING btree ("customer_id","kind","online_status","sort_name","device_id");--> statement-breakpoint
CREATE INDEX "device_state_calibration_idx" ON "device_state" USING btree ("customer_id","kind","calibration","sort_name","device_id");--> statement-breakpoint
CREATE INDEX "device_state_mounted_idx" ON "device_state" USING btree ("customer_id","kind","is_mounted","sort_name","device_id");--> statement-breakpoint
CREATE INDEX "device_state_abnormal_idx" ON "device_state" USING btree ("customer_id","kind","is_abnormal","sort_name","device_id");--> statement-breakpoint
CREATE INDEX "device_state_check_idx" ON "device_state" USING btree ("check_at");--> statement-breakpoint
CREATE INDEX "monitoring_state_customer_idx" ON "monitoring_state" USING btree ("customer_id","urgency","sort_name","carrier_id");--> statement-breakpoint
CREATE INDEX "monitoring_state_type_idx" ON "monitoring_state" USING btree ("customer_id","type","urgency","sort_name","carrier_id");--> statement-breakpoint
CREATE INDEX "monitoring_state_urgency_idx" ON "monitoring_state" USING btree ("urgency","sort_name","carrier_id");--> statement-breakpoint
CREATE INDEX "monitoring_state_check_idx" ON "monitoring_state" USING btree ("check_at");--> statement-breakpoint
CREATE INDEX "logger_file_customer_idx" ON "logger_file" USING btree ("customer_id","created_at");--> statement-breakpoint
CREATE INDEX "logger_file_carrier_idx" ON "logger_file" USING btree ("carrier_id","first_at");--> statement-breakpoint
CREATE UNIQUE INDEX "logger_file_content_key" ON "logger_file" USING btree ("carrier_id","sha256");--> statement-breakpoint
CREATE INDEX "logger_file_stored_idx" ON "logger_file" USING btree ("file_id");--> statement-breakpoint
CREATE INDEX "logger_file_created_by_idx" ON "logger_file" USING btree ("created_by");--> statement-breakpoint
CREATE INDEX "logger_layout_saved_by_idx" ON "logger_layout" USING btree ("saved_by");--> statement-breakpoint
CREATE UNIQUE INDEX "menu_resource_code_key" ON "menu_resource" USING btree (lower("code"));--> statement-breakpoint
CREATE UNIQUE INDEX "menu_resource_name_key" ON "menu_resource" USING btree (coalesce("parent_id", 0),lower("name"));--> statement-breakpoint
CREATE INDEX "menu_resource_parent_idx" ON "menu_resource" USING btree ("parent_id");--> statement-breakpoint
CREATE INDEX "channel_outage_channel_idx" ON "channel_outage" USING btree ("channel","started_at");--> statement-breakpoint
CREATE UNIQUE INDEX "channel_outage_open_key" ON "channel_outage" USING btree ("channel") WHERE "channel_outage"."ended_at" is null;--> statement-breakpoint
CREATE INDEX "notice_customer_idx" ON "notice" USING btree ("customer_id","at");--> statement-breakpoint
CREATE INDEX "notice_at_idx" ON "notice" USING btree ("at","id");--> statement-breakpoint
CREATE INDEX "notice_exception_idx" ON "notice" USING btree ("exception_id");--> statement-breakpoint
CREATE INDEX "notice_outbox_idx" ON "notice" USING btree ("outbox_id");--> statement-breakpoint
CREATE INDEX "notice_channel_idx" ON "notice" USING btree ("channel","status","at");--> statement-breakpoint
CREATE UNIQUE INDEX "outbox_idempotency_key" ON "outbox" USING btree ("idempotency_key");--> statement-breakpoint
CREATE INDEX "outbox_due_idx" ON "outbox" USING btree ("status","due_at");--> statement-breakpoint
CREATE INDEX "outbox_waiting_idx" ON "outbox" USING btree ("customer_id",("payload"->>'contactId'),("payload"->>'channel'),"due_at") WHERE "outbox"."status" = 'pending';--> statement-breakpoint
CREATE UNIQUE INDEX "notice_code_key" ON "notice_code" USING btree ("phone","code");--> statement-breakpoint
CREATE INDEX "notice_code_contact_idx" ON "notice_code" USING btree ("contact_id");--> statement-breakpoint
CREATE INDEX "notice_code_customer_idx" ON "notice_code" USING btree ("customer_id");--> statement-breakpoint
CREATE INDEX "notice_code_expires_idx" ON "notice_code" USING btree ("expires_at");--> statement-breakpoint
CREATE UNIQUE INDEX "notice_reply_key" ON "notice_reply" USING btree ("provider_id","message_id");--> statement-breakpoint
CREATE INDEX "notice_reply_customer_idx" ON "notice_reply" USING btree ("customer_id","at");--> statement-breakpoint
CREATE INDEX "notice_reply_contact_idx" ON "notice_reply" USING btree ("contact_id");--> statement-breakpoint
CREATE INDEX "notice_reply_at_idx" ON "notice_reply" USING btree ("at");--> statement-breakpoint
CREATE UNIQUE INDEX "reply_provider_name_key" ON "reply_provider" USING btree ("name");--> statement-breakpoint
CREATE UNIQUE INDEX "parameter_code_key" ON "parameter" USING btree (coalesce("customer_id", 0),"code");--> statement-breakpoint
CREATE UNIQUE INDEX "parameter_name_key" ON "parameter" USING btree (coalesce("customer_id", 0),lower("name"));--> statement-breakpoint
CREATE UNIQUE INDEX "push_subscription_endpoint_key" ON "push_subscription" USING btree ("endpoint");--> statement-breakpoint
CREATE INDEX "push_subscription_user_idx" ON "push_subscription" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "push_subscription_device_idx" ON "push_subscription" USING btree ("device_hash");--> statement-breakpoint
CREATE UNIQUE INDEX "role_name_key" ON "role" USING btree ("customer_id",lower("name"));--> statement-breakpoint
CREATE INDEX "scene_parent_idx" ON "scene" USING btree ("parent_id");--> statement-breakpoint
CREATE UNIQUE INDEX "scene_code_key" ON "scene" USING btree ("customer_id","code");--> statement-breakpoint
CREATE INDEX "scene_placement_carrier_idx" ON "scene_placement" USING btree ("carrier_id");--> statement-breakpoint
CREATE UNIQUE INDEX "backup_code_key" ON "backup_code" USING btree ("user_id","code_hash");--> statement-breakpoint
CREATE UNIQUE INDEX "known_login_key" ON "known_login" USING btree ("user_id","kind","hash");--> statement-breakpoint
CREATE UNIQUE INDEX "login_qrcode_key" ON "login_qrcode" USING btree ("key_hash");--> statement-breakpoint
CREATE INDEX "login_qrcode_user_idx" ON "login_qrcode" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "login_ticket_token_key" ON "login_ticket" USING btree ("token_hash");--> statement-breakpoint
CREATE INDEX "session_user_idx" ON "session" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "stored_file_customer_idx" ON "stored_file" USING btree ("customer_id");--> statement-breakpoint
CREATE INDEX "probe_state_due_idx" ON "probe_state" USING btree ("due_at");--> statement-breakpoint
CREATE INDEX "reading_hour_unsummed_idx" ON "reading_hour" USING btree ("hour","probe_id") WHERE "reading_hour"."longest_ms" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "user_account_username_key" ON "user_account" USING btree (lower("username"));--> statement-breakpoint
CREATE UNIQUE INDEX "user_account_name_key" ON "user_account" USING btree ("customer_id",lower("name"));--> statement-breakpoint
CREATE UNIQUE INDEX "user_account_mobile_key" ON "user_account" USING btree ("mobile") WHERE "user_account"."mobile" <> '';--> statement-breakpoint
CREATE UNIQUE INDEX "user_account_email_key" ON "user_account" USING btree (lower("email")) WHERE "user_account"."email" <> '';--> statement-breakpoint
CREATE INDEX "user_account_role_idx" ON "user_account" USING btree ("role_id");--> statement-breakpoint
CREATE INDEX "user_account_created_idx" ON "user_account" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "user_account_sort_name_idx" ON "user_account" USING btree (lower("name"),"id");--> statement-breakpoint
CREATE INDEX "user_account_search_idx" ON "user_account" USING gin ("username" gin_trgm_ops,"name" gin_trgm_ops,"mobile" gin_trgm_ops,"email" gin_trgm_ops) WITH (fastupdate=false);--> statement-breakpoint
CREATE UNIQUE INDEX "user_identity_subject_key" ON "user_identity" USING btree ("issuer","subject");--> statement-breakpoint
CREATE INDEX "user_identity_user_idx" ON "user_identity" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "zone_name_key" ON "zone" USING btree ("customer_id",lower("name"));--> statement-breakpoint
CREATE UNIQUE INDEX "zone_preset_code_key" ON "zone_preset" USING btree (lower("code"));--> statement-breakpoint
CREATE UNIQUE INDEX "zone_preset_name_key" ON "zone_preset" USING btree (lower("name"));