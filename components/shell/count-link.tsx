import type { ReactNode } from "react";
import { buttonVariants } from "@/components/ui/button-variants";
import { cn } from "@/components/ui/cn";
import { Link } from "@/lib/i18n/navigation";

type CountLinkProps = { href: string; label: string; count: number; children: ReactNode };

/** An icon of the top bar with a count: open alarms, unread messages. `label` names both. */
export function CountLink({ href, label, count, children }: CountLinkProps) {
  return (
    <Link
      href={href}
      aria-label={label}
      title={label}
      className={cn(buttonVariants({ variant: "ghost", size: "icon" }), "relative")}
    >
      {children}
      {count > 0 && (
        <span
          aria-hidden="true"
          className="absolute -top-0.5 -right-0.5 grid h-4 min-w-4 place-items-center rounded-full bg-destructive px-1 font-semibold text-destructive-foreground text-xs leading-none tabular-nums ring-2 ring-card"
        >
          {count > 99 ? "99+" : count}
        </span>
      )}
    </Link>
  );
}
