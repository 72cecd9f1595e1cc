CREATE TABLE "guidance_text" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "guidance_text_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"type" text NOT NULL,
	"locale" text NOT NULL,
	"text" text NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "guidance_text_type_values_check" CHECK ("guidance_text"."type" in ('sensor-connect', 'gateway-connect', 'display-connect', 'relay-connect', 'sensor-temperature', 'sensor-humidity', 'gateway-blackout', 'retained', 'gas', 'door', 'power', 'geofence', 'device'))
);
--> statement-breakpoint
CREATE TABLE "statistics_definition" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "statistics_definition_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"customer_id" bigint NOT NULL,
	"user_id" bigint,
	"name" text NOT NULL,
	"selection" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "reading_day" (
	"probe_id" bigint NOT NULL,
	"day" timestamp (3) with time zone NOT NULL,
	"count" integer NOT NULL,
	"sum" double precision NOT NULL,
	"minimum" double precision NOT NULL,
	"maximum" double precision NOT NULL,
	"squares" double precision NOT NULL,
	"low" double precision NOT NULL,
	"high" double precision NOT NULL,
	"held_area" double precision NOT NULL,
	"held_arrhenius_area" double precision,
	"longest_ms" double precision NOT NULL,
	CONSTRAINT "reading_day_probe_id_day_pk" PRIMARY KEY("probe_id","day") INCLUDE ("count","sum","minimum","maximum","squares","low","high","held_area","held_arrhenius_area","longest_ms")
);
--> statement-breakpoint
ALTER TABLE "statistics_definition" ADD CONSTRAINT "statistics_definition_customer_id_customer_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customer"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "statistics_definition" ADD CONSTRAINT "statistics_definition_user_id_user_account_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user_account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reading_day" ADD CONSTRAINT "reading_day_probe_id_probe_id_fk" FOREIGN KEY ("probe_id") REFERENCES "public"."probe"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "guidance_text_key" ON "guidance_text" USING btree ("type","locale");--> statement-breakpoint
CREATE UNIQUE INDEX "statistics_definition_name_key" ON "statistics_definition" USING btree ("customer_id",coalesce("user_id", 0),lower("name"));--> statement-breakpoint
CREATE INDEX "statistics_definition_user_idx" ON "statistics_definition" USING btree ("user_id") WHERE "statistics_definition"."user_id" is not null;--> statement-breakpoint
-- An index alone answers only for pages that were vacuumed: by amount, not by a share of all that was ever stored.
ALTER TABLE "reading_day" SET (
  autovacuum_vacuum_scale_factor = 0.01,
  autovacuum_vacuum_threshold = 5000,
  autovacuum_vacuum_insert_scale_factor = 0.01,
  autovacuum_vacuum_insert_threshold = 5000
);
--> statement-breakpoint
-- The days whose hours have their sums already; the worker adds a day with its last hour.
INSERT INTO "reading_day" ("probe_id", "day", "count", "sum", "minimum", "maximum", "squares", "low", "high", "held_area", "held_arrhenius_area", "longest_ms")
SELECT h.probe_id, date_trunc('day', h.hour, 'UTC'), sum(h.count), sum(h.sum), min(h.minimum), max(h.maximum),
       greatest(0, sum(h.squares + h.sum * h.sum / h.count) - sum(h.sum) * sum(h.sum) / sum(h.count)),
       min(least(h.minimum, h.entry)), max(greatest(h.maximum, h.entry)), sum(h.held_area), sum(h.held_arrhenius_area), max(h.longest_ms)
  FROM "reading_hour" h WHERE exists (select from "probe" p where p.id = h.probe_id)
 GROUP BY 1, 2 HAVING count(*) = 24 AND count(h.longest_ms) = 24 AND max(h.longest_ms) < 'infinity';
