import { cn } from "./cn";

type ProgressProps = { label: string; value: number; max?: number; className?: string };

export function Progress({ label, value, max = 100, className }: ProgressProps) {
  return (
    <progress
      aria-label={label}
      value={value}
      max={max}
      className={cn(
        "h-1.5 w-full appearance-none overflow-hidden rounded-full bg-border [&::-moz-progress-bar]:bg-primary [&::-webkit-progress-bar]:bg-border [&::-webkit-progress-value]:bg-primary [&::-webkit-progress-value]:transition-[width]",
        className,
      )}
    />
  );
}
