-- A roll-up's key carries what history reads, like that of the readings: a probe's hours lie together, not on as many pages.
ALTER TABLE "reading_hour" DROP CONSTRAINT "reading_hour_probe_id_hour_pk";--> statement-breakpoint
ALTER TABLE "reading_hour" ADD CONSTRAINT "reading_hour_probe_id_hour_pk" PRIMARY KEY ("probe_id","hour") INCLUDE ("count","sum","minimum","maximum","arrhenius_sum");--> statement-breakpoint
-- Rows that nearly every batch writes get room for their next version beside them: no index is written then.
ALTER TABLE "probe_state" SET (fillfactor = 50);--> statement-breakpoint
ALTER TABLE "monitoring_state" SET (fillfactor = 50);--> statement-breakpoint
ALTER TABLE "device" SET (fillfactor = 50);--> statement-breakpoint
-- An index alone answers only for pages that were vacuumed: by amount, not by a share of all that was ever stored.
ALTER TABLE "reading_hour" SET (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_threshold = 20000, autovacuum_vacuum_insert_scale_factor = 0.01, autovacuum_vacuum_insert_threshold = 20000);--> statement-breakpoint
DO $$
DECLARE part regclass;
BEGIN
	FOR part IN SELECT inhrelid::regclass FROM pg_inherits WHERE inhparent IN ('reading'::regclass, 'position'::regclass) LOOP
		EXECUTE format('ALTER TABLE %s SET (autovacuum_vacuum_insert_scale_factor = 0.01, autovacuum_vacuum_insert_threshold = 100000)', part);
	END LOOP;
END $$;
