CREATE TABLE "device_holding" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "device_holding_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"unit_id" bigint NOT NULL,
	"customer_id" bigint NOT NULL,
	"device_id" bigint NOT NULL,
	"from_at" timestamp (3) with time zone,
	"until_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "secondment" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "secondment_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"unit_id" bigint NOT NULL,
	"lender_id" bigint,
	"borrower_id" bigint,
	"lender_device_id" bigint,
	"borrower_device_id" bigint,
	"lender_name" text NOT NULL,
	"borrower_name" text NOT NULL,
	"kind" text NOT NULL,
	"serial_number" text NOT NULL,
	"is_transfer" boolean NOT NULL,
	"state" text NOT NULL,
	"starts_at" timestamp (3) with time zone,
	"ends_at" timestamp (3) with time zone,
	"ended_at" timestamp (3) with time zone,
	"remark" text DEFAULT '' NOT NULL,
	"end_reason" text DEFAULT '' NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "secondment_kind_values_check" CHECK ("secondment"."kind" in ('sensor', 'gateway', 'display', 'relay', 'base', 'gas', 'magnetism')),
	CONSTRAINT "secondment_state_values_check" CHECK ("secondment"."state" in ('requested', 'planned', 'current', 'transferred', 'revoked', 'returned', 'ended', 'declined'))
);
--> statement-breakpoint
ALTER TABLE "notice" DROP CONSTRAINT "notice_type_values_check";--> statement-breakpoint
DROP INDEX "device_serial_number_key";--> statement-breakpoint
DROP INDEX "device_mac_key";--> statement-breakpoint
ALTER TABLE "device" ADD COLUMN "custody" text DEFAULT 'own' NOT NULL;--> statement-breakpoint
ALTER TABLE "device" ADD COLUMN "unit_id" bigint;--> statement-breakpoint
ALTER TABLE "device_holding" ADD CONSTRAINT "device_holding_customer_id_customer_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customer"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "device_holding" ADD CONSTRAINT "device_holding_device_id_device_id_fk" FOREIGN KEY ("device_id") REFERENCES "public"."device"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "secondment" ADD CONSTRAINT "secondment_lender_id_customer_id_fk" FOREIGN KEY ("lender_id") REFERENCES "public"."customer"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "secondment" ADD CONSTRAINT "secondment_borrower_id_customer_id_fk" FOREIGN KEY ("borrower_id") REFERENCES "public"."customer"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "secondment" ADD CONSTRAINT "secondment_lender_device_id_device_id_fk" FOREIGN KEY ("lender_device_id") REFERENCES "public"."device"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "secondment" ADD CONSTRAINT "secondment_borrower_device_id_device_id_fk" FOREIGN KEY ("borrower_device_id") REFERENCES "public"."device"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "device_holding_customer_idx" ON "device_holding" USING btree ("customer_id");--> statement-breakpoint
CREATE INDEX "device_holding_device_idx" ON "device_holding" USING btree ("device_id","from_at");--> statement-breakpoint
CREATE UNIQUE INDEX "secondment_open_key" ON "secondment" USING btree ("unit_id") WHERE "secondment"."state" in ('requested', 'planned', 'current');--> statement-breakpoint
CREATE INDEX "secondment_lender_idx" ON "secondment" USING btree ("lender_id","created_at");--> statement-breakpoint
CREATE INDEX "secondment_borrower_idx" ON "secondment" USING btree ("borrower_id","created_at");--> statement-breakpoint
CREATE INDEX "secondment_lender_device_idx" ON "secondment" USING btree ("lender_device_id");--> statement-breakpoint
CREATE INDEX "secondment_borrower_device_idx" ON "secondment" USING btree ("borrower_device_id");--> statement-breakpoint
CREATE INDEX "secondment_due_idx" ON "secondment" USING btree ("starts_at","ends_at") WHERE "secondment"."state" in ('planned', 'current');--> statement-breakpoint
CREATE INDEX "device_serial_number_idx" ON "device" USING btree (upper("serial_number"));--> statement-breakpoint
CREATE INDEX "device_mac_idx" ON "device" USING btree (upper("mac"));--> statement-breakpoint
CREATE UNIQUE INDEX "device_unit_key" ON "device" USING btree ("unit_id","customer_id");--> statement-breakpoint
CREATE UNIQUE INDEX "device_serial_number_key" ON "device" USING btree (upper("serial_number")) WHERE "device"."custody" in ('own', 'lent');--> statement-breakpoint
CREATE UNIQUE INDEX "device_mac_key" ON "device" USING btree (upper("mac")) WHERE "device"."custody" in ('own', 'lent');--> statement-breakpoint
ALTER TABLE "device" ADD CONSTRAINT "device_custody_values_check" CHECK ("device"."custody" in ('own', 'lent', 'borrowed', 'absent', 'given'));--> statement-breakpoint
ALTER TABLE "notice" ADD CONSTRAINT "notice_type_values_check" CHECK ("notice"."type" in ('alarm', 'captcha', 'digest', 'acknowledged', 'reply', 'test', 'channel', 'handover', 'workOrder', 'monitorTask', 'verification', 'secondment'));--> statement-breakpoint
-- A device is with one customer at a time: a measurement belongs to one.
ALTER TABLE "device_holding" ADD CONSTRAINT "device_holding_period_excl"
  EXCLUDE USING gist ("unit_id" WITH =, tstzrange("from_at", "until_at") WITH &&);
--> statement-breakpoint
DROP TRIGGER "device_changed" ON "device";
--> statement-breakpoint
CREATE TRIGGER "device_changed" AFTER UPDATE ON "device" FOR EACH ROW
  WHEN ((old.name, old.customer_id, old.kind, old.use, old.custody, old.report_interval_seconds, old.calibration_due_on) IS DISTINCT FROM (new.name, new.customer_id, new.kind, new.use, new.custody, new.report_interval_seconds, new.calibration_due_on))
  EXECUTE FUNCTION note_device();
