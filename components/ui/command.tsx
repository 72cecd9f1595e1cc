"use client";

import { Command as Primitive } from "cmdk";
import { Search } from "lucide-react";
import type { ComponentProps, ReactNode } from "react";
import { cn } from "./cn";

/** A field with a list of results below it, used by keyboard. `label` names the field. */
export function Command({ className, ...props }: ComponentProps<typeof Primitive>) {
  // Ctrl+K closes the palette; the bindings of vi would move the choice by it.
  return <Primitive vimBindings={false} className={cn("flex min-h-0 flex-col", className)} {...props} />;
}

export function CommandInput({
  children,
  ...props
}: ComponentProps<typeof Primitive.Input> & { children?: ReactNode }) {
  return (
    <div className="flex items-center gap-3 border-b px-4">
      <Search aria-hidden="true" className="size-4 shrink-0 text-muted-foreground" />
      <Primitive.Input
        className="h-12 min-w-0 flex-1 bg-transparent text-base outline-none placeholder:text-faint-foreground"
        {...props}
      />
      {children}
    </div>
  );
}

export function CommandList(props: ComponentProps<typeof Primitive.List>) {
  return <Primitive.List className="max-h-[60vh] overflow-y-auto p-1.5" {...props} />;
}

export function CommandGroup(props: ComponentProps<typeof Primitive.Group>) {
  return (
    <Primitive.Group
      className="[&_[cmdk-group-heading]]:px-2.5 [&_[cmdk-group-heading]]:pt-2 [&_[cmdk-group-heading]]:pb-1 [&_[cmdk-group-heading]]:font-medium [&_[cmdk-group-heading]]:text-muted-foreground [&_[cmdk-group-heading]]:text-xs"
      {...props}
    />
  );
}

export function CommandItem(props: ComponentProps<typeof Primitive.Item>) {
  return (
    <Primitive.Item
      className="group flex min-h-9 cursor-pointer items-center gap-2.5 rounded-md px-2.5 py-1 data-[selected=true]:bg-accent touch:min-h-11"
      {...props}
    />
  );
}
