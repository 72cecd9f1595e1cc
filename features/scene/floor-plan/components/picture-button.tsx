"use client";

import { ImageUp } from "lucide-react";
import { useTranslations } from "next-intl";
import { type ChangeEvent, useRef, useState } from "react";
import { useIssueText } from "@/components/form/use-record-form";
import { Button } from "@/components/ui/button";
import { showToast } from "@/components/ui/toast-store";
import { ServiceError } from "@/lib/http/call-service";
import { pictureIssue } from "@/lib/storage/picture";
import type { SceneDto } from "../../scene.schema";
import { uploadPicture } from "../client";
import { PLAN_LIMITS } from "../limits.rules";

type PictureButtonProps = { sceneId: number; isFirst: boolean; onDone: (scene: SceneDto) => void };

/** Selects the image of a plan, validates it by the server's rules, and uploads it. */
export function PictureButton({ sceneId, isFirst, onDone }: PictureButtonProps) {
  const t = useTranslations("scene.editor");
  const tError = useTranslations("error");
  const textOf = useIssueText();
  const input = useRef<HTMLInputElement>(null);
  const [pending, setPending] = useState(false);
  const label = t(isFirst ? "upload" : "replace");

  const choose = async ({ target }: ChangeEvent<HTMLInputElement>) => {
    const file = target.files?.[0];
    if (!file) return;
    const bytes = new Uint8Array(await file.arrayBuffer());
    // Reset, so that selecting the same file again triggers a change.
    target.value = "";
    const issue = pictureIssue(bytes, "file", PLAN_LIMITS);
    if (issue) return showToast("critical", textOf(issue));
    setPending(true);
    try {
      onDone(await uploadPicture(sceneId, new Blob([bytes], { type: "application/octet-stream" })));
      showToast("normal", t("uploaded"));
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      const [refused] = error.issues;
      showToast("critical", refused ? textOf(refused) : tError(error.key));
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
        aria-label={label}
        tabIndex={-1}
        onChange={choose}
        className="sr-only"
      />
      <Button variant={isFirst ? "primary" : "secondary"} loading={pending} onClick={() => input.current?.click()}>
        <ImageUp aria-hidden="true" />
        <span className={isFirst ? undefined : "max-sm:sr-only"}>{label}</span>
      </Button>
    </>
  );
}
