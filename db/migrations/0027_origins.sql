ALTER TABLE "print_group" ADD COLUMN "origin" text;--> statement-breakpoint
ALTER TABLE "report" ADD COLUMN "origin" text;--> statement-breakpoint
ALTER TABLE "report_template" ADD COLUMN "origin" text;