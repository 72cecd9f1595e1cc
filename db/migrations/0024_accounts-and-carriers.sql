CREATE TABLE "password_reset" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" bigint NOT NULL,
	"state_hash" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"used_at" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "carrier" ADD COLUMN "work_mode" text DEFAULT 'continuous' NOT NULL;--> statement-breakpoint
ALTER TABLE "carrier" ADD COLUMN "bearing_type" text;--> statement-breakpoint
ALTER TABLE "customer" ADD COLUMN "locale" text DEFAULT 'zh-CN' NOT NULL;--> statement-breakpoint
ALTER TABLE "password_reset" ADD CONSTRAINT "password_reset_user_id_user_account_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user_account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "password_reset_user_idx" ON "password_reset" USING btree ("user_id","created_at");--> statement-breakpoint
ALTER TABLE "carrier" ADD CONSTRAINT "carrier_work_mode_values_check" CHECK ("carrier"."work_mode" in ('continuous', 'intermittent', 'standby'));--> statement-breakpoint
ALTER TABLE "carrier" ADD CONSTRAINT "carrier_bearing_type_values_check" CHECK ("carrier"."bearing_type" in ('vaccine', 'medicine', 'blood', 'specimen', 'reagent', 'food', 'other'));--> statement-breakpoint
-- A customer speaks the language of its first account, else that of most of its accounts or contacts.
UPDATE "customer" c SET "locale" = coalesce(
	(SELECT u."locale" FROM "user_account" u WHERE u."customer_id" = c."id" AND u."locale" IS NOT NULL
	 GROUP BY u."locale" ORDER BY bool_or(u."is_default") DESC, count(*) DESC, u."locale" LIMIT 1),
	(SELECT k."locale" FROM "contact" k WHERE k."customer_id" = c."id" GROUP BY k."locale" ORDER BY count(*) DESC, k."locale" LIMIT 1),
	'zh-CN');--> statement-breakpoint
-- The range node has no carriers: those on one move, with their devices, to a node that is made below it.
INSERT INTO "scene" ("customer_id", "parent_id", "code", "name", "sort_order")
SELECT s."customer_id", s."id", 'MAIN' || s."id",
	CASE c."locale" WHEN 'zh-CN' THEN '主要位置' WHEN 'es' THEN 'Lugar principal' WHEN 'ja' THEN '主な場所' ELSE 'Main place' END,
	coalesce((SELECT max(x."sort_order") + 1 FROM "scene" x WHERE x."parent_id" = s."id"), 0)
FROM "scene" s JOIN "customer" c ON c."id" = s."customer_id"
WHERE s."parent_id" IS NULL AND EXISTS (SELECT FROM "carrier" k WHERE k."scene_id" = s."id");--> statement-breakpoint
UPDATE "device" d SET "scene_id" = n."id" FROM "scene" n JOIN "scene" s ON s."id" = n."parent_id" AND s."parent_id" IS NULL
WHERE n."code" = 'MAIN' || s."id" AND d."scene_id" = s."id" AND d."id" IN (
	SELECT p."device_id" FROM "mounting" m JOIN "probe" p ON p."id" = m."probe_id" JOIN "carrier" k ON k."id" = m."carrier_id"
	WHERE k."scene_id" = s."id" AND m."unmounted_at" IS NULL
	UNION
	SELECT b."device_id" FROM "device_binding" b JOIN "carrier" k ON k."id" = b."carrier_id"
	WHERE k."scene_id" = s."id" AND b."unbound_at" IS NULL);--> statement-breakpoint
UPDATE "carrier" k SET "scene_id" = n."id" FROM "scene" n JOIN "scene" s ON s."id" = n."parent_id" AND s."parent_id" IS NULL
WHERE n."code" = 'MAIN' || s."id" AND k."scene_id" = s."id";--> statement-breakpoint
-- The entry keeps its place, name and shortcuts.
UPDATE "menu_resource" SET "code" = '/abnormal/sysAlarm', "url" = '/abnormal/sysAlarm' WHERE "code" = '/sysAlarm' AND "is_shipped";
