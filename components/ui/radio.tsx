import type { ComponentProps } from "react";
import { cn } from "./cn";

export function Radio({ className, ...props }: Omit<ComponentProps<"input">, "type">) {
  return (
    <input
      type="radio"
      className={cn(
        "inline-grid size-4 shrink-0 appearance-none place-content-center rounded-full border border-input bg-card transition-colors before:size-1.5 before:scale-0 before:rounded-full before:bg-primary-foreground before:transition-transform before:content-[''] checked:border-primary checked:bg-primary checked:before:scale-100 hover:border-muted-foreground disabled:cursor-not-allowed disabled:opacity-50 touch:size-5",
        className,
      )}
      {...props}
    />
  );
}
