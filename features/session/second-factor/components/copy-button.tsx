"use client";

import { Check, Copy } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { Button } from "@/components/ui/button";

/** Copies a text and says that it did; `children` are its words, without them it is a square with the label. */
export function CopyButton({ text, label, children }: { text: string; label: string; children?: string }) {
  const t = useTranslations("session.factor");
  const [isCopied, setIsCopied] = useState(false);
  const copy = async () => {
    await navigator.clipboard.writeText(text);
    setIsCopied(true);
  };
  const Icon = isCopied ? Check : Copy;
  return (
    <>
      <Button
        size={children ? "md" : "icon"}
        aria-label={children ? undefined : label}
        title={children ? undefined : label}
        onClick={copy}
        onBlur={() => setIsCopied(false)}
      >
        <Icon aria-hidden="true" />
        {children && (isCopied ? t("copied") : children)}
      </Button>
      <span role="status" className="sr-only">
        {isCopied && t("copied")}
      </span>
    </>
  );
}
