import type { ComponentProps } from "react";
import { SideScroll } from "@/components/layout/side-scroll";
import { cn } from "./cn";

/** Table parts for small tables inside cards and dialogs. Lists with paging use DataTable. */
export function Table({ className, ...props }: ComponentProps<"table">) {
  return (
    <SideScroll>
      <table className={cn("w-full border-collapse text-sm tabular-nums", className)} {...props} />
    </SideScroll>
  );
}

export function TableHead({ className, ...props }: ComponentProps<"thead">) {
  return <thead className={cn("bg-table-header text-table-header-foreground", className)} {...props} />;
}

export function TableBody({ className, ...props }: ComponentProps<"tbody">) {
  return <tbody className={cn("[&>tr:last-child]:border-b-0", className)} {...props} />;
}

export function TableRow({ className, ...props }: ComponentProps<"tr">) {
  return <tr className={cn("border-b transition-colors [tbody>&:hover]:bg-row-hover", className)} {...props} />;
}

export function TableHeaderCell({ className, scope = "col", ...props }: ComponentProps<"th">) {
  return (
    <th
      scope={scope}
      className={cn("h-header whitespace-nowrap px-3 text-left font-medium text-xs", className)}
      {...props}
    />
  );
}

export function TableCell({ className, ...props }: ComponentProps<"td">) {
  return <td className={cn("h-row px-3 align-middle", className)} {...props} />;
}
