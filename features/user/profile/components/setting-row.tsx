import type { ReactNode } from "react";

type SettingRowProps = { title: ReactNode; hint?: ReactNode; badge?: ReactNode; children: ReactNode };

export const SettingRows = ({ children }: { children: ReactNode }) => <div className="divide-y">{children}</div>;

/** A row of a card: title, state, and the control at its end. */
export function SettingRow({ title, hint, badge, children }: SettingRowProps) {
  return (
    <div className="flex items-center gap-3 px-4 py-3">
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-2 font-medium">
          {title}
          {badge}
        </p>
        {hint && <p className="mt-0.5 text-pretty text-muted-foreground text-xs">{hint}</p>}
      </div>
      <div className="shrink-0">{children}</div>
    </div>
  );
}
