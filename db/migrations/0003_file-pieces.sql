CREATE TABLE "file_object" (
	"id" uuid PRIMARY KEY NOT NULL,
	"upload_id" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "file_piece" (
	"file_id" uuid NOT NULL,
	"number" integer NOT NULL,
	"content" "bytea" NOT NULL,
	CONSTRAINT "file_piece_file_id_number_pk" PRIMARY KEY("file_id","number")
);
--> statement-breakpoint
ALTER TABLE "stored_file" DROP CONSTRAINT "stored_file_kind_values_check";--> statement-breakpoint
ALTER TABLE "stored_file" ALTER COLUMN "size" SET DATA TYPE bigint;--> statement-breakpoint
ALTER TABLE "stored_file" ADD COLUMN "sha256" text;--> statement-breakpoint
ALTER TABLE "stored_file" ADD COLUMN "store" text DEFAULT 'database' NOT NULL;--> statement-breakpoint
ALTER TABLE "stored_file" ADD COLUMN "is_complete" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "stored_file" ADD COLUMN "written_at" timestamp (3) with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "file_piece" ADD CONSTRAINT "file_piece_file_id_stored_file_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."stored_file"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
-- Pieces are stored as they are: most files are compressed already.
ALTER TABLE "file_piece" ALTER COLUMN "content" SET STORAGE EXTERNAL;--> statement-breakpoint
INSERT INTO "file_piece" ("file_id", "number", "content")
SELECT f."id", n, substring(f."content" from n * 1048576 + 1 for 1048576)
  FROM "stored_file" f, generate_series(0, (length(f."content") - 1) / 1048576) n
 WHERE length(f."content") > 0;--> statement-breakpoint
UPDATE "stored_file" SET "sha256" = encode(sha256("content"), 'hex'), "size" = length("content");--> statement-breakpoint
ALTER TABLE "stored_file" DROP COLUMN "content";--> statement-breakpoint
ALTER TABLE "stored_file" ADD CONSTRAINT "stored_file_store_values_check" CHECK ("stored_file"."store" in ('database', 's3'));--> statement-breakpoint
ALTER TABLE "stored_file" ADD CONSTRAINT "stored_file_kind_values_check" CHECK ("stored_file"."kind" in ('avatar', 'signature', 'plan', 'carrier', 'certificate', 'import', 'logger', 'signed', 'export'));