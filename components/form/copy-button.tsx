"use client";

import { Check, Copy } from "lucide-react";
import { useTranslations } from "next-intl";
import { type ComponentProps, type RefObject, useEffect, useState } from "react";
import { Button } from "@/components/ui/button";

const DONE_MS = 2000;

/** Without a secure connection a page may not use the clipboard; the older way copies what is marked. */
async function copy(text: string, source: HTMLElement | null | undefined): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    if (!source) return false;
    if (source instanceof HTMLInputElement) source.select();
    else window.getSelection()?.selectAllChildren(source);
    return document.execCommand("copy");
  }
}

type CopyButtonProps = Pick<ComponentProps<typeof Button>, "size" | "variant"> & {
  text: string;
  /** The name for those who hear it; without `children` also under the pointer. */
  label: string;
  /** The words on the button; without them it is a picture. */
  children?: string;
  /** Where the text stands: marked where the browser keeps the clipboard to itself. */
  source?: RefObject<HTMLElement | null>;
};

/** Puts a text into the clipboard, and says for a moment that it did. */
export function CopyButton({ text, label, children, source, size, variant }: CopyButtonProps) {
  const t = useTranslations("common.secret");
  const [isCopied, setIsCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return;
    const timer = setTimeout(() => setIsCopied(false), DONE_MS);
    return () => clearTimeout(timer);
  }, [isCopied]);
  const Icon = isCopied ? Check : Copy;
  return (
    <>
      <Button
        size={size ?? (children ? "md" : "icon-sm")}
        variant={variant}
        aria-label={label}
        title={children ? undefined : label}
        onClick={async () => setIsCopied(await copy(text, source?.current))}
      >
        <Icon aria-hidden="true" className={isCopied ? "text-normal" : undefined} />
        {children && (isCopied ? t("copied") : children)}
      </Button>
      <span role="status" className="sr-only">
        {isCopied && t("copied")}
      </span>
    </>
  );
}
