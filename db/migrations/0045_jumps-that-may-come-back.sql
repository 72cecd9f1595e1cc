ALTER TABLE "invalid_reading" ADD COLUMN "is_provisional" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX "invalid_reading_jump_idx" ON "invalid_reading" USING btree ("probe_id","at") WHERE "invalid_reading"."kind" = 'jump' and "invalid_reading"."restored_at" is null;--> statement-breakpoint
-- The newest reading of a probe that is held as a jump and lies behind its newest valid one: the one definition of "unconfirmed".
CREATE FUNCTION unconfirmed_jump(probe bigint, after timestamptz)
RETURNS TABLE (at timestamptz, value double precision, marked_at timestamptz) LANGUAGE sql STABLE PARALLEL SAFE AS $$
  select i.at, i.value, i.marked_at from invalid_reading i
   where i.probe_id = probe and i.at > after and i.kind = 'jump' and i.restored_at is null
   order by i.at desc limit 1
$$;
