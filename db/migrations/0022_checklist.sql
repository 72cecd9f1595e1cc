ALTER TABLE "user_account" ADD COLUMN "checklist_closed_at" timestamp (3) with time zone;--> statement-breakpoint
UPDATE "user_account" u SET "checklist_closed_at" = now() WHERE EXISTS (SELECT FROM "carrier" c WHERE c."customer_id" = u."customer_id");
