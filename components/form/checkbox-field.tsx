import { type ComponentProps, type ReactNode, useId } from "react";
import { Checkbox } from "@/components/ui/checkbox";
import { cn } from "@/components/ui/cn";

type CheckboxFieldProps = ComponentProps<typeof Checkbox> & { label: ReactNode; hint?: ReactNode };

/** A checkbox with a label; the whole line is clickable. */
export function CheckboxField({ label, hint, className, ...props }: CheckboxFieldProps) {
  const id = useId();
  return (
    <div className={cn("flex min-h-8 items-start gap-2 touch:min-h-11", className)}>
      <Checkbox id={id} className="mt-1.75" aria-describedby={hint ? `${id}-hint` : undefined} {...props} />
      <div className="min-w-0 flex-1">
        <label htmlFor={id} className="block py-1.5">
          {label}
        </label>
        {hint && (
          <p id={`${id}-hint`} className="-mt-1 pb-1 text-muted-foreground text-xs">
            {hint}
          </p>
        )}
      </div>
    </div>
  );
}
