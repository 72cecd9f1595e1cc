"use client";

import { FileSpreadsheet, FileUp } from "lucide-react";
import { type DragEvent, useRef, useState } from "react";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";

type DropAreaProps = {
  /** What the area, its button before and after a choice, and the place to drop on are called. */
  words: { label: string; drop: string; choose: string; other: string };
  /** Endings that are offered, as `.xlsx`. */
  accept: readonly string[];
  file: File | null;
  isBad: boolean;
  isDisabled: boolean;
  onTake: (file: File | undefined) => void;
};

/** A file is dropped here, or chosen by the button, which keyboards and fingers reach. */
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
          // The same file, corrected, can be chosen again.
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
