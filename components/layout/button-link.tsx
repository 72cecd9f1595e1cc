import type { ComponentProps } from "react";
import { type ButtonVariants, buttonVariants } from "@/components/ui/button-variants";
import { cn } from "@/components/ui/cn";
import { Link } from "@/lib/i18n/navigation";

/** A link styled as a button; preserves the locale in its path. */
export function ButtonLink({ className, variant, size, ...props }: ComponentProps<typeof Link> & ButtonVariants) {
  return <Link className={cn(buttonVariants({ variant, size }), className)} {...props} />;
}
