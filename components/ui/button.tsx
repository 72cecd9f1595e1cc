import type { ComponentProps } from "react";
import { type ButtonVariants, buttonVariants } from "./button-variants";
import { cn } from "./cn";
import { Spinner } from "./spinner";

export type ButtonProps = ComponentProps<"button"> & ButtonVariants & { loading?: boolean };

/** `loading` keeps the width, shows a spinner before the label and ignores further clicks. */
export function Button({ className, variant, size, loading = false, children, disabled, ...props }: ButtonProps) {
  return (
    <button
      type="button"
      className={cn(buttonVariants({ variant, size }), className)}
      disabled={disabled || loading}
      aria-busy={loading || undefined}
      {...props}
    >
      {loading && <Spinner className="-ml-0.5" />}
      {children}
    </button>
  );
}
