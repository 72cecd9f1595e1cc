CREATE TABLE "notice_code" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "notice_code_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"customer_id" bigint NOT NULL,
	"contact_id" bigint NOT NULL,
	"phone" text NOT NULL,
	"code" text NOT NULL,
	"exception_ids" bigint[] NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "notice_reply" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "notice_reply_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"provider_id" bigint NOT NULL,
	"message_id" text NOT NULL,
	"customer_id" bigint,
	"contact_id" bigint,
	"sender" text NOT NULL,
	"outcome" text NOT NULL,
	"answer" text NOT NULL,
	"at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "reply_provider" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "reply_provider_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"name" text NOT NULL,
	"format" text NOT NULL,
	"authentication" text NOT NULL,
	"is_enabled" boolean DEFAULT true NOT NULL,
	"secret" text NOT NULL,
	"previous_secret" text,
	"previous_until" timestamp (3) with time zone,
	"last_reply_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "contact" ADD COLUMN "pin_hash" text;--> statement-breakpoint
ALTER TABLE "contact" ADD COLUMN "pin_failures" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "contact" ADD COLUMN "pin_locked_until" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "notice_code" ADD CONSTRAINT "notice_code_customer_id_customer_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customer"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notice_code" ADD CONSTRAINT "notice_code_contact_id_contact_id_fk" FOREIGN KEY ("contact_id") REFERENCES "public"."contact"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notice_reply" ADD CONSTRAINT "notice_reply_provider_id_reply_provider_id_fk" FOREIGN KEY ("provider_id") REFERENCES "public"."reply_provider"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notice_reply" ADD CONSTRAINT "notice_reply_customer_id_customer_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customer"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notice_reply" ADD CONSTRAINT "notice_reply_contact_id_contact_id_fk" FOREIGN KEY ("contact_id") REFERENCES "public"."contact"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "notice_code_key" ON "notice_code" USING btree ("phone","code");--> statement-breakpoint
CREATE INDEX "notice_code_contact_idx" ON "notice_code" USING btree ("contact_id");--> statement-breakpoint
CREATE INDEX "notice_code_customer_idx" ON "notice_code" USING btree ("customer_id");--> statement-breakpoint
CREATE INDEX "notice_code_expires_idx" ON "notice_code" USING btree ("expires_at");--> statement-breakpoint
CREATE UNIQUE INDEX "notice_reply_key" ON "notice_reply" USING btree ("provider_id","message_id");--> statement-breakpoint
CREATE INDEX "notice_reply_customer_idx" ON "notice_reply" USING btree ("customer_id","at");--> statement-breakpoint
CREATE INDEX "notice_reply_contact_idx" ON "notice_reply" USING btree ("contact_id");--> statement-breakpoint
CREATE INDEX "notice_reply_at_idx" ON "notice_reply" USING btree ("at");--> statement-breakpoint
CREATE UNIQUE INDEX "reply_provider_name_key" ON "reply_provider" USING btree ("name");