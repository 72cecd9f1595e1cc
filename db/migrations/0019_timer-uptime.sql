ALTER TABLE "queue_uptime" ADD COLUMN "timer_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "queue_uptime" ADD COLUMN "timer_until" timestamp (3) with time zone;