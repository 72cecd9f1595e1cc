ALTER TABLE "exception" ADD COLUMN "acknowledged_by_contact_id" bigint;--> statement-breakpoint
ALTER TABLE "exception" ADD COLUMN "acknowledged_via" text;--> statement-breakpoint
ALTER TABLE "exception" ADD CONSTRAINT "exception_acknowledged_by_contact_id_contact_id_fk" FOREIGN KEY ("acknowledged_by_contact_id") REFERENCES "public"."contact"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "exception_acknowledging_contact_idx" ON "exception" USING btree ("acknowledged_by_contact_id") WHERE "exception"."acknowledged_by_contact_id" is not null;