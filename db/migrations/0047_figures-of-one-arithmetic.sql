ALTER TABLE "exception" ADD COLUMN "observed_seconds" double precision;--> statement-breakpoint
ALTER TABLE "exception" ADD COLUMN "figures_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "exception" ADD COLUMN "figures_due_at" timestamp (3) with time zone DEFAULT now();--> statement-breakpoint
-- The figures that the alarm engine stored stay until the worker has worked them out, and where their readings are gone.
UPDATE "exception" SET "figures_at" = coalesce("ended_at", "withdrawn_at", "raised_at") WHERE "mean" IS NOT NULL;--> statement-breakpoint
CREATE INDEX "exception_figures_due_idx" ON "exception" USING btree ("figures_due_at") WHERE "exception"."figures_due_at" is not null;--> statement-breakpoint
CREATE INDEX "exception_figures_idx" ON "exception" USING btree ("probe_id","ended_at") WHERE "exception"."figures_due_at" is null;--> statement-breakpoint
-- Whatever ends, moves or limits an exception changes its figures; those of an open one are worked out daily.
CREATE FUNCTION note_figures() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
	NEW.figures_due_at := now();
	RETURN NEW;
END $$;--> statement-breakpoint
CREATE TRIGGER "exception_figures_due" BEFORE UPDATE ON "exception" FOR EACH ROW
	WHEN ((old.started_at, old.ended_at, old.withdrawn_at, old.minimum, old.maximum, old.side) IS DISTINCT FROM (new.started_at, new.ended_at, new.withdrawn_at, new.minimum, new.maximum, new.side)
	   OR (new.ended_at IS NOT NULL AND old.sample_count <> new.sample_count))
	EXECUTE FUNCTION note_figures();--> statement-breakpoint
-- What `held_arrhenius_area` weighs by time was added up by readings as well, and read by nothing.
ALTER TABLE "reading_hour" DROP CONSTRAINT "reading_hour_probe_id_hour_pk";--> statement-breakpoint
DROP FUNCTION hours_between(bigint, timestamptz, timestamptz);--> statement-breakpoint
ALTER TABLE "reading_hour" DROP COLUMN "arrhenius_sum";--> statement-breakpoint
ALTER TABLE "reading_hour" ADD CONSTRAINT "reading_hour_probe_id_hour_pk" PRIMARY KEY ("probe_id","hour") INCLUDE ("count","sum","minimum","maximum","squares","entry","held_area","held_arrhenius_area","longest_ms");--> statement-breakpoint
CREATE FUNCTION hours_between(probe bigint, since timestamptz, until timestamptz)
RETURNS TABLE (hour timestamptz, count integer, sum double precision, minimum double precision, maximum double precision)
LANGUAGE sql STABLE PARALLEL SAFE AS $$
  select h.hour, h.count, h.sum, h.minimum, h.maximum
    from reading_hour h where h.probe_id = probe and h.hour >= since and h.hour < until
$$;
