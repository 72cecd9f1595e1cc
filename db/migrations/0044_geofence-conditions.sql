DROP INDEX "exception_one_open_key";--> statement-breakpoint
ALTER TABLE "alarm_condition" ALTER COLUMN "measure" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "alarm_condition" ADD COLUMN "crossing" text;--> statement-breakpoint
ALTER TABLE "alarm_condition" ADD COLUMN "geofence_id" bigint;--> statement-breakpoint
ALTER TABLE "alarm_condition" ADD CONSTRAINT "alarm_condition_geofence_id_geofence_id_fk" FOREIGN KEY ("geofence_id") REFERENCES "public"."geofence"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "alarm_condition_geofence_idx" ON "alarm_condition" USING btree ("geofence_id") WHERE "alarm_condition"."geofence_id" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "exception_one_open_crossing_key" ON "exception" USING btree ("carrier_id","condition_id") WHERE "exception"."ended_at" is null and "exception"."withdrawn_at" is null and "exception"."kind" = 'geofence';--> statement-breakpoint
CREATE UNIQUE INDEX "exception_one_open_key" ON "exception" USING btree ("device_id",coalesce("probe_id", 0),coalesce("condition_id", 0),"kind") WHERE "exception"."ended_at" is null and "exception"."withdrawn_at" is null and "exception"."kind" <> 'geofence';--> statement-breakpoint
ALTER TABLE "alarm_condition" ADD CONSTRAINT "alarm_condition_geofence_check" CHECK (case when "alarm_condition"."kind" = 'geofence' then "alarm_condition"."measure" is null and coalesce("alarm_condition"."crossing" in ('enter', 'exit'), false)
        else "alarm_condition"."measure" is not null and num_nonnulls("alarm_condition"."crossing", "alarm_condition"."geofence_id") = 0 end);