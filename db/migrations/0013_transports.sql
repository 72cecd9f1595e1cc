CREATE TABLE "transport" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "transport_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"customer_id" bigint NOT NULL,
	"number" text NOT NULL,
	"reference" text,
	"state" text DEFAULT 'planned' NOT NULL,
	"how" text NOT NULL,
	"consignor" text DEFAULT '' NOT NULL,
	"consignee" text DEFAULT '' NOT NULL,
	"consignee_contact" text DEFAULT '' NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	"carrier_id" bigint NOT NULL,
	"precooling_minutes" integer NOT NULL,
	"precooling" jsonb,
	"loaded_at" timestamp (3) with time zone,
	"closed_at" timestamp (3) with time zone,
	"cancel_reason" text DEFAULT '' NOT NULL,
	"code_id" uuid DEFAULT gen_random_uuid() NOT NULL,
	"followed_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "transport_state_values_check" CHECK ("transport"."state" in ('planned', 'loading', 'underway', 'arrived', 'delivered', 'refused', 'cancelled')),
	CONSTRAINT "transport_how_values_check" CHECK ("transport"."how" in ('hand', 'import', 'call', 'geofence'))
);
--> statement-breakpoint
CREATE TABLE "transport_handover" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "transport_handover_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"customer_id" bigint NOT NULL,
	"transport_id" bigint NOT NULL,
	"answer" text NOT NULL,
	"remark" text NOT NULL,
	"receiver_name" text NOT NULL,
	"answered_at" timestamp (3) with time zone NOT NULL,
	"received_at" timestamp (3) with time zone NOT NULL,
	"client_key" uuid NOT NULL,
	"drawing" jsonb NOT NULL,
	"photos" jsonb NOT NULL,
	"content" jsonb NOT NULL,
	"is_clock_right" boolean NOT NULL,
	CONSTRAINT "transport_handover_key" UNIQUE("transport_id","client_key"),
	CONSTRAINT "transport_handover_answer_values_check" CHECK ("transport_handover"."answer" in ('accepted', 'acceptedWithRemark', 'refused'))
);
--> statement-breakpoint
CREATE TABLE "transport_lot" (
	"transport_id" bigint NOT NULL,
	"lot_id" bigint NOT NULL,
	CONSTRAINT "transport_lot_transport_id_lot_id_pk" PRIMARY KEY("transport_id","lot_id")
);
--> statement-breakpoint
CREATE TABLE "transport_stop" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "transport_stop_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"transport_id" bigint NOT NULL,
	"place" integer NOT NULL,
	"name" text NOT NULL,
	"geofence_id" bigint,
	"longitude" double precision,
	"latitude" double precision,
	"planned_arrive_at" timestamp (3) with time zone,
	"planned_depart_at" timestamp (3) with time zone,
	"arrived_at" timestamp (3) with time zone,
	"departed_at" timestamp (3) with time zone,
	"carrier_id" bigint,
	CONSTRAINT "transport_stop_key" UNIQUE("transport_id","place")
);
--> statement-breakpoint
ALTER TABLE "signature" DROP CONSTRAINT "signature_record_kind_values_check";--> statement-breakpoint
ALTER TABLE "signature" DROP CONSTRAINT "signature_meaning_values_check";--> statement-breakpoint
ALTER TABLE "stored_file" DROP CONSTRAINT "stored_file_kind_values_check";--> statement-breakpoint
ALTER TABLE "signature" ALTER COLUMN "user_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "signature" ALTER COLUMN "session_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "geofence" ADD COLUMN "starts_transport" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "transport" ADD CONSTRAINT "transport_customer_id_customer_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customer"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "transport" ADD CONSTRAINT "transport_carrier_id_carrier_id_fk" FOREIGN KEY ("carrier_id") REFERENCES "public"."carrier"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "transport_handover" ADD CONSTRAINT "transport_handover_customer_id_customer_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customer"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "transport_handover" ADD CONSTRAINT "transport_handover_transport_id_transport_id_fk" FOREIGN KEY ("transport_id") REFERENCES "public"."transport"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "transport_lot" ADD CONSTRAINT "transport_lot_transport_id_transport_id_fk" FOREIGN KEY ("transport_id") REFERENCES "public"."transport"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "transport_lot" ADD CONSTRAINT "transport_lot_lot_id_lot_id_fk" FOREIGN KEY ("lot_id") REFERENCES "public"."lot"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "transport_stop" ADD CONSTRAINT "transport_stop_transport_id_transport_id_fk" FOREIGN KEY ("transport_id") REFERENCES "public"."transport"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "transport_stop" ADD CONSTRAINT "transport_stop_geofence_id_geofence_id_fk" FOREIGN KEY ("geofence_id") REFERENCES "public"."geofence"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "transport_stop" ADD CONSTRAINT "transport_stop_carrier_id_carrier_id_fk" FOREIGN KEY ("carrier_id") REFERENCES "public"."carrier"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "transport_number_key" ON "transport" USING btree ("customer_id",lower("number"));--> statement-breakpoint
CREATE UNIQUE INDEX "transport_reference_key" ON "transport" USING btree ("customer_id","reference") WHERE "transport"."reference" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "transport_code_key" ON "transport" USING btree ("code_id");--> statement-breakpoint
CREATE UNIQUE INDEX "transport_carrier_key" ON "transport" USING btree ("carrier_id") WHERE "transport"."state" in ('loading', 'underway', 'arrived');--> statement-breakpoint
CREATE INDEX "transport_customer_idx" ON "transport" USING btree ("customer_id","created_at");--> statement-breakpoint
CREATE INDEX "transport_handover_customer_idx" ON "transport_handover" USING btree ("customer_id","received_at");--> statement-breakpoint
CREATE INDEX "transport_lot_lot_idx" ON "transport_lot" USING btree ("lot_id");--> statement-breakpoint
CREATE INDEX "transport_stop_carrier_idx" ON "transport_stop" USING btree ("carrier_id","departed_at");--> statement-breakpoint
ALTER TABLE "signature" ADD CONSTRAINT "signature_record_kind_values_check" CHECK ("signature"."record_kind" in ('exception', 'recordSheet', 'report', 'lot', 'transport'));--> statement-breakpoint
ALTER TABLE "signature" ADD CONSTRAINT "signature_meaning_values_check" CHECK ("signature"."meaning" in ('made', 'reviewed', 'approved', 'rejected', 'released', 'received'));--> statement-breakpoint
ALTER TABLE "stored_file" ADD CONSTRAINT "stored_file_kind_values_check" CHECK ("stored_file"."kind" in ('avatar', 'signature', 'plan', 'carrier', 'certificate', 'import', 'logger', 'signed', 'report', 'export', 'archive', 'handover'));