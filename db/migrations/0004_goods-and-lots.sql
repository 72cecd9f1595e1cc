CREATE TABLE "lot" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "lot_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"customer_id" bigint NOT NULL,
	"product_id" bigint NOT NULL,
	"number" text NOT NULL,
	"expires_on" date,
	"quantity" double precision,
	"unit" text DEFAULT '' NOT NULL,
	"status" text DEFAULT 'active' NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "lot_status_values_check" CHECK ("lot"."status" in ('active', 'finished'))
);
--> statement-breakpoint
CREATE TABLE "lot_decision" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "lot_decision_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"customer_id" bigint NOT NULL,
	"lot_id" bigint NOT NULL,
	"decision" text NOT NULL,
	"reason" text NOT NULL,
	"target" text,
	"minutes" integer,
	"verdict" text NOT NULL,
	"content" jsonb NOT NULL,
	"user_id" bigint,
	"decided_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "lot_decision_decision_values_check" CHECK ("lot_decision"."decision" in ('release', 'discard', 'askMaker', 'addBack')),
	CONSTRAINT "lot_decision_verdict_values_check" CHECK ("lot_decision"."verdict" in ('usable', 'quarantine', 'notUsable'))
);
--> statement-breakpoint
CREATE TABLE "lot_placement" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "lot_placement_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"customer_id" bigint NOT NULL,
	"lot_id" bigint NOT NULL,
	"carrier_id" bigint NOT NULL,
	"placed_at" timestamp (3) with time zone NOT NULL,
	"removed_at" timestamp (3) with time zone,
	"how" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "lot_placement_how_values_check" CHECK ("lot_placement"."how" in ('hand', 'scan', 'import', 'transport'))
);
--> statement-breakpoint
CREATE TABLE "product" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "product_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"customer_id" bigint NOT NULL,
	"name" text NOT NULL,
	"code" text NOT NULL,
	"minimum" double precision,
	"maximum" double precision,
	"is_freeze_sensitive" boolean DEFAULT false NOT NULL,
	"freeze_limit" double precision,
	"allowances" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"bands" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"kinetic_class" text DEFAULT 'none' NOT NULL,
	"kinetic_limit" double precision,
	"unobserved_minutes" integer DEFAULT 60 NOT NULL,
	"source" text DEFAULT '' NOT NULL,
	"preset_key" text,
	"is_enabled" boolean DEFAULT true NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "product_kinetic_class_values_check" CHECK ("product"."kinetic_class" in ('none', 'crt', 'cct'))
);
--> statement-breakpoint
ALTER TABLE "lot" ADD CONSTRAINT "lot_customer_id_customer_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customer"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lot" ADD CONSTRAINT "lot_product_id_product_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."product"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lot_decision" ADD CONSTRAINT "lot_decision_customer_id_customer_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customer"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lot_decision" ADD CONSTRAINT "lot_decision_lot_id_lot_id_fk" FOREIGN KEY ("lot_id") REFERENCES "public"."lot"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lot_decision" ADD CONSTRAINT "lot_decision_user_id_user_account_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user_account"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lot_placement" ADD CONSTRAINT "lot_placement_customer_id_customer_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customer"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lot_placement" ADD CONSTRAINT "lot_placement_lot_id_lot_id_fk" FOREIGN KEY ("lot_id") REFERENCES "public"."lot"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lot_placement" ADD CONSTRAINT "lot_placement_carrier_id_carrier_id_fk" FOREIGN KEY ("carrier_id") REFERENCES "public"."carrier"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "product" ADD CONSTRAINT "product_customer_id_customer_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customer"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "lot_number_key" ON "lot" USING btree ("product_id",lower("number"));--> statement-breakpoint
CREATE INDEX "lot_customer_idx" ON "lot" USING btree ("customer_id","expires_on");--> statement-breakpoint
CREATE INDEX "lot_decision_lot_idx" ON "lot_decision" USING btree ("lot_id","decided_at");--> statement-breakpoint
CREATE INDEX "lot_placement_lot_idx" ON "lot_placement" USING btree ("lot_id","placed_at");--> statement-breakpoint
CREATE INDEX "lot_placement_carrier_idx" ON "lot_placement" USING btree ("carrier_id","placed_at");--> statement-breakpoint
CREATE UNIQUE INDEX "product_code_key" ON "product" USING btree ("customer_id",lower("code"));--> statement-breakpoint
-- A lot is in one carrier at a time: its exposure would count twice.
ALTER TABLE "lot_placement" ADD CONSTRAINT "lot_placement_period_excl"
  EXCLUDE USING gist ("lot_id" WITH =, tstzrange("placed_at", "removed_at") WITH &&);
