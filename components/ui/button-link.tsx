import type { ComponentProps } from "react";
import { Link } from "@/lib/i18n/navigation";
import { type ButtonVariants, buttonVariants } from "./button-variants";
import { cn } from "./cn";

/** A link styled as a button; preserves the locale in its path. */
export function ButtonLink({ className, variant, size, ...props }: ComponentProps<typeof Link> & ButtonVariants) {
  return <Link className={cn(buttonVariants({ variant, size }), className)} {...props} />;
}
