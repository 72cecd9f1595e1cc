import { Link } from "@/lib/i18n/navigation";

type NameCellProps = {
  href: string | null;
  /** The record opens in a window of its own. */
  isWindow?: boolean;
  name: string;
  hint?: string;
  path: readonly string[];
};

/** A record's name, linked to its page or window, and its path below the node. */
export function NameCell({ href, isWindow = false, name, hint, path }: NameCellProps) {
  const place = [hint, path.slice(-2).join(" / ")].filter(Boolean).join(" · ");
  return (
    <span className="flex min-w-0 flex-col py-1">
      {href ? (
        <Link
          href={href}
          target={isWindow ? "_blank" : undefined}
          prefetch={false}
          className="wrap-anywhere font-medium hover:text-primary hover:underline"
        >
          {name}
        </Link>
      ) : (
        <span className="wrap-anywhere font-medium">{name}</span>
      )}
      {place && (
        <span title={path.join(" / ")} className="wrap-anywhere text-faint-foreground text-xs">
          {place}
        </span>
      )}
    </span>
  );
}
