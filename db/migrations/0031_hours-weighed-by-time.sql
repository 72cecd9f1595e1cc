ALTER TABLE "reading_hour" ADD COLUMN "squares" double precision;--> statement-breakpoint
ALTER TABLE "reading_hour" ADD COLUMN "entry" double precision;--> statement-breakpoint
ALTER TABLE "reading_hour" ADD COLUMN "held_area" double precision;--> statement-breakpoint
ALTER TABLE "reading_hour" ADD COLUMN "held_arrhenius_area" double precision;--> statement-breakpoint
ALTER TABLE "reading_hour" ADD COLUMN "longest_ms" double precision;--> statement-breakpoint
CREATE INDEX "reading_hour_unsummed_idx" ON "reading_hour" USING btree ("hour","probe_id") WHERE "reading_hour"."longest_ms" is null;--> statement-breakpoint
-- The key answers alone (0017): what a range adds up to is read from it without touching the table.
ALTER TABLE "reading_hour" DROP CONSTRAINT "reading_hour_probe_id_hour_pk";--> statement-breakpoint
ALTER TABLE "reading_hour" ADD CONSTRAINT "reading_hour_probe_id_hour_pk" PRIMARY KEY ("probe_id","hour") INCLUDE ("count","sum","minimum","maximum","arrhenius_sum","squares","entry","held_area","held_arrhenius_area","longest_ms");--> statement-breakpoint
CREATE FUNCTION held_hours_between(probe bigint, since timestamptz, until timestamptz)
RETURNS TABLE (hour timestamptz, count integer, sum double precision, minimum double precision, maximum double precision, squares double precision, entry double precision, held_area double precision, held_arrhenius_area double precision, longest_ms double precision)
LANGUAGE sql STABLE PARALLEL SAFE AS $$
  select h.hour, h.count, h.sum, h.minimum, h.maximum, h.squares, h.entry, h.held_area, h.held_arrhenius_area, h.longest_ms
    from reading_hour h where h.probe_id = probe and h.hour >= since and h.hour < until
$$;
