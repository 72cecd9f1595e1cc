import { BadgeCheck, ShieldCheck } from "lucide-react";

export type FooterBadge = { kind: "filing" | "credential"; text: string; url: string | null };

const ICON = { filing: ShieldCheck, credential: BadgeCheck } as const;

/** Badges that an installation must show in its footer: its filing number, its certificate. */
export function FooterBadges({ badges }: { badges: readonly FooterBadge[] }) {
  return badges.map(({ kind, text, url }) => {
    const Icon = ICON[kind];
    const content = (
      <>
        <Icon aria-hidden="true" className="size-3.5 shrink-0" />
        {text}
      </>
    );
    const className = "inline-flex items-center gap-1";
    return url ? (
      <a
        key={kind}
        href={url}
        target="_blank"
        rel="noopener noreferrer"
        className={`${className} hover:text-foreground`}
      >
        {content}
      </a>
    ) : (
      <span key={kind} className={className}>
        {content}
      </span>
    );
  });
}
