import type { ReactNode } from "react";
import { controlLook } from "@/components/ui/control-class";
import { ToneIcon } from "@/components/value/tone-icon";

export type LoginControl = {
  id: string;
  className: string;
  "aria-invalid": true | undefined;
  "aria-describedby": string;
};

type LoginFieldProps = {
  id: string;
  label: string;
  issue: string | undefined;
  children: (control: LoginControl) => ReactNode;
};

/** Label, control and space for the error message, so that the layout does not shift. */
export function LoginField({ id, label, issue, children }: LoginFieldProps) {
  const noteId = `${id}-issue`;
  return (
    <div className="flex flex-col">
      <label htmlFor={id} className="mb-1 font-medium text-sm">
        {label}
      </label>
      {children({
        id,
        className: `${controlLook} h-control-lg px-3`,
        "aria-invalid": issue ? true : undefined,
        "aria-describedby": noteId,
      })}
      <p id={noteId} className="flex min-h-7 items-start gap-1 pt-1 pb-2 text-critical text-xs">
        {issue && (
          <>
            <ToneIcon tone="critical" className="mt-px size-3.5" />
            <span>{issue}</span>
          </>
        )}
      </p>
    </div>
  );
}
