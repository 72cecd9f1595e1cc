import { cn } from "@/components/ui/cn";

type AvatarProps = {
  name: string /** Without an image it is the first letter of the name. */;
  src?: string | null;
  className?: string;
};

/** An image or letter beside a written name, hidden from screen readers. */
export function Avatar({ name, src, className }: AvatarProps) {
  const shape = cn("grid size-6 shrink-0 place-items-center overflow-hidden rounded-full", className);
  if (src)
    return (
      <span className={shape}>
        <img src={src} alt="" className="size-full object-cover" />
      </span>
    );
  return (
    <span
      aria-hidden="true"
      className={cn(shape, "bg-primary-soft font-semibold text-primary-soft-foreground text-xs uppercase", className)}
    >
      {[...name.trim()][0]}
    </span>
  );
}
