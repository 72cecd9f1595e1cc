ALTER TABLE "exception" ADD COLUMN "removed_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "exception" ADD COLUMN "removed_by" bigint;--> statement-breakpoint
ALTER TABLE "exception" ADD COLUMN "removal_reason" text;--> statement-breakpoint
ALTER TABLE "exception" ADD CONSTRAINT "exception_removed_by_user_account_id_fk" FOREIGN KEY ("removed_by") REFERENCES "public"."user_account"("id") ON DELETE no action ON UPDATE no action;