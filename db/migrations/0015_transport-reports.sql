ALTER TABLE "notice" DROP CONSTRAINT "notice_type_values_check";--> statement-breakpoint
ALTER TABLE "report" DROP CONSTRAINT "report_type_values_check";--> statement-breakpoint
ALTER TABLE "report" DROP CONSTRAINT "report_sections_values_check";--> statement-breakpoint
ALTER TABLE "report_template" DROP CONSTRAINT "report_template_type_values_check";--> statement-breakpoint
ALTER TABLE "report_template" DROP CONSTRAINT "report_template_sections_values_check";--> statement-breakpoint
ALTER TABLE "report" ADD COLUMN "transport_id" bigint;--> statement-breakpoint
ALTER TABLE "transport" ADD COLUMN "consignor_email" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "transport" ADD COLUMN "created_by" bigint;--> statement-breakpoint
ALTER TABLE "report" ADD CONSTRAINT "report_transport_id_transport_id_fk" FOREIGN KEY ("transport_id") REFERENCES "public"."transport"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "transport" ADD CONSTRAINT "transport_created_by_user_account_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."user_account"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "report_transport_idx" ON "report" USING btree ("transport_id");--> statement-breakpoint
CREATE INDEX "transport_created_by_idx" ON "transport" USING btree ("created_by");--> statement-breakpoint
ALTER TABLE "notice" ADD CONSTRAINT "notice_type_values_check" CHECK ("notice"."type" in ('alarm', 'captcha', 'digest', 'acknowledged', 'reply', 'test', 'channel', 'handover'));--> statement-breakpoint
ALTER TABLE "report" ADD CONSTRAINT "report_type_values_check" CHECK ("report"."type" in ('record', 'excursions', 'passRate', 'calibration', 'lot', 'transport'));--> statement-breakpoint
ALTER TABLE "report" ADD CONSTRAINT "report_sections_values_check" CHECK ("report"."sections" <@ array['statistics', 'passRate', 'charts', 'excursions', 'calibration', 'data', 'placements', 'verdict', 'decisions', 'journey', 'crossings', 'handover']::text[]);--> statement-breakpoint
ALTER TABLE "report_template" ADD CONSTRAINT "report_template_type_values_check" CHECK ("report_template"."type" in ('record', 'excursions', 'passRate', 'calibration', 'lot', 'transport'));--> statement-breakpoint
ALTER TABLE "report_template" ADD CONSTRAINT "report_template_sections_values_check" CHECK ("report_template"."sections" <@ array['statistics', 'passRate', 'charts', 'excursions', 'calibration', 'data', 'placements', 'verdict', 'decisions', 'journey', 'crossings', 'handover']::text[]);