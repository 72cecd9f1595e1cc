"use client";

import { Check, Copy } from "lucide-react";
import { useEffect, useState } from "react";
import { Button } from "@/components/ui/button";

const DONE_MS = 2000;

/** Puts a text into the clipboard and says so by its mark. Where the browser refuses, the text can be marked by hand. */
export function CopyButton({ text, label, iconOnly = false }: { text: string; label: string; iconOnly?: boolean }) {
  const [isCopied, setIsCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return;
    const timer = setTimeout(() => setIsCopied(false), DONE_MS);
    return () => clearTimeout(timer);
  }, [isCopied]);
  const copy = () =>
    navigator.clipboard?.writeText(text).then(
      () => setIsCopied(true),
      () => setIsCopied(false),
    );
  const Icon = isCopied ? Check : Copy;
  return (
    <Button onClick={copy} {...(iconOnly && { size: "icon-sm", variant: "ghost", "aria-label": label, title: label })}>
      <Icon aria-hidden="true" className={isCopied ? "text-normal" : undefined} />
      {!iconOnly && label}
    </Button>
  );
}
