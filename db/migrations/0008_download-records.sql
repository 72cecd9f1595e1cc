CREATE TABLE "download_record" (
	"key" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"customer_id" bigint NOT NULL,
	"working_customer_id" bigint NOT NULL,
	"user_id" bigint,
	"api_key_id" bigint,
	"kind" text NOT NULL,
	"format" text NOT NULL,
	"query" jsonb NOT NULL,
	"locale" text NOT NULL,
	"name" text NOT NULL,
	"file_name" text NOT NULL,
	"state" text DEFAULT 'generating' NOT NULL,
	"failure" text,
	"total" bigint DEFAULT 0 NOT NULL,
	"done" bigint DEFAULT 0 NOT NULL,
	"file_id" uuid,
	"size" bigint,
	"sha256" text,
	"run" integer DEFAULT 0 NOT NULL,
	"touched_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"taken_count" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"ended_at" timestamp (3) with time zone,
	"expires_at" timestamp (3) with time zone,
	CONSTRAINT "download_record_format_values_check" CHECK ("download_record"."format" in ('csv', 'xlsx', 'pdf')),
	CONSTRAINT "download_record_state_values_check" CHECK ("download_record"."state" in ('generating', 'generated', 'failed')),
	CONSTRAINT "download_record_failure_values_check" CHECK ("download_record"."failure" in ('cancelled', 'notPermitted', 'notFound', 'invalid', 'full', 'store', 'interrupted', 'error'))
);
--> statement-breakpoint
ALTER TABLE "download_record" ADD CONSTRAINT "download_record_customer_id_customer_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customer"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "download_record" ADD CONSTRAINT "download_record_working_customer_id_customer_id_fk" FOREIGN KEY ("working_customer_id") REFERENCES "public"."customer"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "download_record" ADD CONSTRAINT "download_record_user_id_user_account_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user_account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "download_record" ADD CONSTRAINT "download_record_api_key_id_api_key_id_fk" FOREIGN KEY ("api_key_id") REFERENCES "public"."api_key"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "download_record" ADD CONSTRAINT "download_record_file_id_stored_file_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."stored_file"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "download_record_customer_idx" ON "download_record" USING btree ("customer_id");--> statement-breakpoint
CREATE INDEX "download_record_user_idx" ON "download_record" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "download_record_state_idx" ON "download_record" USING btree ("state","touched_at");