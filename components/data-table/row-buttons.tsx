"use client";

import { Pencil, Trash2 } from "lucide-react";
import { Button } from "@/components/ui/button";

type Words = { edit: string; editOf: string; remove: string; removeOf: string };

type RowButtonsProps = {
  /** In a word, and with the row's name for those who hear it alone. */
  words: Words;
  onEdit?: (() => void) | undefined;
  onRemove?: (() => void) | undefined;
};

/** Editing and deleting a row: pictures in the table, with words on a phone. */
export function RowButtons({ words, onEdit, onRemove }: RowButtonsProps) {
  return (
    <span className="flex items-center justify-center gap-1 max-sm:justify-end">
      {onEdit && (
        <Button
          size="sm"
          variant="ghost"
          className="sm:w-control-sm sm:px-0"
          aria-label={words.editOf}
          title={words.edit}
          onClick={onEdit}
        >
          <Pencil aria-hidden="true" />
          <span className="sm:hidden">{words.edit}</span>
        </Button>
      )}
      {onRemove && (
        <Button
          size="sm"
          variant="ghost"
          // Red where it is meant: a column of red pictures would be an alarm.
          className="hover:bg-critical-soft hover:text-critical sm:w-control-sm sm:px-0"
          aria-label={words.removeOf}
          title={words.remove}
          onClick={onRemove}
        >
          <Trash2 aria-hidden="true" />
          <span className="sm:hidden">{words.remove}</span>
        </Button>
      )}
    </span>
  );
}
