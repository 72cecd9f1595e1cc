"use client";

import { useTranslations } from "next-intl";
import { type ChangeEvent, type ReactNode, useRef, useState } from "react";
import { useIssueText } from "@/components/form/use-record-form";
import { Button } from "@/components/ui/button";
import { ServiceError } from "@/lib/http/call-service";
import { pictureIssue } from "@/lib/storage/picture";

type PicturePickerProps = {
  label: ReactNode;
  /** The accessible name of the file input. */
  name: string;
  upload: (file: Blob) => Promise<unknown>;
  onDone: () => void;
  onIssue: (text: string | null) => void;
};

/** Selects a picture, validates it with the rules of the server, and uploads it. */
export function PicturePicker({ label, name, upload, onDone, onIssue }: PicturePickerProps) {
  const input = useRef<HTMLInputElement>(null);
  const [pending, setPending] = useState(false);
  const tError = useTranslations("error");
  const textOf = useIssueText();

  const choose = async (event: ChangeEvent<HTMLInputElement>) => {
    const { target } = event;
    const file = target.files?.[0];
    if (!file) return;
    onIssue(null);
    const bytes = new Uint8Array(await file.arrayBuffer());
    // Allows selecting the same file again.
    target.value = "";
    const issue = pictureIssue(bytes);
    if (issue) return onIssue(textOf(issue));
    setPending(true);
    try {
      await upload(new Blob([bytes], { type: "application/octet-stream" }));
      onDone();
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      const [refused] = error.issues;
      onIssue(refused ? textOf(refused) : tError(error.key));
    } finally {
      setPending(false);
    }
  };
  return (
    <>
      <input
        ref={input}
        type="file"
        accept="image/png,image/jpeg"
        aria-label={name}
        tabIndex={-1}
        onChange={choose}
        className="sr-only"
      />
      <Button loading={pending} onClick={() => input.current?.click()}>
        {label}
      </Button>
    </>
  );
}
