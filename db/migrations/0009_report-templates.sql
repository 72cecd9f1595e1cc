CREATE TABLE "report_template" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "report_template_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"customer_id" bigint NOT NULL,
	"name" text NOT NULL,
	"type" text NOT NULL,
	"carrier_ids" bigint[] NOT NULL,
	"scene_ids" bigint[] NOT NULL,
	"period" text NOT NULL,
	"sections" text[] NOT NULL,
	"locales" text[] NOT NULL,
	"signatures" text[] NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "report_template_type_values_check" CHECK ("report_template"."type" in ('record', 'excursions', 'passRate', 'calibration', 'lot')),
	CONSTRAINT "report_template_period_values_check" CHECK ("report_template"."period" in ('yesterday', 'lastWeek', 'thisWeek', 'lastMonth', 'thisMonth', 'lastQuarter', 'lastYear')),
	CONSTRAINT "report_template_sections_values_check" CHECK ("report_template"."sections" <@ array['statistics', 'passRate', 'charts', 'excursions', 'calibration', 'data', 'placements', 'verdict', 'decisions']::text[]),
	CONSTRAINT "report_template_signatures_values_check" CHECK ("report_template"."signatures" <@ array['made', 'reviewed', 'approved']::text[])
);
--> statement-breakpoint
ALTER TABLE "report" DROP CONSTRAINT "report_type_values_check";--> statement-breakpoint
ALTER TABLE "report" DROP CONSTRAINT "report_sections_values_check";--> statement-breakpoint
DROP INDEX "report_file_place_key";--> statement-breakpoint
ALTER TABLE "report" ADD COLUMN "lot_ids" bigint[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "report" ADD COLUMN "locales" text[];--> statement-breakpoint
UPDATE "report" SET "locales" = array["locale"];--> statement-breakpoint
ALTER TABLE "report" ALTER COLUMN "locales" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "report" ADD COLUMN "signatures" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "report" ADD COLUMN "template_id" bigint;--> statement-breakpoint
ALTER TABLE "report_file" ADD COLUMN "locale" text;--> statement-breakpoint
UPDATE "report_file" f SET "locale" = r."locale" FROM "report" r WHERE r."id" = f."report_id";--> statement-breakpoint
ALTER TABLE "report_file" ALTER COLUMN "locale" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "report_template" ADD CONSTRAINT "report_template_customer_id_customer_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customer"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "report_template_name_key" ON "report_template" USING btree ("customer_id",lower("name"));--> statement-breakpoint
ALTER TABLE "report" ADD CONSTRAINT "report_template_id_report_template_id_fk" FOREIGN KEY ("template_id") REFERENCES "public"."report_template"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "report_template_idx" ON "report" USING btree ("template_id");--> statement-breakpoint
CREATE UNIQUE INDEX "report_file_place_key" ON "report_file" USING btree ("report_id","version","signatures","locale");--> statement-breakpoint
ALTER TABLE "report" DROP COLUMN "locale";--> statement-breakpoint
ALTER TABLE "report" ADD CONSTRAINT "report_signatures_values_check" CHECK ("report"."signatures" <@ array['made', 'reviewed', 'approved']::text[]);--> statement-breakpoint
ALTER TABLE "report" ADD CONSTRAINT "report_type_values_check" CHECK ("report"."type" in ('record', 'excursions', 'passRate', 'calibration', 'lot'));--> statement-breakpoint
ALTER TABLE "report" ADD CONSTRAINT "report_sections_values_check" CHECK ("report"."sections" <@ array['statistics', 'passRate', 'charts', 'excursions', 'calibration', 'data', 'placements', 'verdict', 'decisions']::text[]);