import type { KeyboardEvent, ReactNode } from "react";
import { cn } from "@/components/ui/cn";

type InnerFormProps = { onSave: () => void; className?: string; children: ReactNode };

/**
 * A form inside another one, for a record that the other chooses: Enter in its inputs saves this one alone. Its fields
 * have no names, so that the form around it does not submit them.
 */
export function InnerForm({ onSave, className, children }: InnerFormProps) {
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Enter" || !(event.target instanceof HTMLInputElement) || event.target.role === "combobox")
      return;
    event.preventDefault();
    onSave();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only listens to the Enter key of its fields
    <div onKeyDown={onKeyDown} className={cn("mt-2 gap-3 rounded-md border bg-muted p-3", className)}>
      {children}
    </div>
  );
}
