"use client";

import { Camera, Eraser, Send, WifiOff, X } from "lucide-react";
import { useTranslations } from "next-intl";
import { useEffect, useRef, useState } from "react";
import { Field } from "@/components/form/field";
import { SIGNATURE_SIZE, SignaturePad } from "@/components/form/signature-pad";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { buttonVariants } from "@/components/ui/button-variants";
import { cn } from "@/components/ui/cn";
import { Input } from "@/components/ui/input";
import { Textarea } from "@/components/ui/textarea";
import type { HandoverAnswer } from "@/db/transport-enums";
import { HANDOVER_ANSWERS } from "@/db/transport-enums";
import { ServiceError } from "@/lib/http/call-service";
import { requestKey } from "@/lib/http/request-key";
import { smallPhoto } from "@/lib/photo/small-photo";
import { type Answer, drawingOf, dropAnswer, isUnsent, keepAnswer, keptAnswer, sendAnswer } from "../handover.client";
import { MOST_PHOTOS, REMARK_LENGTH } from "../handover.schema";

const RETRY_MS = 15_000;
const TONE: Record<HandoverAnswer, string> = {
  accepted: "has-checked:border-normal has-checked:bg-normal-soft",
  acceptedWithRemark: "has-checked:border-warning has-checked:bg-warning-soft",
  refused: "has-checked:border-critical has-checked:bg-critical-soft",
};

type Issues = Partial<Record<"answer" | "receiverName" | "remark" | "drawing" | "photos", string>>;

/**
 * The receiver's answer. Without a connection it stays in the browser, and is sent, once, when there is one again; also
 * after the page was closed.
 */
