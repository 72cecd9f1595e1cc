"use client";

import { Field } from "@/components/form/field";
import { Input } from "@/components/ui/input";

type CodeFieldProps = {
  label: string;
  issue: string | undefined;
  value: string;
  /** Digits alone, or letters as well: a backup code. */
  digits: boolean;
  onChange: (value: string) => void;
};

export function CodeField({ label, issue, value, digits, onChange }: CodeFieldProps) {
  return (
    <Field label={label} issue={issue} required>
      {(control) => (
        <Input
          {...control}
          name="code"
          className="tabular-nums tracking-widest"
          inputMode={digits ? "numeric" : "text"}
          autoComplete="one-time-code"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={32}
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  );
}
