import { type ReactNode, useId } from "react";
import { Radio } from "@/components/ui/radio";

type ChoiceCardProps = {
  name: string;
  value: string;
  checked: boolean;
  onChoose: () => void;
  icon?: ReactNode;
  label: ReactNode;
  hint?: ReactNode;
  disabled?: boolean;
};

/** A choice as a large touch target. */
export function ChoiceCard({ name, value, checked, onChoose, icon, label, hint, disabled }: ChoiceCardProps) {
  const id = useId();
  return (
    <label
      htmlFor={id}
      className="flex min-h-14 cursor-pointer items-center gap-3 rounded-lg border border-border-strong bg-card px-3 py-2.5 transition-colors hover:bg-accent has-checked:border-primary has-checked:bg-primary-soft has-disabled:cursor-not-allowed has-disabled:opacity-50 has-focus-visible:outline-2 has-focus-visible:outline-ring"
    >
      <Radio id={id} name={name} value={value} checked={checked} onChange={onChoose} disabled={disabled} />
      <span className="min-w-0 flex-1">
        <span className="block font-medium">{label}</span>
        {hint && <span className="block text-muted-foreground text-sm">{hint}</span>}
      </span>
      {icon && <span className="shrink-0 text-muted-foreground [&_svg]:size-5">{icon}</span>}
    </label>
  );
}
