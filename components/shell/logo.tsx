import { cn } from "@/components/ui/cn";

/** Half a snow crystal above the frost line. */
export function LogoMark({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 32 32" aria-hidden="true" className={cn("size-7 shrink-0", className)}>
      <rect width="32" height="32" rx="7" fill="#0a6a74" />
      <g fill="none" stroke="#fff" strokeWidth="2" strokeLinecap="round" strokeLinejoin="round">
        <path d="M16 20V6.5M13.2 9.2 16 6.5l2.8 2.7M16 20 6.6 13.2M7 17l-.4-3.8 3.8-.3M16 20l9.4-6.8M25 17l.4-3.8-3.8-.3" />
        <path d="M5 24.5h22" stroke="#7fd6dd" strokeWidth="2.4" />
      </g>
    </svg>
  );
}

export function Logo({ name, className }: { name: string; className?: string }) {
  return (
    <span className={cn("inline-flex items-center gap-2.5", className)}>
      <LogoMark />
      <span className="font-semibold text-lg tracking-tight">{name}</span>
    </span>
  );
}
