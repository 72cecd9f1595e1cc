CREATE TABLE "share_code" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "share_code_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"customer_id" bigint NOT NULL,
	"kind" text NOT NULL,
	"code_hash" text NOT NULL,
	"sealed_code" text NOT NULL,
	"name" text NOT NULL,
	"carrier_id" bigint,
	"device_id" bigint,
	"scene_id" bigint,
	"subject" text NOT NULL,
	"from_at" timestamp (3) with time zone,
	"to_at" timestamp (3) with time zone,
	"fields" text[] NOT NULL,
	"pin_hash" text,
	"expires_at" timestamp (3) with time zone,
	"use_limit" integer,
	"use_count" integer DEFAULT 0 NOT NULL,
	"data_sha256" text,
	"created_by" bigint,
	"author" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"revoked_at" timestamp (3) with time zone,
	CONSTRAINT "share_code_kind_values_check" CHECK ("share_code"."kind" in ('page', 'live', 'kiosk')),
	CONSTRAINT "share_code_fields_values_check" CHECK ("share_code"."fields" <@ array['owner', 'place', 'device', 'value', 'range', 'position', 'chart', 'table', 'figures', 'excursions', 'calibration', 'proof']::text[]),
	CONSTRAINT "share_code_uses_check" CHECK ("share_code"."use_count" >= 0 and ("share_code"."use_limit" is null or "share_code"."use_count" <= "share_code"."use_limit"))
);
--> statement-breakpoint
CREATE TABLE "share_opening" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"share_code_id" bigint NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"outcome" text NOT NULL,
	"address" text NOT NULL,
	"user_agent" text NOT NULL,
	"locale" text NOT NULL,
	CONSTRAINT "share_opening_outcome_values_check" CHECK ("share_opening"."outcome" in ('opened', 'wrongPin'))
);
--> statement-breakpoint
ALTER TABLE "share_code" ADD CONSTRAINT "share_code_customer_id_customer_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customer"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "share_code" ADD CONSTRAINT "share_code_carrier_id_carrier_id_fk" FOREIGN KEY ("carrier_id") REFERENCES "public"."carrier"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "share_code" ADD CONSTRAINT "share_code_device_id_device_id_fk" FOREIGN KEY ("device_id") REFERENCES "public"."device"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "share_code" ADD CONSTRAINT "share_code_scene_id_scene_id_fk" FOREIGN KEY ("scene_id") REFERENCES "public"."scene"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "share_code" ADD CONSTRAINT "share_code_created_by_user_account_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."user_account"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "share_opening" ADD CONSTRAINT "share_opening_share_code_id_share_code_id_fk" FOREIGN KEY ("share_code_id") REFERENCES "public"."share_code"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "share_code_hash_key" ON "share_code" USING btree ("code_hash");--> statement-breakpoint
CREATE INDEX "share_code_customer_idx" ON "share_code" USING btree ("customer_id","created_at");--> statement-breakpoint
CREATE INDEX "share_code_carrier_idx" ON "share_code" USING btree ("carrier_id");--> statement-breakpoint
CREATE INDEX "share_code_device_idx" ON "share_code" USING btree ("device_id");--> statement-breakpoint
CREATE INDEX "share_code_scene_idx" ON "share_code" USING btree ("scene_id");--> statement-breakpoint
CREATE INDEX "share_opening_code_idx" ON "share_opening" USING btree ("share_code_id","at");