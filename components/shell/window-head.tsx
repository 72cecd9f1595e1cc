import type { ReactNode } from "react";
import { Link } from "@/lib/i18n/navigation";

type WindowHeadProps = {
  title: string;
  /** The detail page without the locale; omitted without permission. */
  href?: string;
  note?: ReactNode;
  /** The available actions. */
  children?: ReactNode;
};

/** The heading of a standalone window: the name of its subject, with links and actions. */
export function WindowHead({ title, href, note, children }: WindowHeadProps) {
  return (
    <header className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2">
      <div className="min-w-0 flex-1 basis-64">
        <h2 className="break-words font-semibold text-xl leading-tight max-sm:text-lg">
          {href ? (
            <Link href={href} prefetch={false} className="hover:text-primary hover:underline">
              {title}
            </Link>
          ) : (
            title
          )}
        </h2>
        {note && <div className="mt-1 break-words text-muted-foreground text-sm max-sm:text-xs">{note}</div>}
      </div>
      {children && <div className="flex flex-wrap gap-2">{children}</div>}
    </header>
  );
}