export function HandoverForm({ codeKey }: { codeKey: string }) {
  const t = useTranslations("transportCode.form");
  const canvas = useRef<HTMLCanvasElement>(null);
  const [answer, setAnswer] = useState<HandoverAnswer | null>(null);
  const [isDrawn, setIsDrawn] = useState(false);
  const [photos, setPhotos] = useState<string[]>([]);
  const [issues, setIssues] = useState<Issues>({});
  const [refusal, setRefusal] = useState<string | null>(null);
  const [isSending, setIsSending] = useState(false);
  const [waiting, setWaiting] = useState<Answer | null>(null);

  useEffect(() => setWaiting(keptAnswer(codeKey)), [codeKey]);

  const send = async (kept: Answer) => {
    setIsSending(true);
    try {
      await sendAnswer(codeKey, kept);
      dropAnswer(codeKey);
      // The server shows what was stored.
      window.location.reload();
    } catch (error) {
      setIsSending(false);
      if (!(error instanceof ServiceError)) throw error;
      if (isUnsent(error)) return setWaiting(kept);
      dropAnswer(codeKey);
      setWaiting(null);
      const other = error.issues.find(({ rule }) => rule === "answeredBy");
      setRefusal(other ? t("answeredBy", { name: other.names ?? "" }) : t("refused"));
    }
  };
  const latest = useRef(send);
  latest.current = send;
  useEffect(() => {
    if (!waiting) return;
    const retry = () => void latest.current(waiting);
    const timer = setInterval(retry, RETRY_MS);
    window.addEventListener("online", retry);
    return () => {
      clearInterval(timer);
      window.removeEventListener("online", retry);
    };
  }, [waiting]);

  const submit = (data: FormData) => {
    const receiverName = String(data.get("receiverName") ?? "").trim();
    const remark = String(data.get("remark") ?? "").trim();
    const wrong: Issues = {
      ...(answer === null && { answer: t("issue.answer") }),
      ...(receiverName === "" && { receiverName: t("issue.name") }),
      ...(answer !== null && answer !== "accepted" && remark === "" && { remark: t("issue.remark") }),
      ...(!isDrawn && { drawing: t("issue.drawing") }),
    };
    setIssues(wrong);
    setRefusal(null);
    if (answer === null || !canvas.current || Object.keys(wrong).length > 0) return;
    const whole: Answer = {
      ...{ answer, receiverName, remark, photos, drawing: drawingOf(canvas.current) },
      ...{ clientKey: requestKey(), answeredAt: Date.now() },
    };
    // Kept before it is sent: a phone may be switched off in between.
    if (!keepAnswer(codeKey, whole) && photos.length > 0) keepAnswer(codeKey, { ...whole, photos: [] });
    void send(whole);
  };
  const addPhotos = async (files: FileList | null) => {
    const chosen = [...(files ?? [])].slice(0, MOST_PHOTOS - photos.length);
    const made = await Promise.allSettled(chosen.map(smallPhoto));
    setPhotos((known) => [...known, ...made.flatMap((one) => (one.status === "fulfilled" ? [one.value] : []))]);
    const isUnread = made.some(({ status }) => status === "rejected");
    setIssues(({ photos: _, ...others }) => (isUnread ? { ...others, photos: t("issue.photo") } : others));
  };

  if (waiting)
    return (
      <Alert tone="warning">
        <span className="flex items-start gap-2">
          <WifiOff aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
          <span>
            <span className="block font-medium">{t("waiting")}</span>
            <span className="block text-sm">{t("waitingHint")}</span>
          </span>
        </span>
        <Button className="mt-3" loading={isSending} onClick={() => void send(waiting)}>
          {t("sendNow")}
        </Button>
      </Alert>
    );
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        submit(new FormData(event.currentTarget));
      }}
      className="flex flex-col gap-4"
    >
      {refusal && <Alert tone="critical">{refusal}</Alert>}
      <fieldset className="flex flex-col gap-2">
        <legend className="mb-1 font-medium text-sm">{t("answer")}</legend>
        {HANDOVER_ANSWERS.map((value) => (
          <label
            key={value}
            className={cn(
              "flex min-h-12 cursor-pointer items-center gap-3 rounded-lg border px-4 py-2 font-medium hover:bg-accent",
              TONE[value],
            )}
          >
            <input
              type="radio"
              name="answer"
              value={value}
              checked={answer === value}
              onChange={() => setAnswer(value)}
              className="size-5 accent-primary"
            />
            {t(`choice.${value}`)}
          </label>
        ))}
        {issues.answer && (
          <p role="alert" className="text-critical text-sm">
            {issues.answer}
          </p>
        )}
      </fieldset>
      {answer !== null && answer !== "accepted" && (
        <Field label={t(answer === "refused" ? "reason" : "remark")} issue={issues.remark} required>
          {(control) => <Textarea {...control} name="remark" rows={3} maxLength={REMARK_LENGTH} />}
        </Field>
      )}
      <Field label={t("photos")} hint={t("photosHint", { count: MOST_PHOTOS })} issue={issues.photos}>
        {(control) => (
          <div className="flex flex-wrap items-center gap-2">
            {photos.map((photo, index) => (
              <span key={photo.slice(-24)} className="relative">
                <img
                  src={`data:image/jpeg;base64,${photo}`}
                  alt={t("photo", { number: index + 1 })}
                  className="size-20 rounded-md border object-cover"
                />
                <button
                  type="button"
                  aria-label={t("removePhoto", { number: index + 1 })}
                  onClick={() => setPhotos((known) => known.filter((one) => one !== photo))}
                  className="absolute -top-2 -right-2 grid size-7 place-items-center rounded-full border bg-card"
                >
                  <X aria-hidden="true" className="size-4" />
                </button>
              </span>
            ))}
            {photos.length < MOST_PHOTOS && (
              <label className={cn(buttonVariants(), "cursor-pointer focus-within:ring-2 focus-within:ring-ring")}>
                <Camera aria-hidden="true" />
                {t("takePhoto")}
                <input
                  {...control}
                  type="file"
                  accept="image/*"
                  capture="environment"
                  className="sr-only"
                  onChange={(event) => {
                    void addPhotos(event.target.files);
                    event.target.value = "";
                  }}
                />
              </label>
            )}
          </div>
        )}
      </Field>
      <Field label={t("name")} issue={issues.receiverName} required>
        {(control) => <Input {...control} name="receiverName" maxLength={60} autoComplete="name" />}
      </Field>
      <div className="flex flex-col gap-1">
        <p className="flex items-center justify-between gap-2">
          <span className="font-medium text-sm">{t("drawing")}</span>
          <Button
            size="sm"
            variant="ghost"
            disabled={!isDrawn}
            onClick={() => {
              canvas.current?.getContext("2d")?.clearRect(0, 0, SIGNATURE_SIZE.width, SIGNATURE_SIZE.height);
              setIsDrawn(false);
            }}
          >
            <Eraser aria-hidden="true" />
            {t("clear")}
          </Button>
        </p>
        <div className="relative overflow-hidden rounded-lg border border-border-strong bg-white">
          <span aria-hidden="true" className="absolute inset-x-[6%] bottom-[22%] border-neutral-300 border-b" />
          {!isDrawn && (
            <span
              aria-hidden="true"
              className="pointer-events-none absolute inset-x-0 top-1/3 text-center text-neutral-500"
            >
              {t("drawHere")}
            </span>
          )}
          <SignaturePad canvas={canvas} label={t("drawing")} onDraw={() => setIsDrawn(true)} />
        </div>
        {issues.drawing && (
          <p role="alert" className="text-critical text-sm">
            {issues.drawing}
          </p>
        )}
      </div>
      <Button type="submit" variant="primary" size="lg" loading={isSending}>
        <Send aria-hidden="true" />
        {t("send")}
      </Button>
      <p className="text-pretty text-muted-foreground text-xs">{t("legal")}</p>
    </form>
  );
}
