import { Info } from "lucide-react";
import type { ComponentProps, ReactNode } from "react";
import { TONE_SOFT, type Tone } from "@/components/value/tone";
import { ToneIcon } from "@/components/value/tone-icon";
import { cn } from "./cn";

type AlertProps = Omit<ComponentProps<"div">, "title"> & {
  tone?: Extract<Tone, "normal" | "warning" | "critical"> | "info";
  title?: ReactNode;
  action?: ReactNode;
};

/** A persistent message beside its subject; a critical one is announced to screen readers at once. */
export function Alert({ tone = "info", title, action, className, children, ...props }: AlertProps) {
  return (
    <div
      role={tone === "critical" ? "alert" : "status"}
      className={cn(
        "flex gap-2.5 rounded-md border px-3 py-2 text-base",
        action ? "items-center" : "items-start",
        tone === "info" ? "border-below-line bg-below-soft text-below" : TONE_SOFT[tone],
        className,
      )}
      {...props}
    >
      {tone === "info" ? (
        <Info aria-hidden="true" className={cn("size-4 shrink-0", !action && "mt-0.5")} />
      ) : (
        <ToneIcon tone={tone} className={cn("size-4", !action && "mt-0.5")} />
      )}
      <div className="min-w-0 flex-1 text-foreground">
        {title && <p className="font-medium">{title}</p>}
        {children && <div className={cn(title && "mt-0.5 text-muted-foreground")}>{children}</div>}
      </div>
      {action}
    </div>
  );
}
