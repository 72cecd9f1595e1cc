ALTER TABLE "audit" ADD COLUMN "found_seal" text;--> statement-breakpoint
ALTER TABLE "audit_publication" ADD COLUMN "keeper" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "audit_publication" ADD COLUMN "key_id" text;--> statement-breakpoint
ALTER TABLE "audit_publication" ADD COLUMN "seal" text;