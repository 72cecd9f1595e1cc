CREATE TABLE "logger_layout" (
	"customer_id" bigint NOT NULL,
	"shape" text NOT NULL,
	"layout" jsonb NOT NULL,
	"time_zone" text NOT NULL,
	"date_order" text,
	"saved_by" bigint,
	"saved_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "logger_layout_customer_id_shape_pk" PRIMARY KEY("customer_id","shape")
);
--> statement-breakpoint
ALTER TABLE "logger_layout" ADD CONSTRAINT "logger_layout_customer_id_customer_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customer"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "logger_layout" ADD CONSTRAINT "logger_layout_saved_by_user_account_id_fk" FOREIGN KEY ("saved_by") REFERENCES "public"."user_account"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "logger_layout_saved_by_idx" ON "logger_layout" USING btree ("saved_by");