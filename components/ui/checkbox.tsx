import type { ComponentProps } from "react";
import { cn } from "./cn";

const mark =
  "before:size-2.5 before:scale-0 before:bg-primary-foreground before:transition-transform before:[clip-path:polygon(14%_44%,0_60%,42%_98%,100%_18%,84%_4%,40%_68%)] checked:before:scale-100 indeterminate:before:scale-100 indeterminate:before:[clip-path:inset(40%_8%)]";

export function Checkbox({ className, ...props }: Omit<ComponentProps<"input">, "type">) {
  return (
    <input
      type="checkbox"
      className={cn(
        "inline-grid size-4 shrink-0 appearance-none place-content-center rounded-sm border border-input bg-card transition-colors before:content-[''] checked:border-primary checked:bg-primary indeterminate:border-primary indeterminate:bg-primary hover:border-muted-foreground disabled:cursor-not-allowed disabled:opacity-50 aria-invalid:border-critical-solid touch:size-5",
        mark,
        className,
      )}
      {...props}
    />
  );
}
