import type { ReactNode } from "react";
import { cn } from "@/components/ui/cn";

type Option<Value extends string> = { value: Value; label: ReactNode; disabled?: boolean };

type SegmentedControlProps<Value extends string> = {
  name: string;
  label: string;
  options: readonly Option<Value>[];
  value?: Value;
  defaultValue?: Value;
  onValueChange?: (value: Value) => void;
  className?: string;
};

/** A choice among two to five visible options: radio buttons in one frame. */
export function SegmentedControl<Value extends string>(props: SegmentedControlProps<Value>) {
  const { name, label, options, value, defaultValue, onValueChange, className } = props;
  return (
    <fieldset className={cn("inline-flex min-w-0", className)}>
      <legend className="sr-only">{label}</legend>
      {/* Not a fieldset, whose content cannot stretch to its height. */}
      <div className="flex h-control w-full items-stretch rounded-md border border-border-strong bg-card p-0.5">
        {options.map((option) => (
          <label
            key={option.value}
            className="relative inline-flex cursor-pointer items-center gap-1.5 rounded-sm px-2.5 font-medium text-muted-foreground text-sm transition-colors hover:text-foreground has-checked:bg-primary-soft has-checked:text-primary-soft-foreground has-focus-visible:outline-2 has-focus-visible:outline-ring has-disabled:cursor-not-allowed has-disabled:opacity-50 [&_svg]:size-4"
          >
            <input
              type="radio"
              name={name}
              value={option.value}
              disabled={option.disabled}
              className="absolute inset-0 cursor-[inherit] appearance-none outline-none"
              {...(value === undefined
                ? { defaultChecked: option.value === defaultValue }
                : { checked: option.value === value, onChange: () => onValueChange?.(option.value) })}
            />
            {option.label}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
