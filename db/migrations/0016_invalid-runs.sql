CREATE TABLE "invalid_run" (
	"rule_id" bigint PRIMARY KEY NOT NULL,
	"from_at" timestamp (3) with time zone NOT NULL,
	"until_at" timestamp (3) with time zone NOT NULL,
	"requested_by" bigint,
	"requested_at" timestamp (3) with time zone NOT NULL,
	"probe_id" bigint,
	"at" timestamp (3) with time zone,
	"taken_count" integer DEFAULT 0 NOT NULL,
	"finished_at" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "invalid_reading" ADD COLUMN "kind" text;--> statement-breakpoint
ALTER TABLE "probe_state" ADD COLUMN "invalid_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "invalid_run" ADD CONSTRAINT "invalid_run_rule_id_invalid_rule_id_fk" FOREIGN KEY ("rule_id") REFERENCES "public"."invalid_rule"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invalid_run" ADD CONSTRAINT "invalid_run_requested_by_user_account_id_fk" FOREIGN KEY ("requested_by") REFERENCES "public"."user_account"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "invalid_run_requested_by_idx" ON "invalid_run" USING btree ("requested_by");