import type { ReactNode } from "react";
import { ToneIcon } from "@/components/value/tone-icon";

type ErrorStateProps = {
  title: ReactNode;
  children?: ReactNode;
  /** The label and the request id, which is also in the log line. */
  request?: { label: string; id: string };
  action?: ReactNode;
  className?: string;
};

/**
 * States what went wrong and what to do; the request id identifies the log line. It joins its class names without `cn`,
 * because every page includes it as the error boundary, even the login page.
 */
export function ErrorState({ title, children, request, action, className = "" }: ErrorStateProps) {
  return (
    <div role="alert" className={`flex flex-col items-center justify-center px-6 py-12 text-center ${className}`}>
      <span className="mb-3 grid size-10 place-items-center rounded-lg border border-critical-line bg-critical-soft text-critical">
        <ToneIcon tone="critical" className="size-5" />
      </span>
      <p className="font-medium text-base">{title}</p>
      {children && <div className="mt-1 max-w-md text-pretty text-muted-foreground text-sm">{children}</div>}
      {request && (
        <p className="mt-3 text-faint-foreground text-xs">
          {request.label} <code className="select-all rounded-sm bg-muted px-1.5 py-0.5 font-mono">{request.id}</code>
        </p>
      )}
      {action && <div className="mt-4 flex flex-wrap justify-center gap-2">{action}</div>}
    </div>
  );
}
