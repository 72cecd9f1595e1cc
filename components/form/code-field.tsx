import type { ComponentProps, ReactNode } from "react";
import { Input } from "@/components/ui/input";
import { Field } from "./field";

type CodeFieldProps = Pick<ComponentProps<typeof Input>, "value" | "onChange" | "inputMode"> & {
  label: ReactNode;
  hint?: ReactNode;
  issue: string | undefined;
};

/** The code of an authenticator, or a recovery code; phones offer to autofill it. */
export function CodeField({ label, hint, issue, ...control }: CodeFieldProps) {
  return (
    <Field label={label} hint={hint} issue={issue} required>
      {(field) => (
        <Input
          {...field}
          {...control}
          name="code"
          autoComplete="one-time-code"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={32}
          className="max-w-48 font-mono tracking-widest"
        />
      )}
    </Field>
  );
}
