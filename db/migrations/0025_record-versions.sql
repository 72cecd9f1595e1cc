ALTER TABLE "alarm_trigger" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "audit" ADD COLUMN "version" integer;--> statement-breakpoint
ALTER TABLE "carrier" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "carrier_type" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "device_type" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "unit" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "contact" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "contact_group" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "customer" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "device" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "exception_reason" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "export_task" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "forward_target" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "geofence" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "lot" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "product" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "guide_group" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "guide_item" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "invalid_rule" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "menu_resource" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "monitor_task" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "reply_provider" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "parameter" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "print_group" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "printer" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "record_point" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "report_template" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "role" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "scene" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "statistics_definition" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "transport" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "user_account" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "verification_preset" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "work_order_rule" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "zone" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "zone_preset" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "dashboard" RENAME COLUMN "revision" TO "version";--> statement-breakpoint
-- A change of a field that people edit makes the next version, whoever writes it: a form, a batch, an import, a job.
-- The columns that only the product writes are left out, such as when a device was last heard.
CREATE FUNCTION next_version() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.version := OLD.version + 1;
  RETURN NEW;
END $$;--> statement-breakpoint
CREATE TRIGGER "versioned" BEFORE UPDATE OF "customer_id", "name", "severity", "is_enabled", "calendar" ON "alarm_trigger" FOR EACH ROW EXECUTE FUNCTION next_version();--> statement-breakpoint
CREATE TRIGGER "versioned" BEFORE UPDATE OF "customer_id", "scene_id", "name", "type", "carrier_type_id", "description", "alarm_trigger_id", "mode", "work_mode", "bearing_type", "longitude", "latitude", "extension", "attributes", "is_traceable", "is_gps_on" ON "carrier" FOR EACH ROW EXECUTE FUNCTION next_version();--> statement-breakpoint
CREATE TRIGGER "versioned" BEFORE UPDATE OF "code", "name", "base", "description", "is_enabled" ON "carrier_type" FOR EACH ROW EXECUTE FUNCTION next_version();--> statement-breakpoint
CREATE TRIGGER "versioned" BEFORE UPDATE OF "customer_id", "group_id", "level", "name", "phone", "email", "gender", "locale", "channels", "quiet_hours", "delay_minutes", "repeat_times", "repeat_interval_minutes", "pin_hash" ON "contact" FOR EACH ROW EXECUTE FUNCTION next_version();--> statement-breakpoint
CREATE TRIGGER "versioned" BEFORE UPDATE OF "customer_id", "name" ON "contact_group" FOR EACH ROW EXECUTE FUNCTION next_version();--> statement-breakpoint
CREATE TRIGGER "versioned" BEFORE UPDATE OF "code", "name", "short_name", "type", "organisation_type", "status", "area", "area_code", "address", "contact", "phone", "email", "notify_by_email", "notify_by_sms", "description", "time_zone", "locale" ON "customer" FOR EACH ROW EXECUTE FUNCTION next_version();--> statement-breakpoint
CREATE TRIGGER "versioned" BEFORE UPDATE OF "customer_id", "name", "content" ON "dashboard" FOR EACH ROW EXECUTE FUNCTION next_version();--> statement-breakpoint
CREATE TRIGGER "versioned" BEFORE UPDATE OF "customer_id", "kind", "type_code", "serial_number", "mac", "name", "description", "scene_id", "use", "gateway_id", "report_interval_seconds", "utc_offset_hours", "settings", "calibration_due_on" ON "device" FOR EACH ROW EXECUTE FUNCTION next_version();--> statement-breakpoint
CREATE TRIGGER "versioned" BEFORE UPDATE OF "code", "name", "kind", "measures", "has_gps", "report_interval_seconds", "description", "is_enabled" ON "device_type" FOR EACH ROW EXECUTE FUNCTION next_version();--> statement-breakpoint
CREATE TRIGGER "versioned" BEFORE UPDATE OF "customer_id", "code", "name" ON "exception_reason" FOR EACH ROW EXECUTE FUNCTION next_version();--> statement-breakpoint
CREATE TRIGGER "versioned" BEFORE UPDATE OF "customer_id", "name", "kind", "format", "query", "locale", "frequency", "weekdays", "day_of_month", "time", "period", "period_days", "recipients" ON "export_task" FOR EACH ROW EXECUTE FUNCTION next_version();--> statement-breakpoint
CREATE TRIGGER "versioned" BEFORE UPDATE OF "customer_id", "name", "type", "host", "port", "is_tls", "path", "client_id", "username", "sealed_password", "qos", "timeout_seconds", "heartbeat_seconds", "subscribe_topic", "publish_topic", "platform_code", "platform_name", "vendor_code", "app_id", "sealed_app_key", "sends_readings", "sends_exceptions", "is_enabled" ON "forward_target" FOR EACH ROW EXECUTE FUNCTION next_version();--> statement-breakpoint
CREATE TRIGGER "versioned" BEFORE UPDATE OF "customer_id", "name", "description", "shape", "longitude", "latitude", "radius_metres", "points", "is_enabled", "starts_transport" ON "geofence" FOR EACH ROW EXECUTE FUNCTION next_version();--> statement-breakpoint
CREATE TRIGGER "versioned" BEFORE UPDATE OF "code", "names", "status" ON "guide_group" FOR EACH ROW EXECUTE FUNCTION next_version();--> statement-breakpoint
CREATE TRIGGER "versioned" BEFORE UPDATE OF "group_id", "code", "texts", "routes", "status" ON "guide_item" FOR EACH ROW EXECUTE FUNCTION next_version();--> statement-breakpoint
CREATE TRIGGER "versioned" BEFORE UPDATE OF "customer_id", "name", "measure", "device_type_id", "kind", "fault_values", "minimum", "maximum", "rate_per_minute", "is_enabled" ON "invalid_rule" FOR EACH ROW EXECUTE FUNCTION next_version();--> statement-breakpoint
CREATE TRIGGER "versioned" BEFORE UPDATE OF "customer_id", "product_id", "number", "expires_on", "quantity", "unit", "status", "note" ON "lot" FOR EACH ROW EXECUTE FUNCTION next_version();--> statement-breakpoint
CREATE TRIGGER "versioned" BEFORE UPDATE OF "parent_id", "code", "name", "icon", "url", "function_code", "extra_code", "visibility", "is_enabled", "is_hidden" ON "menu_resource" FOR EACH ROW EXECUTE FUNCTION next_version();--> statement-breakpoint
CREATE TRIGGER "versioned" BEFORE UPDATE OF "customer_id", "name", "kind", "is_everywhere", "strategy", "start_on", "weekdays", "day_of_month", "time", "interval_count", "interval_unit", "until_time", "raises_exception", "notice_group_id", "submits_order", "due_minutes", "assignee_id", "group_id", "is_running" ON "monitor_task" FOR EACH ROW EXECUTE FUNCTION next_version();--> statement-breakpoint
CREATE TRIGGER "versioned" BEFORE UPDATE OF "customer_id", "code", "name", "description", "type", "content" ON "parameter" FOR EACH ROW EXECUTE FUNCTION next_version();--> statement-breakpoint
CREATE TRIGGER "versioned" BEFORE UPDATE OF "customer_id", "name", "is_enabled", "contents", "times", "day", "copies", "locale" ON "print_group" FOR EACH ROW EXECUTE FUNCTION next_version();--> statement-breakpoint
CREATE TRIGGER "versioned" BEFORE UPDATE OF "customer_id", "name", "kind", "location", "host", "port", "is_tls", "path", "columns", "charset", "has_cutter", "is_enabled" ON "printer" FOR EACH ROW EXECUTE FUNCTION next_version();--> statement-breakpoint
CREATE TRIGGER "versioned" BEFORE UPDATE OF "customer_id", "name", "code", "minimum", "maximum", "is_freeze_sensitive", "freeze_limit", "allowances", "bands", "kinetic_class", "kinetic_limit", "unobserved_minutes", "source", "preset_key", "is_enabled" ON "product" FOR EACH ROW EXECUTE FUNCTION next_version();--> statement-breakpoint
CREATE TRIGGER "versioned" BEFORE UPDATE OF "customer_id", "preset", "interval_minutes", "tolerance_minutes" ON "record_point" FOR EACH ROW EXECUTE FUNCTION next_version();--> statement-breakpoint
CREATE TRIGGER "versioned" BEFORE UPDATE OF "name", "format", "authentication", "is_enabled" ON "reply_provider" FOR EACH ROW EXECUTE FUNCTION next_version();--> statement-breakpoint
CREATE TRIGGER "versioned" BEFORE UPDATE OF "customer_id", "name", "type", "carrier_ids", "scene_ids", "period", "sections", "locales", "signatures" ON "report_template" FOR EACH ROW EXECUTE FUNCTION next_version();--> statement-breakpoint
CREATE TRIGGER "versioned" BEFORE UPDATE OF "customer_id", "name", "scope_type", "status", "is_delegable" ON "role" FOR EACH ROW EXECUTE FUNCTION next_version();--> statement-breakpoint
CREATE TRIGGER "versioned" BEFORE UPDATE OF "customer_id", "code", "name", "func_type", "description", "longitude", "latitude", "zoom" ON "scene" FOR EACH ROW EXECUTE FUNCTION next_version();--> statement-breakpoint
CREATE TRIGGER "versioned" BEFORE UPDATE OF "customer_id", "user_id", "name", "selection" ON "statistics_definition" FOR EACH ROW EXECUTE FUNCTION next_version();--> statement-breakpoint
CREATE TRIGGER "versioned" BEFORE UPDATE OF "customer_id", "number", "reference", "consignor", "consignor_email", "consignee", "consignee_contact", "note", "precooling_minutes" ON "transport" FOR EACH ROW EXECUTE FUNCTION next_version();--> statement-breakpoint
CREATE TRIGGER "versioned" BEFORE UPDATE OF "code", "measure", "unit", "unit_mark", "unit_number", "description" ON "unit" FOR EACH ROW EXECUTE FUNCTION next_version();--> statement-breakpoint
CREATE TRIGGER "versioned" BEFORE UPDATE OF "customer_id", "role_id", "username", "name", "gender", "mobile", "email", "remarks", "status" ON "user_account" FOR EACH ROW EXECUTE FUNCTION next_version();--> statement-breakpoint
CREATE TRIGGER "versioned" BEFORE UPDATE OF "code", "name", "object", "source", "uniform_minimum", "horizontal_metres", "vertical_metres", "per_volume_points", "volume_cubic_metres", "per_fan", "per_door", "per_dead_corner", "per_rack", "per_probe", "outside", "is_enabled" ON "verification_preset" FOR EACH ROW EXECUTE FUNCTION next_version();--> statement-breakpoint
CREATE TRIGGER "versioned" BEFORE UPDATE OF "customer_id", "name", "description", "kind", "load", "tests", "limits", "sampling_mode", "sampling_seconds", "duration_minutes", "timeout_minutes", "gap_percent", "valid_months", "planned_at", "space", "rule", "rule_name", "rule_source", "notify_completion", "notify_timeout", "notify_exception", "user_id", "group_id" ON "verification_task" FOR EACH ROW EXECUTE FUNCTION next_version();--> statement-breakpoint
CREATE TRIGGER "versioned" BEFORE UPDATE OF "customer_id", "type", "title", "description", "assignee_id", "group_id", "due_at", "remind_minutes" ON "work_order" FOR EACH ROW EXECUTE FUNCTION next_version();--> statement-breakpoint
CREATE TRIGGER "versioned" BEFORE UPDATE OF "customer_id", "name", "is_enabled", "cause", "severities", "kinds", "carrier_types", "after_minutes", "days_before", "percent", "due_minutes", "remind_minutes", "assignee_id", "group_id" ON "work_order_rule" FOR EACH ROW EXECUTE FUNCTION next_version();--> statement-breakpoint
CREATE TRIGGER "versioned" BEFORE UPDATE OF "customer_id", "name", "measure", "minimum", "maximum", "description" ON "zone" FOR EACH ROW EXECUTE FUNCTION next_version();--> statement-breakpoint
CREATE TRIGGER "versioned" BEFORE UPDATE OF "code", "name", "source", "measure", "minimum", "maximum", "description", "is_enabled" ON "zone_preset" FOR EACH ROW EXECUTE FUNCTION next_version();
