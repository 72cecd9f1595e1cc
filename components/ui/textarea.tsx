import type { ComponentProps } from "react";
import { cn } from "./cn";
import { controlClass } from "./control-class";

export function Textarea({ className, ...props }: ComponentProps<"textarea">) {
  return (
    <textarea
      className={cn(controlClass, "field-sizing-content h-auto max-h-64 min-h-20 px-2.5 py-1.5", className)}
      {...props}
    />
  );
}
