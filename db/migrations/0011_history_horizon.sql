CREATE TABLE "history_horizon" (
	"customer_id" bigint PRIMARY KEY NOT NULL,
	"readings_from" timestamp (3) with time zone NOT NULL,
	"positions_from" timestamp (3) with time zone NOT NULL,
	"noted_at" timestamp (3) with time zone NOT NULL,
	"readings_cleared" timestamp (3) with time zone,
	"positions_cleared" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "history_horizon" ADD CONSTRAINT "history_horizon_customer_id_customer_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customer"("id") ON DELETE cascade ON UPDATE no action;