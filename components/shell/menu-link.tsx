"use client";

import { ExternalLink } from "lucide-react";
import type { ReactNode } from "react";
import { Link, usePathname } from "@/lib/i18n/navigation";

type MenuLinkProps = { path: string; onClick?: () => void; className?: string; title?: string; children: ReactNode };

/** Whether a menu entry is external; the menu's rules accept only https addresses. */
const leadsOut = (path: string) => path.startsWith("https://");

/** A link of the menu: a page of the console, or an external address in a new tab. */
export function MenuLink({ path, onClick, className, title, children }: MenuLinkProps) {
  const pathname = usePathname();
  if (leadsOut(path))
    return (
      <a href={path} target="_blank" rel="noopener noreferrer" onClick={onClick} className={className} title={title}>
        {children}
        <ExternalLink aria-hidden="true" className="ml-1.5 size-3.5 shrink-0 opacity-60" />
      </a>
    );
  return (
    <Link
      href={path}
      onClick={onClick}
      aria-current={path === pathname ? "page" : undefined}
      className={className}
      title={title}
    >
      {children}
    </Link>
  );
}
