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
ALTER TABLE "alarm_condition" ADD COLUMN "severity" text;--> statement-breakpoint
ALTER TABLE "alarm_condition" ADD COLUMN "outside_minutes" integer;--> statement-breakpoint
ALTER TABLE "alarm_condition" ADD COLUMN "window_minutes" integer;--> statement-breakpoint
ALTER TABLE "alarm_condition" ADD COLUMN "horizon_minutes" integer;--> statement-breakpoint
ALTER TABLE "alarm_condition" ADD COLUMN "door_delay_seconds" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "contact" ADD COLUMN "quiet_hours" jsonb;--> statement-breakpoint
ALTER TABLE "alarm_silence" ADD CONSTRAINT "alarm_silence_customer_id_customer_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customer"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alarm_silence" ADD CONSTRAINT "alarm_silence_created_by_user_account_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."user_account"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alarm_silence" ADD CONSTRAINT "alarm_silence_ended_by_user_account_id_fk" FOREIGN KEY ("ended_by") REFERENCES "public"."user_account"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alarm_silence_target" ADD CONSTRAINT "alarm_silence_target_silence_id_alarm_silence_id_fk" FOREIGN KEY ("silence_id") REFERENCES "public"."alarm_silence"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alarm_silence_target" ADD CONSTRAINT "alarm_silence_target_scene_id_scene_id_fk" FOREIGN KEY ("scene_id") REFERENCES "public"."scene"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alarm_silence_target" ADD CONSTRAINT "alarm_silence_target_carrier_id_carrier_id_fk" FOREIGN KEY ("carrier_id") REFERENCES "public"."carrier"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alarm_silence_target" ADD CONSTRAINT "alarm_silence_target_trigger_id_alarm_trigger_id_fk" FOREIGN KEY ("trigger_id") REFERENCES "public"."alarm_trigger"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "alarm_silence_customer_idx" ON "alarm_silence" USING btree ("customer_id","ends_at");--> statement-breakpoint
CREATE INDEX "alarm_silence_created_idx" ON "alarm_silence" USING btree ("created_by");--> statement-breakpoint
CREATE INDEX "alarm_silence_ended_idx" ON "alarm_silence" USING btree ("ended_by");--> statement-breakpoint
CREATE INDEX "alarm_silence_target_scene_idx" ON "alarm_silence_target" USING btree ("scene_id") WHERE "alarm_silence_target"."scene_id" is not null;--> statement-breakpoint
CREATE INDEX "alarm_silence_target_carrier_idx" ON "alarm_silence_target" USING btree ("carrier_id") WHERE "alarm_silence_target"."carrier_id" is not null;--> statement-breakpoint
CREATE INDEX "alarm_silence_target_trigger_idx" ON "alarm_silence_target" USING btree ("trigger_id") WHERE "alarm_silence_target"."trigger_id" is not null;--> statement-breakpoint
CREATE INDEX "exception_condition_idx" ON "exception" USING btree ("condition_id","probe_id","started_at");--> statement-breakpoint
CREATE INDEX "notice_outbox_idx" ON "notice" USING btree ("outbox_id");--> statement-breakpoint
ALTER TABLE "alarm_condition" ADD CONSTRAINT "alarm_condition_window_check" CHECK (case when "alarm_condition"."kind" = 'cumulative'
        then coalesce("alarm_condition"."outside_minutes" > 0 and "alarm_condition"."window_minutes" > "alarm_condition"."outside_minutes", false)
        else num_nonnulls("alarm_condition"."outside_minutes", "alarm_condition"."window_minutes") = 0 end);--> statement-breakpoint
ALTER TABLE "alarm_condition" ADD CONSTRAINT "alarm_condition_horizon_check" CHECK (case when "alarm_condition"."kind" = 'trend' then coalesce("alarm_condition"."horizon_minutes" > 0, false) else "alarm_condition"."horizon_minutes" is null end);--> statement-breakpoint
ALTER TABLE "alarm_condition" ADD CONSTRAINT "alarm_condition_door_delay_check" CHECK ("alarm_condition"."door_delay_seconds" = 0 or ("alarm_condition"."door_delay_seconds" > 0 and "alarm_condition"."kind" = 'range'));--> statement-breakpoint
ALTER TABLE "alarm_condition" ADD CONSTRAINT "alarm_condition_state_check" CHECK ("alarm_condition"."kind" <> 'state' or "alarm_condition"."measure" in ('door', 'power'));