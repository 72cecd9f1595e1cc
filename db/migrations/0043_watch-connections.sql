CREATE TABLE "connection_watch" (
	"customer_id" bigint PRIMARY KEY NOT NULL,
	"is_enabled" boolean DEFAULT true NOT NULL,
	"severity" text DEFAULT 'minor' NOT NULL,
	"gateway_severity" text DEFAULT 'major' NOT NULL,
	"is_power_enabled" boolean DEFAULT true NOT NULL,
	"power_severity" text DEFAULT 'major' NOT NULL
);
--> statement-breakpoint
ALTER TABLE "notification_plan_row" ALTER COLUMN "trigger_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "notification_plan_row" ADD COLUMN "customer_id" bigint;--> statement-breakpoint
ALTER TABLE "connection_watch" ADD CONSTRAINT "connection_watch_customer_id_customer_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customer"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notification_plan_row" ADD CONSTRAINT "notification_plan_row_customer_id_customer_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customer"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "notification_plan_row_customer_idx" ON "notification_plan_row" USING btree ("customer_id");--> statement-breakpoint
ALTER TABLE "notification_plan_row" ADD CONSTRAINT "notification_plan_row_owner_check" CHECK (num_nonnulls("notification_plan_row"."trigger_id", "notification_plan_row"."customer_id") = 1);