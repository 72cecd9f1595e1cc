"use client";

import { Check, Copy } from "lucide-react";
import { useTranslations } from "next-intl";
import { type ComponentProps, type RefObject, useEffect, useState } from "react";
import { Button } from "@/components/ui/button";

const DONE_MS = 2000;

/** Without a secure connection the Clipboard API is unavailable; the fallback copies the selected text. */
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
  /** The accessible name; without `children` also the tooltip. */
  label: string;
  /** The text of the button; without it the button is an icon. */
  children?: string;
  /** The element that contains the text: selected if the Clipboard API is unavailable. */
  source?: RefObject<HTMLElement | null>;
};

/** Copies a text to the clipboard and confirms it briefly. */
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
