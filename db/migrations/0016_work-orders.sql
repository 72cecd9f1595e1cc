CREATE TABLE "work_order" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "work_order_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"customer_id" bigint NOT NULL,
	"number" text NOT NULL,
	"type" text NOT NULL,
	"title" text NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"state" text DEFAULT 'submitted' NOT NULL,
	"is_by_rule" boolean DEFAULT false NOT NULL,
	"rule_id" bigint,
	"cause" text,
	"cause_key" text,
	"scene_id" bigint,
	"carrier_id" bigint,
	"device_id" bigint,
	"exception_id" bigint,
	"created_by" bigint,
	"assignee_id" bigint,
	"group_id" bigint,
	"due_at" timestamp (3) with time zone,
	"remind_minutes" integer NOT NULL,
	"reminded_at" timestamp (3) with time zone,
	"overdue_at" timestamp (3) with time zone,
	"accepted_by" bigint,
	"accepted_at" timestamp (3) with time zone,
	"processed_at" timestamp (3) with time zone,
	"result" text DEFAULT '' NOT NULL,
	"confirmed_by" bigint,
	"confirmed_at" timestamp (3) with time zone,
	"stars" integer,
	"rating_comment" text DEFAULT '' NOT NULL,
	"closed_at" timestamp (3) with time zone,
	"cancel_reason" text DEFAULT '' NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "work_order_type_values_check" CHECK ("work_order"."type" in ('repair', 'maintenance', 'calibration', 'battery', 'connection', 'inspection', 'other')),
	CONSTRAINT "work_order_state_values_check" CHECK ("work_order"."state" in ('submitted', 'accepted', 'processed', 'confirmed', 'rated', 'cancelled')),
	CONSTRAINT "work_order_cause_values_check" CHECK ("work_order"."cause" in ('exception', 'calibration', 'silent', 'battery'))
);
--> statement-breakpoint
CREATE TABLE "work_order_event" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "work_order_event_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"work_order_id" bigint NOT NULL,
	"kind" text NOT NULL,
	"actor_id" bigint,
	"actor_name" text NOT NULL,
	"text" text DEFAULT '' NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "work_order_event_kind_values_check" CHECK ("work_order_event"."kind" in ('submitted', 'changed', 'assigned', 'accepted', 'released', 'processed', 'returned', 'confirmed', 'rated', 'cancelled', 'comment', 'photo', 'reminded', 'overdue'))
);
--> statement-breakpoint
CREATE TABLE "work_order_photo" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "work_order_photo_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"work_order_id" bigint NOT NULL,
	"file_id" uuid NOT NULL,
	"sha256" text NOT NULL,
	"actor_id" bigint,
	"actor_name" text NOT NULL,
	"client_key" uuid NOT NULL,
	"at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "work_order_rule" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "work_order_rule_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"customer_id" bigint NOT NULL,
	"name" text NOT NULL,
	"is_enabled" boolean DEFAULT true NOT NULL,
	"enabled_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"cause" text NOT NULL,
	"severities" text[] DEFAULT '{}' NOT NULL,
	"kinds" text[] DEFAULT '{}' NOT NULL,
	"carrier_types" text[] DEFAULT '{}' NOT NULL,
	"after_minutes" integer,
	"days_before" integer,
	"percent" integer,
	"due_minutes" integer,
	"remind_minutes" integer NOT NULL,
	"assignee_id" bigint,
	"group_id" bigint,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "work_order_rule_cause_values_check" CHECK ("work_order_rule"."cause" in ('exception', 'calibration', 'silent', 'battery')),
	CONSTRAINT "work_order_rule_severities_values_check" CHECK ("work_order_rule"."severities" <@ array['critical', 'major', 'minor', 'warning']::text[]),
	CONSTRAINT "work_order_rule_kinds_values_check" CHECK ("work_order_rule"."kinds" <@ array['range', 'cumulative', 'no-data', 'state', 'trend', 'geofence', 'blackout', 'retained', 'slow']::text[]),
	CONSTRAINT "work_order_rule_carrier_types_values_check" CHECK ("work_order_rule"."carrier_types" <@ array['incubator', 'refrigerator', 'vehicle', 'refrigeratory', 'warehouse', 'store', 'other']::text[])
);
--> statement-breakpoint
ALTER TABLE "notice" DROP CONSTRAINT "notice_type_values_check";--> statement-breakpoint
ALTER TABLE "stored_file" DROP CONSTRAINT "stored_file_kind_values_check";--> statement-breakpoint
ALTER TABLE "work_order" ADD CONSTRAINT "work_order_customer_id_customer_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customer"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "work_order" ADD CONSTRAINT "work_order_rule_id_work_order_rule_id_fk" FOREIGN KEY ("rule_id") REFERENCES "public"."work_order_rule"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "work_order" ADD CONSTRAINT "work_order_scene_id_scene_id_fk" FOREIGN KEY ("scene_id") REFERENCES "public"."scene"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "work_order" ADD CONSTRAINT "work_order_carrier_id_carrier_id_fk" FOREIGN KEY ("carrier_id") REFERENCES "public"."carrier"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "work_order" ADD CONSTRAINT "work_order_device_id_device_id_fk" FOREIGN KEY ("device_id") REFERENCES "public"."device"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "work_order" ADD CONSTRAINT "work_order_exception_id_exception_id_fk" FOREIGN KEY ("exception_id") REFERENCES "public"."exception"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "work_order" ADD CONSTRAINT "work_order_created_by_user_account_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."user_account"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "work_order" ADD CONSTRAINT "work_order_assignee_id_user_account_id_fk" FOREIGN KEY ("assignee_id") REFERENCES "public"."user_account"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "work_order" ADD CONSTRAINT "work_order_group_id_contact_group_id_fk" FOREIGN KEY ("group_id") REFERENCES "public"."contact_group"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "work_order" ADD CONSTRAINT "work_order_accepted_by_user_account_id_fk" FOREIGN KEY ("accepted_by") REFERENCES "public"."user_account"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "work_order" ADD CONSTRAINT "work_order_confirmed_by_user_account_id_fk" FOREIGN KEY ("confirmed_by") REFERENCES "public"."user_account"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "work_order_event" ADD CONSTRAINT "work_order_event_work_order_id_work_order_id_fk" FOREIGN KEY ("work_order_id") REFERENCES "public"."work_order"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "work_order_event" ADD CONSTRAINT "work_order_event_actor_id_user_account_id_fk" FOREIGN KEY ("actor_id") REFERENCES "public"."user_account"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "work_order_photo" ADD CONSTRAINT "work_order_photo_work_order_id_work_order_id_fk" FOREIGN KEY ("work_order_id") REFERENCES "public"."work_order"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "work_order_photo" ADD CONSTRAINT "work_order_photo_actor_id_user_account_id_fk" FOREIGN KEY ("actor_id") REFERENCES "public"."user_account"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "work_order_rule" ADD CONSTRAINT "work_order_rule_customer_id_customer_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customer"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "work_order_rule" ADD CONSTRAINT "work_order_rule_assignee_id_user_account_id_fk" FOREIGN KEY ("assignee_id") REFERENCES "public"."user_account"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "work_order_rule" ADD CONSTRAINT "work_order_rule_group_id_contact_group_id_fk" FOREIGN KEY ("group_id") REFERENCES "public"."contact_group"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "work_order_number_key" ON "work_order" USING btree ("customer_id","number");--> statement-breakpoint
CREATE UNIQUE INDEX "work_order_cause_key" ON "work_order" USING btree ("customer_id","cause_key") WHERE "work_order"."state" in ('submitted', 'accepted', 'processed');--> statement-breakpoint
CREATE INDEX "work_order_customer_idx" ON "work_order" USING btree ("customer_id","created_at");--> statement-breakpoint
CREATE INDEX "work_order_known_cause_idx" ON "work_order" USING btree ("cause_key","created_at");--> statement-breakpoint
CREATE INDEX "work_order_carrier_idx" ON "work_order" USING btree ("carrier_id","created_at");--> statement-breakpoint
CREATE INDEX "work_order_device_idx" ON "work_order" USING btree ("device_id","created_at");--> statement-breakpoint
CREATE INDEX "work_order_exception_idx" ON "work_order" USING btree ("exception_id");--> statement-breakpoint
CREATE INDEX "work_order_scene_idx" ON "work_order" USING btree ("scene_id");--> statement-breakpoint
CREATE INDEX "work_order_rule_idx" ON "work_order" USING btree ("rule_id");--> statement-breakpoint
CREATE INDEX "work_order_group_idx" ON "work_order" USING btree ("group_id");--> statement-breakpoint
CREATE INDEX "work_order_created_by_idx" ON "work_order" USING btree ("created_by");--> statement-breakpoint
CREATE INDEX "work_order_assignee_idx" ON "work_order" USING btree ("assignee_id");--> statement-breakpoint
CREATE INDEX "work_order_accepted_by_idx" ON "work_order" USING btree ("accepted_by");--> statement-breakpoint
CREATE INDEX "work_order_confirmed_by_idx" ON "work_order" USING btree ("confirmed_by");--> statement-breakpoint
CREATE INDEX "work_order_due_idx" ON "work_order" USING btree ("due_at") WHERE "work_order"."state" in ('submitted', 'accepted');--> statement-breakpoint
CREATE INDEX "work_order_event_order_idx" ON "work_order_event" USING btree ("work_order_id","at");--> statement-breakpoint
CREATE INDEX "work_order_event_actor_idx" ON "work_order_event" USING btree ("actor_id");--> statement-breakpoint
CREATE UNIQUE INDEX "work_order_photo_key" ON "work_order_photo" USING btree ("work_order_id","client_key");--> statement-breakpoint
CREATE INDEX "work_order_photo_actor_idx" ON "work_order_photo" USING btree ("actor_id");--> statement-breakpoint
CREATE UNIQUE INDEX "work_order_rule_name_key" ON "work_order_rule" USING btree ("customer_id",lower("name"));--> statement-breakpoint
CREATE INDEX "work_order_rule_assignee_idx" ON "work_order_rule" USING btree ("assignee_id");--> statement-breakpoint
CREATE INDEX "work_order_rule_group_idx" ON "work_order_rule" USING btree ("group_id");--> statement-breakpoint
ALTER TABLE "notice" ADD CONSTRAINT "notice_type_values_check" CHECK ("notice"."type" in ('alarm', 'captcha', 'digest', 'acknowledged', 'reply', 'test', 'channel', 'handover', 'workOrder'));--> statement-breakpoint
ALTER TABLE "stored_file" ADD CONSTRAINT "stored_file_kind_values_check" CHECK ("stored_file"."kind" in ('avatar', 'signature', 'plan', 'carrier', 'certificate', 'import', 'logger', 'signed', 'report', 'export', 'archive', 'handover', 'workOrder'));