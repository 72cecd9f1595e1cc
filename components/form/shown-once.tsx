"use client";

import { Check, Copy } from "lucide-react";
import { type ReactNode, useId, useRef, useState } from "react";
import { Button } from "@/components/ui/button";
import { Input } from "@/components/ui/input";
import { Label } from "@/components/ui/label";

type ShownOnceProps = { label: ReactNode; value: string; copyLabel: string; copiedLabel: string; hint?: ReactNode };

/** Without a secure connection a page may not use the clipboard; the older way asks for a selection. */
async function copyFrom(input: HTMLInputElement): Promise<boolean> {
  input.select();
  try {
    await navigator.clipboard.writeText(input.value);
    return true;
  } catch {
    return document.execCommand("copy");
  }
}

/** A secret that is shown this once: to be read, selected and copied, not changed. */
export function ShownOnce({ label, value, copyLabel, copiedLabel, hint }: ShownOnceProps) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [copied, setCopied] = useState(false);
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
        <Button onClick={async () => setCopied(input.current !== null && (await copyFrom(input.current)))}>
          {copied ? <Check aria-hidden="true" /> : <Copy aria-hidden="true" />}
          <span aria-live="polite">{copied ? copiedLabel : copyLabel}</span>
        </Button>
      </div>
      {hint && (
        <p id={`${id}-hint`} className="text-muted-foreground text-xs">
          {hint}
        </p>
      )}
    </div>
  );
}
