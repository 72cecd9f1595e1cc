ALTER TABLE "unknown_reading" DROP CONSTRAINT "unknown_reading_unknown_device_id_at_pk";--> statement-breakpoint
ALTER TABLE "unknown_reading" ADD COLUMN "digest" text GENERATED ALWAYS AS (md5(reading::text)) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "unknown_reading" ADD CONSTRAINT "unknown_reading_unknown_device_id_at_digest_pk" PRIMARY KEY("unknown_device_id","at","digest");--> statement-breakpoint
ALTER TABLE "unknown_device" ADD COLUMN "message" jsonb;--> statement-breakpoint
ALTER TABLE "unknown_device" ADD COLUMN "device_id" bigint;--> statement-breakpoint
ALTER TABLE "unknown_device" ADD COLUMN "accepted_count" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "unknown_device" ADD COLUMN "refused_count" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "unknown_device" ADD COLUMN "refused" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "carrier_state" ADD COLUMN "is_settled" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "position" ADD COLUMN "is_settled" boolean;--> statement-breakpoint
ALTER TABLE "unknown_device" ADD CONSTRAINT "unknown_device_device_id_device_id_fk" FOREIGN KEY ("device_id") REFERENCES "public"."device"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "unknown_device_device_idx" ON "unknown_device" USING btree ("device_id");--> statement-breakpoint
-- Telephone numbers in the form in which new ones are stored (lib/validation/phone.ts), where no other row has it.
UPDATE "customer" t SET "phone" = f.canonical
  FROM (SELECT c.id, c.canonical, count(*) OVER (PARTITION BY c.canonical) AS holders
          FROM (SELECT t.*, CASE
                    WHEN compact ~ '^1[0-9]{10}$' THEN compact
                    WHEN compact ~ '^0(10|2[0-9])[0-9]{7,8}$' THEN left(compact, 3) || '-' || substr(compact, 4)
                    WHEN compact ~ '^0[3-9][0-9]{9,10}$' THEN left(compact, 4) || '-' || substr(compact, 5)
                    ELSE t."phone" END AS canonical
                  FROM "customer" t CROSS JOIN LATERAL (SELECT replace(t."phone", '-', '') AS compact) w
                 WHERE t."phone" <> '') c) f
 WHERE f.id = t.id AND f.holders = 1 AND f.canonical <> t."phone";--> statement-breakpoint
UPDATE "user_account" t SET "mobile" = f.canonical
  FROM (SELECT c.id, c.canonical, count(*) OVER (PARTITION BY c.canonical) AS holders
          FROM (SELECT t.*, CASE
                    WHEN compact ~ '^1[0-9]{10}$' THEN compact
                    WHEN compact ~ '^0(10|2[0-9])[0-9]{7,8}$' THEN left(compact, 3) || '-' || substr(compact, 4)
                    WHEN compact ~ '^0[3-9][0-9]{9,10}$' THEN left(compact, 4) || '-' || substr(compact, 5)
                    ELSE t."mobile" END AS canonical
                  FROM "user_account" t CROSS JOIN LATERAL (SELECT replace(t."mobile", '-', '') AS compact) w
                 WHERE t."mobile" <> '') c) f
 WHERE f.id = t.id AND f.holders = 1 AND f.canonical <> t."mobile";--> statement-breakpoint
UPDATE "contact" t SET "phone" = f.canonical
  FROM (SELECT c.id, c.canonical, count(*) OVER (PARTITION BY c.group_id, c.level, c.canonical) AS holders
          FROM (SELECT t.*, CASE
                    WHEN compact ~ '^1[0-9]{10}$' THEN compact
                    WHEN compact ~ '^0(10|2[0-9])[0-9]{7,8}$' THEN left(compact, 3) || '-' || substr(compact, 4)
                    WHEN compact ~ '^0[3-9][0-9]{9,10}$' THEN left(compact, 4) || '-' || substr(compact, 5)
                    ELSE t."phone" END AS canonical
                  FROM "contact" t CROSS JOIN LATERAL (SELECT replace(t."phone", '-', '') AS compact) w
                 WHERE t."phone" <> '') c) f
 WHERE f.id = t.id AND f.holders = 1 AND f.canonical <> t."phone";
