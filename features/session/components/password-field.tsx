"use client";

import { Field } from "@/components/form/field";
import { Input } from "@/components/ui/input";

type PasswordFieldProps = {
  name: string;
  label: string;
  hint?: string;
  issue: string | undefined;
  value: string;
  visible: boolean;
  autoComplete: "current-password" | "new-password";
  onChange: (value: string) => void;
};

/** A password of a form that knows whether all of its passwords are shown. */
export function PasswordField({
  name,
  label,
  hint,
  issue,
  value,
  visible,
  autoComplete,
  onChange,
}: PasswordFieldProps) {
  return (
    <Field label={label} hint={hint} issue={issue} required>
      {(control) => (
        <Input
          {...control}
          name={name}
          type={visible ? "text" : "password"}
          autoComplete={autoComplete}
          autoCapitalize="none"
          spellCheck={false}
          maxLength={100}
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  );
}
