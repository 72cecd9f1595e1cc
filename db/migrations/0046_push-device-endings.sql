ALTER TABLE "push_subscription" ADD COLUMN "public_key" text;--> statement-breakpoint
ALTER TABLE "push_subscription" ADD COLUMN "device_hash" text;--> statement-breakpoint
ALTER TABLE "push_subscription" ADD COLUMN "ended_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "push_subscription" ADD COLUMN "end_reason" text;--> statement-breakpoint
CREATE INDEX "push_subscription_device_idx" ON "push_subscription" USING btree ("device_hash");--> statement-breakpoint
ALTER TABLE "push_subscription" DROP COLUMN "locale";--> statement-breakpoint
-- A subscription that is younger than the installation's key was made with it; with which one the others were is not known.
UPDATE "push_subscription" s SET "public_key" = k."public_key" FROM "installation_key" k WHERE k."name" = 'web push' AND k."created_at" <= s."created_at";
