"use client";

import { type ReactNode, useId, useRef } from "react";
import { Input } from "@/components/ui/input";
import { Label } from "@/components/ui/label";
import { CopyButton } from "./copy-button";

type ShownOnceProps = { label: ReactNode; value: string; copyLabel: string; hint?: ReactNode };

/** A secret that is shown only once: it can be selected and copied, not edited. */
export function ShownOnce({ label, value, copyLabel, hint }: ShownOnceProps) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  return (
    <div className="flex flex-col gap-1">
      <Label htmlFor={id}>{label}</Label>
      <div className="flex gap-2">
        <Input
          ref={input}
          id={id}
          readOnly
          value={value}
          spellCheck={false}
          autoComplete="off"
          className="min-w-0 font-mono"
          aria-describedby={hint ? `${id}-hint` : undefined}
          onFocus={(event) => event.currentTarget.select()}
        />
        <CopyButton text={value} label={copyLabel} source={input}>
          {copyLabel}
        </CopyButton>
      </div>
      {hint && (
        <p id={`${id}-hint`} className="text-muted-foreground text-xs">
          {hint}
        </p>
      )}
    </div>
  );
}
