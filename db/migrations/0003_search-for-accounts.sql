-- Trusted since PostgreSQL 13: the owner of the database may add it.
CREATE EXTENSION IF NOT EXISTS pg_trgm;--> statement-breakpoint
CREATE INDEX "user_account_created_idx" ON "user_account" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "user_account_sort_name_idx" ON "user_account" USING btree (lower("name"),"id");--> statement-breakpoint
CREATE INDEX "user_account_search_idx" ON "user_account" USING gin ("username" gin_trgm_ops,"name" gin_trgm_ops,"mobile" gin_trgm_ops,"email" gin_trgm_ops) WITH (fastupdate=false);