"use client";

import { Ellipsis, type LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import { Button } from "@/components/ui/button";
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
} from "@/components/ui/dropdown-menu";
import { Link } from "@/lib/i18n/navigation";
import { ButtonLink } from "./button-link";

/** A link to another window, or an action on this page. */
export type BarAction = { icon: LucideIcon; label: string } & (
  | { href: string; onSelect?: undefined }
  | { href?: undefined; onSelect: () => void }
);

type ActionBarProps = {
  actions: readonly BarAction[];
  /** The most frequent action of the page. */
  main: { icon: LucideIcon; label: string; href: string } | undefined;
  /** The label of the menu, with the subject of the page. */
  moreLabel: string;
  /** Further buttons, after the actions; on a phone they are icons. */
  children?: ReactNode;
};

/** The actions of a page as buttons; on a phone, whose first screen belongs to the values, icons and a menu. */
export function ActionBar({ actions, main, moreLabel, children }: ActionBarProps) {
  return (
    <div className="flex gap-2 max-sm:-mt-2.5 max-sm:-mr-2 max-sm:shrink-0 max-sm:gap-0 sm:flex-wrap">
      {actions.map(({ icon: Icon, label, href, onSelect }) =>
        href ? (
          <ButtonLink key={label} href={href} target="_blank" prefetch={false} className="max-sm:hidden">
            <Icon aria-hidden="true" />
            {label}
          </ButtonLink>
        ) : (
          <Button key={label} className="max-sm:hidden" onClick={onSelect}>
            <Icon aria-hidden="true" />
            {label}
          </Button>
        ),
      )}
      {children}
      {main && (
        <ButtonLink
          href={main.href}
          variant="primary"
          title={main.label}
          prefetch={false}
          className="max-sm:size-control max-sm:border-transparent max-sm:bg-transparent max-sm:px-0 max-sm:text-primary"
        >
          <main.icon aria-hidden="true" />
          <span className="max-sm:sr-only">{main.label}</span>
        </ButtonLink>
      )}
      {actions.length > 0 && (
        <DropdownMenu>
          <DropdownMenuTrigger asChild>
            <Button size="icon" variant="ghost" className="sm:hidden" aria-label={moreLabel} title={moreLabel}>
              <Ellipsis aria-hidden="true" />
            </Button>
          </DropdownMenuTrigger>
          <DropdownMenuContent align="end">
            {actions.map(({ icon: Icon, label, href, onSelect }) =>
              href ? (
                <DropdownMenuItem key={label} asChild>
                  <Link href={href} target="_blank" prefetch={false}>
                    <Icon aria-hidden="true" />
                    {label}
                  </Link>
                </DropdownMenuItem>
              ) : (
                <DropdownMenuItem key={label} onSelect={onSelect}>
                  <Icon aria-hidden="true" />
                  {label}
                </DropdownMenuItem>
              ),
            )}
          </DropdownMenuContent>
        </DropdownMenu>
      )}
    </div>
  );
}
