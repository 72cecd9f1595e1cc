import { cn } from "@/components/ui/cn";
import { splitTail } from "./middle";

/** A name in one line that is cut in its middle where there is no room: names mostly differ at their ends. */
export function MiddleText({ text, className }: { text: string; className?: string }) {
  const [head, tail] = splitTail(text);
  return (
    <span title={text} className={cn("inline-flex min-w-0 max-w-full whitespace-pre", className)}>
      {/* Not `truncate`, which drops the space at the end of the head. */}
      <span className="overflow-hidden text-ellipsis whitespace-pre">{head}</span>
      <span className="shrink-0">{tail}</span>
    </span>
  );
}
