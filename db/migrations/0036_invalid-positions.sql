CREATE TABLE "invalid_position" (
	"carrier_id" bigint NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"longitude" double precision NOT NULL,
	"latitude" double precision NOT NULL,
	"speed_kmh" real,
	"course" real,
	"fault" text NOT NULL,
	CONSTRAINT "invalid_position_carrier_id_at_pk" PRIMARY KEY("carrier_id","at")
);
--> statement-breakpoint
ALTER TABLE "invalid_position" ADD CONSTRAINT "invalid_position_carrier_id_carrier_id_fk" FOREIGN KEY ("carrier_id") REFERENCES "public"."carrier"("id") ON DELETE cascade ON UPDATE no action;