"use client";

import type { ReactNode } from "react";
import { cn } from "@/components/ui/cn";

type OpenLinkProps = {
  /** The row of the record. */
  rowId: number;
  href: string;
  onOpen: () => void;
  className?: string;
  children: ReactNode;
};

/** Opens a record over its list on click. As a link it can also be opened in a new tab or copied. */
export function OpenLink({ rowId, href, onOpen, className, children }: OpenLinkProps) {
  return (
    <a
      href={href}
      data-row-link={rowId}
      className={cn("line-clamp-2 break-words font-medium hover:text-primary", className)}
      onClick={(event) => {
        if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return;
        event.preventDefault();
        onOpen();
      }}
    >
      {children}
    </a>
  );
}
