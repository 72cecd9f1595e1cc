DROP INDEX "calibration_certificate_key";--> statement-breakpoint
ALTER TABLE "device_switch" ADD COLUMN "old_device_fate" text;--> statement-breakpoint
CREATE UNIQUE INDEX "calibration_certificate_key" ON "calibration" USING btree ("device_id",lower("certificate_number")) WHERE "calibration"."revoked_at" is null;--> statement-breakpoint
-- Until now a revoked certificate gave its number free by a mark behind it.
UPDATE "calibration" SET "certificate_number" = split_part("certificate_number", chr(8288) || '#', 1) WHERE "revoked_at" IS NOT NULL;
