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
CREATE TABLE "channel_outage" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "channel_outage_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"channel" text NOT NULL,
	"started_at" timestamp (3) with time zone NOT NULL,
	"raised_at" timestamp (3) with time zone NOT NULL,
	"ended_at" timestamp (3) with time zone,
	"reason" text NOT NULL,
	"is_notified" boolean NOT NULL
);
--> statement-breakpoint
ALTER TABLE "notification_plan_row" ADD COLUMN "is_on_duty" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "notification_plan_row" ADD COLUMN "uses_contact_timing" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "contact" ADD COLUMN "delay_minutes" integer;--> statement-breakpoint
ALTER TABLE "contact" ADD COLUMN "repeat_times" integer;--> statement-breakpoint
ALTER TABLE "contact" ADD COLUMN "repeat_interval_minutes" integer;--> statement-breakpoint
ALTER TABLE "notice" ADD COLUMN "fault" text;--> statement-breakpoint
ALTER TABLE "notice" ADD COLUMN "remark" text;--> statement-breakpoint
ALTER TABLE "duty_rota" ADD CONSTRAINT "duty_rota_customer_id_customer_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customer"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "duty_rota" ADD CONSTRAINT "duty_rota_group_id_contact_group_id_fk" FOREIGN KEY ("group_id") REFERENCES "public"."contact_group"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "duty_rota_group_key" ON "duty_rota" USING btree ("group_id");--> statement-breakpoint
CREATE INDEX "channel_outage_channel_idx" ON "channel_outage" USING btree ("channel","started_at");--> statement-breakpoint
CREATE UNIQUE INDEX "channel_outage_open_key" ON "channel_outage" USING btree ("channel") WHERE "channel_outage"."ended_at" is null;--> statement-breakpoint
CREATE INDEX "notice_channel_idx" ON "notice" USING btree ("channel","status","at");