import { type ReactNode, useId } from "react";
import { cn } from "@/components/ui/cn";
import { Label } from "@/components/ui/label";
import { ToneIcon } from "@/components/value/tone-icon";

/** The attributes that a field passes to its control. */
export type ControlProps = {
  id: string;
  "aria-describedby": string | undefined;
  "aria-invalid": true | undefined;
  required: true | undefined;
};

type FieldProps = {
  label: ReactNode;
  hint?: ReactNode;
  /** What is wrong with the value and how to correct it. */
  issue?: ReactNode;
  required?: boolean;
  className?: string;
  children: (control: ControlProps) => ReactNode;
};

/** The mark after the label of a required field. For screen readers the control itself is marked as required. */
export function RequiredMark() {
  return (
    <span aria-hidden="true" className="ml-0.5 text-critical">
      *
    </span>
  );
}

/** Label, control, hint and issue, linked for screen readers. The issue replaces the hint. */
export function Field({ label, hint, issue, required = false, className, children }: FieldProps) {
  const id = useId();
  const noteId = `${id}-note`;
  const noted = Boolean(issue ?? hint);
  return (
    <div className={cn("flex min-w-0 flex-col gap-1", className)}>
      <Label htmlFor={id}>
        {label}
        {required && <RequiredMark />}
      </Label>
      {children({
        id,
        "aria-describedby": noted ? noteId : undefined,
        "aria-invalid": issue ? true : undefined,
        required: required || undefined,
      })}
      {noted && (
        <p
          id={noteId}
          className={cn("flex items-start gap-1 text-xs", issue ? "text-critical" : "text-muted-foreground")}
        >
          {issue && <ToneIcon tone="critical" className="mt-px size-3.5" />}
          <span className="min-w-0">{issue ?? hint}</span>
        </p>
      )}
    </div>
  );
}
