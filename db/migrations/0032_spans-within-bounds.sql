CREATE TABLE "manual_invalidation" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "manual_invalidation_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"probe_id" bigint NOT NULL,
	"action" text NOT NULL,
	"from_at" timestamp (3) with time zone NOT NULL,
	"to_at" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "manual_invalidation_span_check" CHECK ("manual_invalidation"."from_at" <= "manual_invalidation"."to_at" and "manual_invalidation"."from_at" >= '1970-01-01T00:00:00Z' and "manual_invalidation"."to_at" <= '2100-01-01T00:00:00Z')
);
--> statement-breakpoint
ALTER TABLE "manual_invalidation" ADD CONSTRAINT "manual_invalidation_probe_id_probe_id_fk" FOREIGN KEY ("probe_id") REFERENCES "public"."probe"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "manual_invalidation_probe_idx" ON "manual_invalidation" USING btree ("probe_id","from_at");--> statement-breakpoint
-- What the history showed of these spans it read from the trail, where any text could stand; years beyond the bounds go to them.
INSERT INTO "manual_invalidation" ("probe_id", "action", "from_at", "to_at", "created_at")
SELECT p.id, CASE a.operation WHEN 'invalidReading.mark' THEN 'marked' ELSE 'restored' END, s.from_at, s.to_at, a.at
  FROM "audit" a
  JOIN "probe" p ON p.id::text = a.entity_id
 CROSS JOIN LATERAL (
   SELECT min(bound) FILTER (WHERE name = 'from') AS from_at, min(bound) FILTER (WHERE name = 'to') AS to_at
     FROM (SELECT name, CASE WHEN a.new_values ->> name ~ '^(19[7-9]|20[0-9])[0-9]-[0-9]{2}-[0-9]{2}T[0-9:.]+Z$' THEN (a.new_values ->> name)::timestamptz
                             WHEN a.new_values ->> name ~ '^([+]|[3-9]|2[1-9])' THEN '2100-01-01T00:00:00Z'::timestamptz
                             ELSE '1970-01-01T00:00:00Z'::timestamptz END AS bound
             FROM unnest(ARRAY['from', 'to']) AS name) bounds) s
 WHERE a.entity = 'probe' AND a.operation IN ('invalidReading.mark', 'invalidReading.restore') AND s.from_at <= s.to_at
 ORDER BY a.at, a.id;
--> statement-breakpoint
UPDATE "carrier" SET "alarm_paused_until" = least(greatest("alarm_paused_until", '1970-01-01T00:00:00Z'), '2100-01-01T00:00:00Z') WHERE "alarm_paused_until" < '1970-01-01T00:00:00Z' OR "alarm_paused_until" > '2100-01-01T00:00:00Z';--> statement-breakpoint
UPDATE "alarm_switch_log" SET "paused_until" = least(greatest("paused_until", '1970-01-01T00:00:00Z'), '2100-01-01T00:00:00Z') WHERE "paused_until" < '1970-01-01T00:00:00Z' OR "paused_until" > '2100-01-01T00:00:00Z';--> statement-breakpoint
UPDATE "api_key" SET "expires_at" = least(greatest("expires_at", '1970-01-01T00:00:00Z'), '2100-01-01T00:00:00Z') WHERE "expires_at" < '1970-01-01T00:00:00Z' OR "expires_at" > '2100-01-01T00:00:00Z';--> statement-breakpoint
UPDATE "mounting" SET "mounted_at" = least(greatest("mounted_at", '1970-01-01T00:00:00Z'), '2100-01-01T00:00:00Z') WHERE "mounted_at" < '1970-01-01T00:00:00Z' OR "mounted_at" > '2100-01-01T00:00:00Z';--> statement-breakpoint
UPDATE "mounting" SET "unmounted_at" = least(greatest("unmounted_at", '1970-01-01T00:00:00Z'), '2100-01-01T00:00:00Z') WHERE "unmounted_at" < '1970-01-01T00:00:00Z' OR "unmounted_at" > '2100-01-01T00:00:00Z';--> statement-breakpoint
UPDATE "device_binding" SET "bound_at" = least(greatest("bound_at", '1970-01-01T00:00:00Z'), '2100-01-01T00:00:00Z') WHERE "bound_at" < '1970-01-01T00:00:00Z' OR "bound_at" > '2100-01-01T00:00:00Z';--> statement-breakpoint
UPDATE "device_binding" SET "unbound_at" = least(greatest("unbound_at", '1970-01-01T00:00:00Z'), '2100-01-01T00:00:00Z') WHERE "unbound_at" < '1970-01-01T00:00:00Z' OR "unbound_at" > '2100-01-01T00:00:00Z';--> statement-breakpoint
UPDATE "alarm_silence" SET "starts_at" = least(greatest("starts_at", '1970-01-01T00:00:00Z'), '2099-12-31T23:59:59Z'),
       "ends_at" = least(greatest("ends_at", '1970-01-01T00:00:01Z'), '2100-01-01T00:00:00Z')
 WHERE "starts_at" < '1970-01-01T00:00:00Z' OR "ends_at" > '2100-01-01T00:00:00Z';
