import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import { Badge } from "@/components/ui/badge";
import type { Tone } from "./tone";

/** How a step of a record's life looks. */
export type StepLook = { icon: LucideIcon; tone?: Tone | "primary" };

/** A step of a record's life with an icon of its own; StateBadge is for states whose tone says the icon. */
export function IconBadge({ look: { icon: Icon, tone }, children }: { look: StepLook; children: ReactNode }) {
  return (
    <Badge {...(tone && { tone })} className="h-6">
      <Icon aria-hidden="true" className="size-3.5 shrink-0" />
      {children}
    </Badge>
  );
}
