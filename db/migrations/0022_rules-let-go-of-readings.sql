ALTER TABLE "invalid_reading" DROP CONSTRAINT "invalid_reading_rule_id_invalid_rule_id_fk";
--> statement-breakpoint
ALTER TABLE "invalid_run" DROP CONSTRAINT "invalid_run_rule_id_invalid_rule_id_fk";
--> statement-breakpoint
DROP INDEX "invalid_reading_rule_idx";--> statement-breakpoint
ALTER TABLE "invalid_run" ADD COLUMN "gives_back" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX "exception_link_expires_idx" ON "exception_link" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "invalid_reading_rule_idx" ON "invalid_reading" USING btree ("rule_id","probe_id","at") WHERE "invalid_reading"."restored_at" is null;--> statement-breakpoint
ALTER TABLE "exception_link" DROP COLUMN "used_at";