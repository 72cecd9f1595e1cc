"use client";

import { useTranslations } from "next-intl";
import { type FormEvent, useId, useState } from "react";
import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
import { Input } from "@/components/ui/input";
import { Label } from "@/components/ui/label";
import { ServiceError } from "@/lib/http/call-service";
import { saveRecord } from "@/lib/http/save-record";
import { VIEW_PATH } from "../client";
import { isSameQuery } from "../rules";
import type { SavedViewDto } from "../schema";

type ViewFormProps = {
  path: string;
  /** The present criteria of the list. */
  query: string;
  /** The view to change; null saves a new one. */
  edited: SavedViewDto | null;
  mayShare: boolean;
  onCancel: () => void;
  onSaved: (saved: SavedViewDto) => void;
};

/** Names the criteria of a list, and says who sees them. It is inside the form of the search bar, so it is none itself. */
export function ViewForm({ path, query, edited, mayShare, onCancel, onSaved }: ViewFormProps) {
  const t = useTranslations("common.view");
  const tAction = useTranslations("common.action");
  const id = useId();
  const [name, setName] = useState(edited?.name ?? "");
  const [isShared, setIsShared] = useState(edited?.isShared ?? false);
  const [takesOver, setTakesOver] = useState(false);
  const [issue, setIssue] = useState<"required" | "taken" | "tooMany" | "failed" | null>(null);
  const [pending, setPending] = useState(false);

  const save = async () => {
    if (name.trim() === "") return setIssue("required");
    setPending(true);
    setIssue(null);
    const values = edited ? { name, isShared, ...(takesOver && { query }) } : { path, name, isShared, query };
    try {
      onSaved(await saveRecord<SavedViewDto>(VIEW_PATH, edited?.id ?? null, values));
      setName("");
    } catch (error) {
      const [issue] = error instanceof ServiceError ? error.issues : [];
      setIssue(issue?.rule === "tooMany" ? "tooMany" : issue?.path === "name" ? "taken" : "failed");
    } finally {
      setPending(false);
    }
  };
  // What is entered here is no criterion of the list.
  const keepInside = (event: FormEvent) => event.stopPropagation();
  const flag = (key: "share" | "takeOver", isOn: boolean, set: (isOn: boolean) => void) => (
    <span className="flex items-center gap-2">
      <Checkbox id={`${id}-${key}`} checked={isOn} onChange={(event) => set(event.target.checked)} />
      <Label htmlFor={`${id}-${key}`} className="font-normal text-sm">
        {t(key)}
      </Label>
    </span>
  );
  return (
    <fieldset className="grid gap-2 border-t pt-3" onChange={keepInside} onCompositionEnd={keepInside}>
      <Label htmlFor={id}>{t(edited ? "rename" : "saveAs")}</Label>
      <Input
        id={id}
        value={name}
        maxLength={50}
        aria-invalid={issue !== null || undefined}
        aria-describedby={`${id}-issue`}
        onChange={(event) => setName(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== "Enter" || event.nativeEvent.isComposing) return;
          event.preventDefault();
          void save();
        }}
      />
      <p id={`${id}-issue`} role="alert" className="text-critical text-xs empty:hidden">
        {issue && t(`issue.${issue}`)}
      </p>
      {(mayShare || isShared) && flag("share", isShared, setIsShared)}
      {edited && !isSameQuery(edited.query, query) && flag("takeOver", takesOver, setTakesOver)}
      <div className="flex justify-end gap-2">
        {edited && <Button onClick={onCancel}>{tAction("cancel")}</Button>}
        <Button variant="primary" loading={pending} onClick={save}>
          {tAction("save")}
        </Button>
      </div>
    </fieldset>
  );
}
