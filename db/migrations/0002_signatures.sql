CREATE TABLE "signature" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "signature_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"customer_id" bigint NOT NULL,
	"record_kind" text NOT NULL,
	"record_id" bigint NOT NULL,
	"version" integer NOT NULL,
	"meaning" text NOT NULL,
	"reason" text,
	"user_id" bigint NOT NULL,
	"account" text NOT NULL,
	"printed_name" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"session_id" uuid NOT NULL,
	"address" text NOT NULL,
	"user_agent" text NOT NULL,
	"image_id" uuid,
	"image_hash" text,
	"content" text NOT NULL,
	"content_hash" text NOT NULL,
	"key_id" text NOT NULL,
	"seal" text NOT NULL,
	CONSTRAINT "signature_record_kind_values_check" CHECK ("signature"."record_kind" in ('exception', 'recordSheet', 'report', 'lot')),
	CONSTRAINT "signature_meaning_values_check" CHECK ("signature"."meaning" in ('made', 'reviewed', 'approved', 'rejected', 'released'))
);
--> statement-breakpoint
ALTER TABLE "stored_file" DROP CONSTRAINT "stored_file_kind_values_check";--> statement-breakpoint
CREATE INDEX "signature_record_idx" ON "signature" USING btree ("record_kind","record_id");--> statement-breakpoint
CREATE INDEX "signature_session_idx" ON "signature" USING btree ("session_id","at");--> statement-breakpoint
CREATE INDEX "signature_image_idx" ON "signature" USING btree ("user_id","image_hash");--> statement-breakpoint
ALTER TABLE "stored_file" ADD CONSTRAINT "stored_file_kind_values_check" CHECK ("stored_file"."kind" in ('avatar', 'signature', 'plan', 'carrier', 'certificate', 'import', 'logger', 'signed'));--> statement-breakpoint
CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  RAISE EXCEPTION '% rows are permanent', tg_table_name;
END $$;
--> statement-breakpoint
CREATE TRIGGER signature_is_permanent BEFORE UPDATE OR DELETE ON signature FOR EACH ROW EXECUTE FUNCTION refuse_change();
