"use client";

import { FileSpreadsheet, FileUp } from "lucide-react";
import { type DragEvent, useRef, useState } from "react";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";

type DropAreaProps = {
  /** The labels of the area, of its button before and after a choice, and of the drop target. */
  words: { label: string; drop: string; choose: string; other: string };
  /** The accepted file extensions, such as `.xlsx`. */
  accept: readonly string[];
  file: File | null;
  isBad: boolean;
  isDisabled: boolean;
  onTake: (file: File | undefined) => void;
};

/** Accepts a file by drag and drop, or by a button for keyboard and touch. */
export function DropArea({ words, accept, file, isBad, isDisabled, onTake }: DropAreaProps) {
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setOver] = useState(false);
  const over = (event: DragEvent) => {
    event.preventDefault();
    setOver(!isDisabled);
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    if (!isDisabled) onTake(event.dataTransfer.files[0]);
  };
  return (
    <fieldset
      aria-label={words.label}
      onDragOver={over}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
      className={cn(
        "flex flex-wrap items-center gap-3 rounded-md border border-dashed px-4 py-5",
        isOver ? "border-primary bg-primary-soft" : isBad ? "border-critical-line" : "border-border-strong bg-muted",
      )}
    >
      <FileSpreadsheet aria-hidden="true" className="size-5 shrink-0 text-muted-foreground" />
      <p className="min-w-0 flex-1 break-words text-sm">
        {file ? (
          <span className="font-medium">{file.name}</span>
        ) : (
          <span className="pointer-coarse:hidden">{words.drop}</span>
        )}
      </p>
      <input
        ref={input}
        type="file"
        accept={accept.join(",")}
        hidden
        disabled={isDisabled}
        onChange={(event) => {
          onTake(event.target.files?.[0]);
          // Allows the user to choose the same file again after correcting it.
          event.target.value = "";
        }}
      />
      <Button disabled={isDisabled} onClick={() => input.current?.click()}>
        <FileUp aria-hidden="true" />
        {file ? words.other : words.choose}
      </Button>
    </fieldset>
  );
}
