import type { ComponentProps, ReactNode } from "react";
import { cn } from "@/components/ui/cn";

/** Fields in two columns where there is room; `span` is the class of a full-width field. */
export function FormGrid({ className, ...props }: ComponentProps<"div">) {
  return <div className={cn("grid gap-x-4 gap-y-4 sm:grid-cols-2", className)} {...props} />;
}

export const spanBoth = "sm:col-span-2";

/** A group of fields under one heading. */
export function FormSection({ title, hint, children }: { title: ReactNode; hint?: ReactNode; children: ReactNode }) {
  return (
    <fieldset className="border-t pt-4 first:border-t-0 first:pt-0 [&+&]:mt-5">
      <legend className="float-left mb-3 w-full">
        <span className="font-semibold text-base">{title}</span>
        {hint && <span className="mt-0.5 block text-muted-foreground text-xs">{hint}</span>}
      </legend>
      <div className="clear-both">{children}</div>
    </fieldset>
  );
}

/** The buttons at the end of a form; the primary one is last. */
export function FormActions({ className, ...props }: ComponentProps<"div">) {
  return <div className={cn("flex flex-wrap items-center justify-end gap-2 pt-4", className)} {...props} />;
}
