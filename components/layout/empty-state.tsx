import { Inbox } from "lucide-react";
import type { ReactNode } from "react";
import { cn } from "@/components/ui/cn";

type EmptyStateProps = {
  title: ReactNode;
  children?: ReactNode;
  action?: ReactNode;
  icon?: ReactNode;
  className?: string;
};

/** States what would be shown here, and offers the one action that creates it. */
export function EmptyState({ title, children, action, icon, className }: EmptyStateProps) {
  return (
    <div className={cn("flex flex-col items-center justify-center px-6 py-12 text-center", className)}>
      <span className="mb-3 grid size-10 place-items-center rounded-lg border bg-muted text-muted-foreground [&_svg]:size-5">
        {icon ?? <Inbox aria-hidden="true" />}
      </span>
      <p className="font-medium text-base">{title}</p>
      {children && <div className="mt-1 max-w-md text-pretty text-muted-foreground text-sm">{children}</div>}
      {action && <div className="mt-4 flex flex-wrap justify-center gap-2">{action}</div>}
    </div>
  );
}
