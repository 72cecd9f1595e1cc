import { Link } from "@/lib/i18n/navigation";

type NameCellProps = { href: string | null; name: string; hint?: string; path: readonly string[] };

/** A record's name, linked to its window, and its path below the node. */
export function NameCell({ href, name, hint, path }: NameCellProps) {
  const place = [hint, path.slice(-2).join(" / ")].filter(Boolean).join(" · ");
  return (
    <span className="flex min-w-0 flex-col py-1">
      {href ? (
        <Link
          href={href}
          target="_blank"
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
