CREATE TABLE "forward_batch" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "forward_batch_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"customer_id" bigint NOT NULL,
	"position" bigint,
	"kind" text NOT NULL,
	"size" integer NOT NULL,
	"first_at" timestamp (3) with time zone NOT NULL,
	"content" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "forward_event" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "forward_event_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"target_id" bigint NOT NULL,
	"kind" text NOT NULL,
	"error_code" text,
	"detail" text DEFAULT '' NOT NULL,
	"at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "forward_head" (
	"id" integer PRIMARY KEY NOT NULL,
	"position" bigint DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "forward_hour" (
	"target_id" bigint NOT NULL,
	"hour" timestamp (3) with time zone NOT NULL,
	"messages" bigint DEFAULT 0 NOT NULL,
	"readings" bigint DEFAULT 0 NOT NULL,
	"exceptions" bigint DEFAULT 0 NOT NULL,
	"bytes" bigint DEFAULT 0 NOT NULL,
	"failures" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "forward_hour_target_id_hour_pk" PRIMARY KEY("target_id","hour")
);
--> statement-breakpoint
CREATE TABLE "forward_state" (
	"target_id" bigint PRIMARY KEY NOT NULL,
	"cursor" bigint DEFAULT 0 NOT NULL,
	"sending_to" bigint,
	"sent_parts" integer DEFAULT 0 NOT NULL,
	"replay_from" timestamp (3) with time zone,
	"replay_until" timestamp (3) with time zone,
	"replay_cursor" timestamp (3) with time zone,
	"replay_to" timestamp (3) with time zone,
	"replay_parts" integer DEFAULT 0 NOT NULL,
	"lease_owner" text,
	"lease_until" timestamp (3) with time zone,
	"next_try_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"failures" integer DEFAULT 0 NOT NULL,
	"connected_at" timestamp (3) with time zone,
	"last_success_at" timestamp (3) with time zone,
	"error_code" text,
	"error_detail" text,
	"error_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "forward_target" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "forward_target_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"customer_id" bigint NOT NULL,
	"name" text NOT NULL,
	"type" text NOT NULL,
	"host" text NOT NULL,
	"port" integer NOT NULL,
	"is_tls" boolean DEFAULT false NOT NULL,
	"path" text DEFAULT '' NOT NULL,
	"client_id" text DEFAULT '' NOT NULL,
	"username" text DEFAULT '' NOT NULL,
	"sealed_password" text,
	"password_set_at" timestamp (3) with time zone,
	"qos" integer DEFAULT 1 NOT NULL,
	"timeout_seconds" integer DEFAULT 10 NOT NULL,
	"heartbeat_seconds" integer DEFAULT 30 NOT NULL,
	"subscribe_topic" text DEFAULT '' NOT NULL,
	"publish_topic" text DEFAULT '' NOT NULL,
	"platform_code" text DEFAULT '' NOT NULL,
	"platform_name" text DEFAULT '' NOT NULL,
	"vendor_code" text DEFAULT '' NOT NULL,
	"app_id" text DEFAULT '' NOT NULL,
	"sealed_app_key" text,
	"app_key_hash" text,
	"app_key_set_at" timestamp (3) with time zone,
	"sends_readings" boolean DEFAULT true NOT NULL,
	"sends_exceptions" boolean DEFAULT true NOT NULL,
	"may_reach_private" boolean DEFAULT false NOT NULL,
	"is_enabled" boolean DEFAULT true NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"changed_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "forward_batch" ADD CONSTRAINT "forward_batch_customer_id_customer_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customer"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "forward_event" ADD CONSTRAINT "forward_event_target_id_forward_target_id_fk" FOREIGN KEY ("target_id") REFERENCES "public"."forward_target"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "forward_hour" ADD CONSTRAINT "forward_hour_target_id_forward_target_id_fk" FOREIGN KEY ("target_id") REFERENCES "public"."forward_target"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "forward_state" ADD CONSTRAINT "forward_state_target_id_forward_target_id_fk" FOREIGN KEY ("target_id") REFERENCES "public"."forward_target"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "forward_target" ADD CONSTRAINT "forward_target_customer_id_customer_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customer"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "forward_batch_position_idx" ON "forward_batch" USING btree ("customer_id","kind","position");--> statement-breakpoint
CREATE INDEX "forward_batch_new_idx" ON "forward_batch" USING btree ("id") WHERE "forward_batch"."position" is null;--> statement-breakpoint
CREATE INDEX "forward_event_target_idx" ON "forward_event" USING btree ("target_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "forward_target_name_key" ON "forward_target" USING btree ("customer_id",lower("name"));--> statement-breakpoint
CREATE UNIQUE INDEX "forward_target_port_key" ON "forward_target" USING btree ("customer_id",lower("host"),"port");--> statement-breakpoint
CREATE UNIQUE INDEX "forward_target_platform_code_key" ON "forward_target" USING btree ("customer_id",lower("platform_code")) WHERE "forward_target"."platform_code" <> '';--> statement-breakpoint
CREATE UNIQUE INDEX "forward_target_platform_name_key" ON "forward_target" USING btree ("customer_id",lower("platform_name")) WHERE "forward_target"."platform_name" <> '';--> statement-breakpoint
CREATE UNIQUE INDEX "forward_target_app_key_key" ON "forward_target" USING btree ("customer_id","app_key_hash");--> statement-breakpoint
INSERT INTO "forward_head" ("id", "position") VALUES (1, 0);
--> statement-breakpoint
-- Exceptions change in many places, statistics of running ones with every reading: the table itself knows what is news.
CREATE FUNCTION forward_exception() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO forward_batch (customer_id, kind, size, first_at, content)
  SELECT NEW.customer_id, 'exceptions', 1, NEW.started_at, jsonb_build_object(
           'change', CASE WHEN TG_OP = 'INSERT' THEN CASE WHEN NEW.ended_at IS NULL THEN 'opened' ELSE 'closed' END
                          WHEN NEW.withdrawn_at IS DISTINCT FROM OLD.withdrawn_at THEN 'withdrawn'
                          WHEN NEW.ended_at IS DISTINCT FROM OLD.ended_at AND NEW.ended_at IS NOT NULL THEN 'closed'
                          WHEN NEW.ended_at IS DISTINCT FROM OLD.ended_at THEN 'opened'
                          WHEN NEW.acknowledged_at IS DISTINCT FROM OLD.acknowledged_at THEN 'acknowledged'
                          ELSE 'updated' END,
           'exception', to_jsonb(NEW) - ARRAY['statistics', 'context', 'acknowledged_by', 'handled_by'])
   WHERE EXISTS (SELECT FROM forward_target t
                  WHERE t.customer_id = NEW.customer_id AND t.is_enabled AND t.sends_exceptions);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER forward_exception_new AFTER INSERT ON "exception"
  FOR EACH ROW WHEN (NEW.withdrawn_at IS NULL) EXECUTE FUNCTION forward_exception();
--> statement-breakpoint
CREATE TRIGGER forward_exception_changed AFTER UPDATE ON "exception"
  FOR EACH ROW WHEN ((OLD.started_at, OLD.ended_at, OLD.withdrawn_at, OLD.acknowledged_at, OLD.status, OLD.is_closed, OLD.severity)
    IS DISTINCT FROM (NEW.started_at, NEW.ended_at, NEW.withdrawn_at, NEW.acknowledged_at, NEW.status, NEW.is_closed, NEW.severity))
  EXECUTE FUNCTION forward_exception();
