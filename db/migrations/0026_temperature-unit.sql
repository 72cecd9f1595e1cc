ALTER TABLE "customer" ADD COLUMN "temperature_unit" text DEFAULT 'celsius' NOT NULL;--> statement-breakpoint
ALTER TABLE "customer" ADD CONSTRAINT "customer_temperature_unit_values_check" CHECK ("customer"."temperature_unit" in ('celsius', 'fahrenheit'));--> statement-breakpoint
DROP TRIGGER "versioned" ON "customer";--> statement-breakpoint
CREATE TRIGGER "versioned" BEFORE UPDATE OF "code", "name", "short_name", "type", "organisation_type", "status", "area", "area_code", "address", "contact", "phone", "email", "notify_by_email", "notify_by_sms", "description", "time_zone", "locale", "temperature_unit" ON "customer" FOR EACH ROW EXECUTE FUNCTION next_version();
