CREATE TABLE "api_key" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "api_key_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"customer_id" bigint NOT NULL,
	"name" text NOT NULL,
	"prefix" text NOT NULL,
	"key_hash" text NOT NULL,
	"created_by" bigint,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp (3) with time zone,
	"last_used_at" timestamp (3) with time zone,
	"revoked_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "api_key_permission" (
	"api_key_id" bigint NOT NULL,
	"code" text NOT NULL,
	CONSTRAINT "api_key_permission_api_key_id_code_pk" PRIMARY KEY("api_key_id","code")
);
--> statement-breakpoint
CREATE TABLE "carrier_type" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "carrier_type_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"code" text NOT NULL,
	"name" text,
	"base" text NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"is_enabled" boolean DEFAULT true NOT NULL,
	"is_shipped" boolean DEFAULT false NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "device_type" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "device_type_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"code" text NOT NULL,
	"name" text NOT NULL,
	"kind" text NOT NULL,
	"measures" text[] DEFAULT '{}' NOT NULL,
	"has_gps" boolean DEFAULT false NOT NULL,
	"report_interval_seconds" integer DEFAULT 300 NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"is_enabled" boolean DEFAULT true NOT NULL,
	"is_shipped" boolean DEFAULT false NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "unit" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "unit_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"code" text NOT NULL,
	"measure" text NOT NULL,
	"unit" text NOT NULL,
	"unit_mark" text DEFAULT '' NOT NULL,
	"unit_number" integer NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"is_shipped" boolean DEFAULT false NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "menu_resource" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "menu_resource_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"parent_id" bigint,
	"code" text NOT NULL,
	"name" text,
	"icon" text DEFAULT 'circle' NOT NULL,
	"url" text DEFAULT '' NOT NULL,
	"function_code" text DEFAULT '' NOT NULL,
	"extra_code" text DEFAULT '' NOT NULL,
	"visibility" text DEFAULT 'all' NOT NULL,
	"is_enabled" boolean DEFAULT true NOT NULL,
	"is_hidden" boolean DEFAULT false NOT NULL,
	"is_shipped" boolean DEFAULT false NOT NULL,
	"position" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "role_customer" (
	"role_id" bigint NOT NULL,
	"customer_id" bigint NOT NULL,
	CONSTRAINT "role_customer_role_id_customer_id_pk" PRIMARY KEY("role_id","customer_id")
);
--> statement-breakpoint
CREATE TABLE "role_scene" (
	"role_id" bigint NOT NULL,
	"scene_id" bigint NOT NULL,
	CONSTRAINT "role_scene_role_id_scene_id_pk" PRIMARY KEY("role_id","scene_id")
);
--> statement-breakpoint
CREATE TABLE "backup_code" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "backup_code_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"user_id" bigint NOT NULL,
	"code_hash" text NOT NULL,
	"used_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "login_qrcode" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "login_qrcode_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"key_hash" text NOT NULL,
	"user_id" bigint NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"used_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "login_ticket" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "login_ticket_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"token_hash" text NOT NULL,
	"user_id" bigint NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "stored_file" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"customer_id" bigint NOT NULL,
	"kind" text NOT NULL,
	"content_type" text NOT NULL,
	"size" integer NOT NULL,
	"content" "bytea" NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "user_shortcut" (
	"user_id" bigint NOT NULL,
	"menu_id" bigint NOT NULL,
	"position" integer NOT NULL,
	CONSTRAINT "user_shortcut_user_id_menu_id_pk" PRIMARY KEY("user_id","menu_id")
);
--> statement-breakpoint
ALTER TABLE "audit" DROP CONSTRAINT "audit_customer_id_customer_id_fk";
--> statement-breakpoint
ALTER TABLE "audit_head" DROP CONSTRAINT "audit_head_customer_id_customer_id_fk";
--> statement-breakpoint
ALTER TABLE "session" DROP CONSTRAINT "session_proxy_customer_id_customer_id_fk";
--> statement-breakpoint
ALTER TABLE "carrier" ADD COLUMN "resume_status" text;--> statement-breakpoint
ALTER TABLE "contact" ADD COLUMN "channels" text[] DEFAULT '{"email","sms","voice"}' NOT NULL;--> statement-breakpoint
ALTER TABLE "contact" ADD COLUMN "user_id" bigint;--> statement-breakpoint
ALTER TABLE "customer" ADD COLUMN "notify_by_email" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "customer" ADD COLUMN "notify_by_sms" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "device" ADD COLUMN "resume_use" text;--> statement-breakpoint
ALTER TABLE "parameter" ADD COLUMN "name" text;--> statement-breakpoint
ALTER TABLE "parameter" ADD COLUMN "description" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "parameter" ADD COLUMN "is_shipped" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "parameter" ADD COLUMN "created_at" timestamp (3) with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "role" ADD COLUMN "cancelled_with" text;--> statement-breakpoint
ALTER TABLE "role" ADD COLUMN "is_delegable" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "user_account" ADD COLUMN "cancelled_with" text;--> statement-breakpoint
ALTER TABLE "user_account" ADD COLUMN "is_default" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "user_account" ADD COLUMN "home_style" text DEFAULT 'list' NOT NULL;--> statement-breakpoint
ALTER TABLE "user_account" ADD COLUMN "avatar_id" uuid;--> statement-breakpoint
ALTER TABLE "user_account" ADD COLUMN "signature_id" uuid;--> statement-breakpoint
ALTER TABLE "user_account" ADD COLUMN "proxy_customer_id" bigint;--> statement-breakpoint
ALTER TABLE "user_account" ADD COLUMN "totp_secret" text;--> statement-breakpoint
ALTER TABLE "user_account" ADD COLUMN "totp_confirmed_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "user_account" ADD COLUMN "totp_last_step" integer;--> statement-breakpoint
ALTER TABLE "api_key" ADD CONSTRAINT "api_key_customer_id_customer_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customer"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "api_key" ADD CONSTRAINT "api_key_created_by_user_account_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."user_account"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "api_key_permission" ADD CONSTRAINT "api_key_permission_api_key_id_api_key_id_fk" FOREIGN KEY ("api_key_id") REFERENCES "public"."api_key"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "menu_resource" ADD CONSTRAINT "menu_resource_parent_id_menu_resource_id_fk" FOREIGN KEY ("parent_id") REFERENCES "public"."menu_resource"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "role_customer" ADD CONSTRAINT "role_customer_role_id_role_id_fk" FOREIGN KEY ("role_id") REFERENCES "public"."role"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "role_customer" ADD CONSTRAINT "role_customer_customer_id_customer_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customer"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "role_scene" ADD CONSTRAINT "role_scene_role_id_role_id_fk" FOREIGN KEY ("role_id") REFERENCES "public"."role"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "role_scene" ADD CONSTRAINT "role_scene_scene_id_scene_id_fk" FOREIGN KEY ("scene_id") REFERENCES "public"."scene"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "backup_code" ADD CONSTRAINT "backup_code_user_id_user_account_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user_account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "login_qrcode" ADD CONSTRAINT "login_qrcode_user_id_user_account_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user_account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "login_ticket" ADD CONSTRAINT "login_ticket_user_id_user_account_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user_account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stored_file" ADD CONSTRAINT "stored_file_customer_id_customer_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customer"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_shortcut" ADD CONSTRAINT "user_shortcut_user_id_user_account_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user_account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_shortcut" ADD CONSTRAINT "user_shortcut_menu_id_menu_resource_id_fk" FOREIGN KEY ("menu_id") REFERENCES "public"."menu_resource"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "api_key_hash_key" ON "api_key" USING btree ("key_hash");--> statement-breakpoint
CREATE UNIQUE INDEX "api_key_name_key" ON "api_key" USING btree ("customer_id",lower("name")) WHERE "api_key"."revoked_at" is null;--> statement-breakpoint
CREATE INDEX "api_key_customer_idx" ON "api_key" USING btree ("customer_id");--> statement-breakpoint
CREATE UNIQUE INDEX "carrier_type_code_key" ON "carrier_type" USING btree (lower("code"));--> statement-breakpoint
CREATE UNIQUE INDEX "carrier_type_name_key" ON "carrier_type" USING btree (lower("name"));--> statement-breakpoint
CREATE UNIQUE INDEX "device_type_code_key" ON "device_type" USING btree (lower("code"));--> statement-breakpoint
CREATE UNIQUE INDEX "device_type_name_key" ON "device_type" USING btree (lower("name"));--> statement-breakpoint
CREATE UNIQUE INDEX "unit_code_key" ON "unit" USING btree (lower("code"));--> statement-breakpoint
CREATE UNIQUE INDEX "unit_number_key" ON "unit" USING btree ("unit_number");--> statement-breakpoint
CREATE UNIQUE INDEX "menu_resource_code_key" ON "menu_resource" USING btree (lower("code"));--> statement-breakpoint
CREATE UNIQUE INDEX "menu_resource_name_key" ON "menu_resource" USING btree (coalesce("parent_id", 0),lower("name"));--> statement-breakpoint
CREATE INDEX "menu_resource_parent_idx" ON "menu_resource" USING btree ("parent_id");--> statement-breakpoint
CREATE UNIQUE INDEX "backup_code_key" ON "backup_code" USING btree ("user_id","code_hash");--> statement-breakpoint
CREATE UNIQUE INDEX "login_qrcode_key" ON "login_qrcode" USING btree ("key_hash");--> statement-breakpoint
CREATE INDEX "login_qrcode_user_idx" ON "login_qrcode" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "login_ticket_token_key" ON "login_ticket" USING btree ("token_hash");--> statement-breakpoint
CREATE INDEX "stored_file_customer_idx" ON "stored_file" USING btree ("customer_id");--> statement-breakpoint
ALTER TABLE "contact" ADD CONSTRAINT "contact_user_id_user_account_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user_account"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "session" ADD CONSTRAINT "session_proxy_customer_id_customer_id_fk" FOREIGN KEY ("proxy_customer_id") REFERENCES "public"."customer"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_account" ADD CONSTRAINT "user_account_avatar_id_stored_file_id_fk" FOREIGN KEY ("avatar_id") REFERENCES "public"."stored_file"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_account" ADD CONSTRAINT "user_account_signature_id_stored_file_id_fk" FOREIGN KEY ("signature_id") REFERENCES "public"."stored_file"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_account" ADD CONSTRAINT "user_account_proxy_customer_id_customer_id_fk" FOREIGN KEY ("proxy_customer_id") REFERENCES "public"."customer"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "audit_at_idx" ON "audit" USING btree ("at");--> statement-breakpoint
CREATE UNIQUE INDEX "customer_email_key" ON "customer" USING btree (lower("email")) WHERE "customer"."email" <> '';--> statement-breakpoint
CREATE UNIQUE INDEX "customer_phone_key" ON "customer" USING btree ("phone") WHERE "customer"."phone" <> '';--> statement-breakpoint
CREATE UNIQUE INDEX "parameter_name_key" ON "parameter" USING btree (coalesce("customer_id", 0),lower("name"));--> statement-breakpoint
CREATE UNIQUE INDEX "user_account_name_key" ON "user_account" USING btree ("customer_id",lower("name"));--> statement-breakpoint
CREATE UNIQUE INDEX "user_account_mobile_key" ON "user_account" USING btree ("mobile") WHERE "user_account"."mobile" <> '';--> statement-breakpoint
CREATE UNIQUE INDEX "user_account_email_key" ON "user_account" USING btree (lower("email")) WHERE "user_account"."email" <> '';--> statement-breakpoint
CREATE INDEX "user_account_role_idx" ON "user_account" USING btree ("role_id");