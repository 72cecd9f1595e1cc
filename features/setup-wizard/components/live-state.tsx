import type { ReactNode } from "react";
import { cn } from "@/components/ui/cn";
import { Spinner } from "@/components/ui/spinner";
import { ToneIcon } from "@/components/value/tone-icon";

type LiveStateProps = { isThere: boolean; waiting: ReactNode; there: ReactNode; hint?: ReactNode };

/** Shows a waiting state, then success; also announced to screen readers. */
export function LiveState({ isThere, waiting, there, hint }: LiveStateProps) {
  return (
    <div
      role="status"
      data-live={isThere ? "there" : "waiting"}
      className={cn(
        "flex items-center gap-3 rounded-lg border px-4 py-3 transition-colors",
        isThere ? "border-normal-line bg-normal-soft" : "bg-muted",
      )}
    >
      {isThere ? <ToneIcon tone="normal" className="size-5 text-normal" /> : <Spinner className="size-5" />}
      <div className="min-w-0">
        <p className="font-medium">{isThere ? there : waiting}</p>
        {hint && <p className="text-muted-foreground text-sm">{hint}</p>}
      </div>
    </div>
  );
}
