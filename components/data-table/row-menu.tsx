"use client";

import { Ellipsis, type LucideIcon } from "lucide-react";
import { Fragment } from "react";
import { Button } from "@/components/ui/button";
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from "@/components/ui/dropdown-menu";

/** An action for a row or for the selected rows. */
export type Action<Verb extends string> = { verb: Verb; label: string; icon: LucideIcon; isDestructive?: boolean };

type RowMenuProps<Verb extends string> = {
  /** The most frequent action as a button: a short label, and one with the row's name for screen readers. */
  first: { icon: LucideIcon; label: string; labelOf: string; onClick: () => void };
  /** The label of the menu, with the row's name. */
  moreLabel: string;
  actions: readonly Action<Verb>[];
  onAction: (verb: Verb) => void;
};

/** One action as a button, the others in a menu. Without others the space stays empty, so that buttons align. */
export function RowMenu<Verb extends string>({ first, moreLabel, actions, onAction }: RowMenuProps<Verb>) {
  const First = first.icon;
  return (
    <span className="flex items-center justify-center gap-1 max-sm:justify-end">
      <Button
        size="sm"
        variant="ghost"
        className="sm:w-control-sm sm:px-0"
        aria-label={first.labelOf}
        title={first.label}
        onClick={first.onClick}
      >
        <First aria-hidden="true" />
        <span className="sm:hidden">{first.label}</span>
      </Button>
      {actions.length > 0 ? (
        <DropdownMenu>
          <DropdownMenuTrigger asChild>
            <Button size="icon-sm" variant="ghost" aria-label={moreLabel} title={moreLabel}>
              <Ellipsis aria-hidden="true" />
            </Button>
          </DropdownMenuTrigger>
          <DropdownMenuContent align="end">
            {actions.map(({ verb, label, icon: Icon, isDestructive = false }, index) => (
              <Fragment key={verb}>
                {isDestructive && index > 0 && <DropdownMenuSeparator />}
                <DropdownMenuItem destructive={isDestructive} onSelect={() => onAction(verb)}>
                  <Icon aria-hidden="true" />
                  {label}
                </DropdownMenuItem>
              </Fragment>
            ))}
          </DropdownMenuContent>
        </DropdownMenu>
      ) : (
        <span aria-hidden="true" className="size-control-sm max-sm:hidden" />
      )}
    </span>
  );
}
