import type { ReactNode } from "react";
import { Field } from "@/components/form/field";
import { Input } from "@/components/ui/input";

type CodeFieldProps = { label: ReactNode; hint: ReactNode; issue: string | undefined; digitsOnly?: boolean };

/** The code of an authenticator; phones offer the digits, and the code itself where they have it. */
export function CodeField({ label, hint, issue, digitsOnly = false }: CodeFieldProps) {
  return (
    <Field label={label} hint={hint} issue={issue} required>
      {(control) => (
        <Input
          {...control}
          name="code"
          autoComplete="one-time-code"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={32}
          {...(digitsOnly && { inputMode: "numeric" })}
          className="max-w-48 font-mono tracking-widest"
        />
      )}
    </Field>
  );
}
