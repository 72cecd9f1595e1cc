import { useTranslations } from "next-intl";
import { type FormEvent, useEffect, useId, useRef, useState } from "react";
import { Button } from "@/components/ui/button";
import { Label } from "@/components/ui/label";
import { Textarea } from "@/components/ui/textarea";
import { showToast } from "@/components/ui/toast-store";
import type { PopupDto } from "@/features/notice/notice.schema";
import { ServiceError } from "@/lib/http/call-service";
import { acknowledgeAlarm } from "../live.client";

type AcknowledgeFormProps = { popup: PopupDto; onCancel: () => void; onDone: () => void };

/** The comment required for an acknowledgement, inside the alarm's card. */
export function AcknowledgeForm({ popup, onCancel, onDone }: AcknowledgeFormProps) {
  const t = useTranslations("live.popup");
  const id = useId();
  const [problem, setProblem] = useState<"required" | "failed" | null>(null);
  const [isPending, setIsPending] = useState(false);
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => field.current?.focus(), []);

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const comment = String(new FormData(event.currentTarget).get("comment") ?? "").trim();
    if (comment === "") return setProblem("required");
    setIsPending(true);
    try {
      await acknowledgeAlarm(popup.exceptionId, comment);
      showToast("normal", t("acknowledged", { name: popup.carrierName }));
      onDone();
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      setIsPending(false);
      setProblem("failed");
    }
  };
  return (
    <form onSubmit={submit} noValidate className="mt-1.5 flex flex-col gap-1.5 border-t pt-2 pr-1">
      <Label htmlFor={id}>{t("comment")}</Label>
      <Textarea
        id={id}
        name="comment"
        rows={2}
        maxLength={500}
        ref={field}
        aria-invalid={problem === "required"}
        aria-describedby={problem ? `${id}-problem` : undefined}
        onChange={() => setProblem(null)}
        onKeyDown={(event) => {
          if (event.key === "Escape") onCancel();
          if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) event.currentTarget.form?.requestSubmit();
        }}
      />
      {problem && (
        <p id={`${id}-problem`} role="alert" className="text-critical text-sm">
          {t(problem === "required" ? "commentRequired" : "acknowledgeFailed")}
        </p>
      )}
      <div className="flex justify-end gap-1.5">
        <Button size="sm" variant="ghost" onClick={onCancel}>
          {t("cancel")}
        </Button>
        <Button type="submit" size="sm" variant="primary" loading={isPending}>
          {t("acknowledge")}
        </Button>
      </div>
    </form>
  );
}
