import type { ComponentProps } from "react";
import { cn } from "./cn";

// The browser derives aria-checked of a switch from the checkbox itself.
const SWITCH = { type: "checkbox", role: "switch" } as const;

export function Switch({ className, ...props }: Omit<ComponentProps<"input">, "type" | "role">) {
  return (
    <input
      {...SWITCH}
      className={cn(
        "relative inline-block h-5 w-9 shrink-0 appearance-none rounded-full border border-transparent bg-input transition-colors before:absolute before:top-0.5 before:left-0.5 before:size-3.5 before:rounded-full before:bg-card before:transition-transform before:content-[''] after:absolute touch:after:-inset-x-1 touch:after:-inset-y-3 after:content-[''] checked:bg-primary checked:before:translate-x-4 disabled:cursor-not-allowed disabled:opacity-50",
        className,
      )}
      {...props}
    />
  );
}
