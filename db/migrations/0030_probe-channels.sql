DROP INDEX "probe_measure_key";--> statement-breakpoint
ALTER TABLE "probe" ADD COLUMN "channel" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "probe_state" ADD COLUMN "fault_at" timestamp (3) with time zone;--> statement-breakpoint
CREATE UNIQUE INDEX "probe_measure_key" ON "probe" USING btree ("device_id","measure","channel");