"use client";

import * as Primitive from "radix-ui/tabs";
import type { ComponentProps } from "react";
import { tabClass } from "@/components/layout/link-tabs";
import { cn } from "./cn";

/** Tabs within a page or dialog. Use LinkTabs if the tab belongs in the address. */
export const Tabs = Primitive.Root;

export function TabsList({ className, ...props }: ComponentProps<typeof Primitive.List>) {
  return (
    <Primitive.List className={cn("flex gap-1 overflow-x-auto overflow-y-hidden border-b", className)} {...props} />
  );
}

export function TabsTrigger({ className, ...props }: ComponentProps<typeof Primitive.Trigger>) {
  return (
    <Primitive.Trigger
      className={cn(
        tabClass,
        "disabled:pointer-events-none disabled:opacity-50 data-[state=active]:border-primary data-[state=active]:text-foreground",
        className,
      )}
      {...props}
    />
  );
}

export function TabsContent({ className, ...props }: ComponentProps<typeof Primitive.Content>) {
  return <Primitive.Content className={cn("pt-4", className)} {...props} />;
}
