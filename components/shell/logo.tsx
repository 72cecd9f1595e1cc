import { cn } from "@/components/ui/cn";

/** Half a snow crystal above the frost line. */
export function LogoMark({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 32 32" aria-hidden="true" className={cn("size-7 shrink-0", className)}>
      <rect width="32" height="32" rx="7" fill="#0a6a74" />
      <g fill="none" stroke="#fff" strokeWidth="1.9" strokeLinecap="round" strokeLinejoin="round">
        <path d="M16 20V6.5M16 12l-3-3M16 12l3-3M16 20 5 13.6M9 16l-4 .9M9 16 8 12M16 20l11-6.4M23 16l4 .9M23 16l1-4" />
        <path d="M5 25h22" stroke="#7fd6dd" strokeWidth="2.3" />
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
