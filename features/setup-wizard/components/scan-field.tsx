"use client";

import { type ReactNode, useRef } from "react";
import { Field } from "@/components/form/field";
import { ScanButton } from "@/components/form/scan-button";
import { Input } from "@/components/ui/input";
import { codeOfLabel } from "@/lib/validation/label-code";

type ScanFieldProps = {
  name: string;
  label: string;
  hint?: ReactNode;
  issue?: string | undefined;
  required?: boolean;
  defaultValue?: string | undefined;
  maxLength: number;
};

/** Text of a device's label: typed, or scanned with a camera if there is one. */
export function ScanField({ name, label, hint, issue, required = false, defaultValue, maxLength }: ScanFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  const take = (text: string) => {
    if (input.current) input.current.value = codeOfLabel(text).slice(0, maxLength);
  };
  return (
    <Field label={label} hint={hint} issue={issue} required={required}>
      {(control) => (
        <span className="flex gap-2">
          <Input
            {...control}
            ref={input}
            name={name}
            maxLength={maxLength}
            defaultValue={defaultValue}
            autoComplete="off"
            autoCapitalize="characters"
            autoCorrect="off"
            spellCheck={false}
            enterKeyHint="next"
            className="min-w-0 font-mono"
          />
          <ScanButton label={label} onCode={take} />
        </span>
      )}
    </Field>
  );
}
