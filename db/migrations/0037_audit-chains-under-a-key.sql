CREATE TABLE "audit_publication" (
	"day" date PRIMARY KEY NOT NULL,
	"at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "audit" ADD COLUMN "key_id" text;--> statement-breakpoint
ALTER TABLE "audit_head" ADD COLUMN "key_id" text;--> statement-breakpoint
ALTER TABLE "audit_head" ADD COLUMN "seal" text;--> statement-breakpoint
ALTER TABLE "audit_head" ADD COLUMN "plain_until" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "audit_head" ADD COLUMN "anchor_key_id" text;--> statement-breakpoint
ALTER TABLE "audit_head" ADD COLUMN "anchor" text;