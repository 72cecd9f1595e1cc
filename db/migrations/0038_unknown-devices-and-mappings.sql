CREATE TABLE "decoder_mapping" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "decoder_mapping_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"customer_id" bigint NOT NULL,
	"type_code" text NOT NULL,
	"fields" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "device_message" (
	"device_id" bigint PRIMARY KEY NOT NULL,
	"messages" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"kept_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "unknown_device" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "unknown_device_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"customer_id" bigint NOT NULL,
	"key" text NOT NULL,
	"adapter" text NOT NULL,
	"gateway_id" bigint,
	"payload" text NOT NULL,
	"message_count" integer DEFAULT 0 NOT NULL,
	"dropped_count" integer DEFAULT 0 NOT NULL,
	"first_at" timestamp (3) with time zone NOT NULL,
	"last_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "unknown_overflow" (
	"customer_id" bigint PRIMARY KEY NOT NULL,
	"dropped_count" integer DEFAULT 0 NOT NULL,
	"dropped_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "unknown_reading" (
	"unknown_device_id" bigint NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"reading" jsonb NOT NULL,
	CONSTRAINT "unknown_reading_unknown_device_id_at_pk" PRIMARY KEY("unknown_device_id","at")
);
--> statement-breakpoint
CREATE TABLE "zigbee_network" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "zigbee_network_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"customer_id" bigint NOT NULL,
	"gateway_id" bigint,
	"base_topic" text NOT NULL,
	"addresses" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "decoder_mapping" ADD CONSTRAINT "decoder_mapping_customer_id_customer_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customer"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "device_message" ADD CONSTRAINT "device_message_device_id_device_id_fk" FOREIGN KEY ("device_id") REFERENCES "public"."device"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "unknown_device" ADD CONSTRAINT "unknown_device_customer_id_customer_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customer"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "unknown_device" ADD CONSTRAINT "unknown_device_gateway_id_device_id_fk" FOREIGN KEY ("gateway_id") REFERENCES "public"."device"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "unknown_overflow" ADD CONSTRAINT "unknown_overflow_customer_id_customer_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customer"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "unknown_reading" ADD CONSTRAINT "unknown_reading_unknown_device_id_unknown_device_id_fk" FOREIGN KEY ("unknown_device_id") REFERENCES "public"."unknown_device"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "zigbee_network" ADD CONSTRAINT "zigbee_network_customer_id_customer_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customer"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "zigbee_network" ADD CONSTRAINT "zigbee_network_gateway_id_device_id_fk" FOREIGN KEY ("gateway_id") REFERENCES "public"."device"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "decoder_mapping_type_key" ON "decoder_mapping" USING btree ("customer_id",lower("type_code"));--> statement-breakpoint
CREATE UNIQUE INDEX "unknown_device_key" ON "unknown_device" USING btree ("customer_id","key");--> statement-breakpoint
CREATE UNIQUE INDEX "zigbee_network_key" ON "zigbee_network" USING btree ("customer_id",coalesce("gateway_id", 0),"base_topic");