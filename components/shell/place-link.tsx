import { Building2, Repeat } from "lucide-react";
import { buttonVariants } from "@/components/ui/button-variants";
import { cn } from "@/components/ui/cn";
import { Link } from "@/lib/i18n/navigation";

/** The customer that an agent works for, with a link to change it. On a phone it is in the account menu. */
export function PlaceLink({ href, label, name }: { href: string; label: string; name: string }) {
  return (
    <Link
      href={href}
      prefetch={false}
      title={`${label}: ${name}`}
      className={cn(buttonVariants({ variant: "secondary" }), "mr-1 min-w-0 shrink max-md:hidden")}
    >
      <Building2 aria-hidden="true" className="text-muted-foreground" />
      <span className="sr-only">{label}: </span>
      <span className="max-w-56 truncate">{name}</span>
      <Repeat aria-hidden="true" className="text-muted-foreground" />
    </Link>
  );
}
