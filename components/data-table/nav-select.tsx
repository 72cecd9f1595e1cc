"use client";

import { useTransition } from "react";
import { Select } from "@/components/ui/select";
import { useRouter } from "@/lib/i18n/navigation";

type NavSelectProps = {
  label: string;
  value: string;
  options: { href: string; label: string }[];
  className?: string;
};

/** A select whose options are addresses: selecting one navigates to it. */
export function NavSelect({ label, value, options, className }: NavSelectProps) {
  const router = useRouter();
  const [pending, startTransition] = useTransition();
  return (
    <Select
      aria-label={label}
      aria-busy={pending || undefined}
      className={className}
      value={value}
      onChange={(event) => {
        const href = event.target.value;
        startTransition(() => router.push(href, { scroll: false }));
      }}
    >
      {options.map((option) => (
        <option key={option.href} value={option.href}>
          {option.label}
        </option>
      ))}
    </Select>
  );
}
