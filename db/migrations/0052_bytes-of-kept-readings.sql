ALTER TABLE "unknown_device" ADD COLUMN "kept_bytes" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "unknown_reading" ADD COLUMN "bytes" integer GENERATED ALWAYS AS (octet_length(reading::text)) STORED NOT NULL;--> statement-breakpoint
UPDATE "unknown_device" u SET "kept_bytes" = r.bytes
  FROM (SELECT unknown_device_id, sum(bytes)::int AS bytes FROM "unknown_reading" GROUP BY 1) r
 WHERE r.unknown_device_id = u.id;
