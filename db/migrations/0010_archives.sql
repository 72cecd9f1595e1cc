CREATE TABLE "archive" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "archive_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"customer_id" bigint NOT NULL,
	"month" date NOT NULL,
	"version" integer NOT NULL,
	"state" text DEFAULT 'generating' NOT NULL,
	"failure" text,
	"total" bigint DEFAULT 0 NOT NULL,
	"done" bigint DEFAULT 0 NOT NULL,
	"file_name" text NOT NULL,
	"file_id" uuid,
	"size" bigint,
	"sha256" text,
	"manifest_sha256" text,
	"certificate_sha256" text,
	"is_scheduled" boolean NOT NULL,
	"user_id" bigint,
	"author" text NOT NULL,
	"run" integer DEFAULT 0 NOT NULL,
	"touched_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"check_state" text DEFAULT 'none' NOT NULL,
	"checked_at" timestamp (3) with time zone,
	"problem" jsonb,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"generated_at" timestamp (3) with time zone,
	"expires_at" timestamp (3) with time zone,
	CONSTRAINT "archive_state_values_check" CHECK ("archive"."state" in ('generating', 'generated', 'failed', 'expired')),
	CONSTRAINT "archive_failure_values_check" CHECK ("archive"."failure" in ('cancelled', 'full', 'store', 'tooLarge', 'interrupted', 'error')),
	CONSTRAINT "archive_check_state_values_check" CHECK ("archive"."check_state" in ('none', 'running', 'intact', 'broken', 'failed'))
);
--> statement-breakpoint
CREATE TABLE "archive_link" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"customer_id" bigint NOT NULL,
	"archive_id" bigint NOT NULL,
	"author" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"taken_count" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
ALTER TABLE "stored_file" DROP CONSTRAINT "stored_file_kind_values_check";--> statement-breakpoint
ALTER TABLE "archive" ADD CONSTRAINT "archive_customer_id_customer_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customer"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "archive" ADD CONSTRAINT "archive_file_id_stored_file_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."stored_file"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "archive" ADD CONSTRAINT "archive_user_id_user_account_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user_account"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "archive_link" ADD CONSTRAINT "archive_link_customer_id_customer_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customer"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "archive_link" ADD CONSTRAINT "archive_link_archive_id_archive_id_fk" FOREIGN KEY ("archive_id") REFERENCES "public"."archive"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "archive_version_key" ON "archive" USING btree ("customer_id","month","version");--> statement-breakpoint
CREATE INDEX "archive_state_idx" ON "archive" USING btree ("state","touched_at");--> statement-breakpoint
CREATE INDEX "archive_link_archive_idx" ON "archive_link" USING btree ("archive_id");--> statement-breakpoint
CREATE INDEX "archive_link_expires_idx" ON "archive_link" USING btree ("expires_at");--> statement-breakpoint
ALTER TABLE "stored_file" ADD CONSTRAINT "stored_file_kind_values_check" CHECK ("stored_file"."kind" in ('avatar', 'signature', 'plan', 'carrier', 'certificate', 'import', 'logger', 'signed', 'report', 'export', 'archive'));