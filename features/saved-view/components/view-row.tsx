"use client";

import { Check, Pencil, Trash2 } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Link } from "@/lib/i18n/navigation";
import { viewHref } from "../rules";
import type { SavedViewDto } from "../schema";

type ViewRowProps = {
  view: SavedViewDto;
  /** Whether the list has these criteria. */
  isShown: boolean;
  onOpen: () => void;
  onEdit: () => void;
  onRemove: () => void;
};

/** A view as a link; deleting asks in its place. */
export function ViewRow({ view, isShown, onOpen, onEdit, onRemove }: ViewRowProps) {
  const t = useTranslations("common.view");
  const tRecord = useTranslations("common.record");
  const tAction = useTranslations("common.action");
  const [isAsking, setIsAsking] = useState(false);
  const { name, path, query } = view;
  if (isAsking)
    return (
      <li className="flex items-center gap-1">
        <p role="alert" className="min-w-0 flex-1 truncate text-sm">
          {tRecord("removeTitle", { name })}
        </p>
        <Button size="sm" onClick={() => setIsAsking(false)}>
          {tAction("cancel")}
        </Button>
        <Button size="sm" variant="destructive" onClick={onRemove}>
          {tRecord("remove")}
        </Button>
      </li>
    );
  return (
    <li className="flex items-center gap-0.5">
      <Link
        href={viewHref(path, query)}
        prefetch={false}
        scroll={false}
        aria-current={isShown ? "page" : undefined}
        className="flex min-h-8 min-w-0 flex-1 items-center gap-1.5 rounded-sm px-2 hover:bg-accent touch:min-h-11"
        onClick={onOpen}
      >
        <span className="truncate">{name}</span>
        {isShown && <Check role="img" aria-label={t("shown")} className="size-4 shrink-0 text-primary" />}
      </Link>
      {view.mayChange && (
        <>
          <Button size="icon" variant="ghost" aria-label={tRecord("editOf", { name })} onClick={onEdit}>
            <Pencil aria-hidden="true" />
          </Button>
          <Button
            size="icon"
            variant="ghost"
            aria-label={tRecord("removeOf", { name })}
            onClick={() => setIsAsking(true)}
          >
            <Trash2 aria-hidden="true" />
          </Button>
        </>
      )}
    </li>
  );
}
