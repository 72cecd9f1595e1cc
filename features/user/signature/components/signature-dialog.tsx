"use client";

import { Eraser } from "lucide-react";
import { useTranslations } from "next-intl";
import { useRef, useState } from "react";
import { SIGNATURE_SIZE, SignaturePad } from "@/components/form/signature-pad";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Dialog, DialogBody, DialogClose, DialogContent, DialogFooter, DialogHeader } from "@/components/ui/dialog";
import { useCall } from "../../profile/components/use-call";
import { saveSignature } from "../client";

const pictureOf = (canvas: HTMLCanvasElement) =>
  new Promise<Blob>((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("the canvas gave no picture"))), "image/png"),
  );

/** Replaces the signature by a drawn one. */
export function SignatureDialog({ onClose, onDone }: { onClose: () => void; onDone: () => void }) {
  const t = useTranslations("profile.signature");
  const canvas = useRef<HTMLCanvasElement>(null);
  const [isDrawn, setIsDrawn] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const { run, pending } = useCall(setError);

  const clear = () => {
    canvas.current?.getContext("2d")?.clearRect(0, 0, SIGNATURE_SIZE.width, SIGNATURE_SIZE.height);
    setIsDrawn(false);
  };
  const save = async () => {
    if (!canvas.current) return;
    const picture = await pictureOf(canvas.current);
    await run(() => saveSignature(picture), onDone);
  };
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent
        className="w-[640px]"
        // A click outside must not discard the drawing.
        onInteractOutside={(event) => isDrawn && event.preventDefault()}
      >
        <DialogHeader title={t("drawTitle")} description={t("drawHint")} />
        <DialogBody className="flex flex-col gap-3">
          {error && <Alert tone="critical">{error}</Alert>}
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
            <SignaturePad canvas={canvas} label={t("sheet")} onDraw={() => setIsDrawn(true)} />
          </div>
        </DialogBody>
        <DialogFooter>
          <Button variant="ghost" disabled={!isDrawn || pending} onClick={clear} className="mr-auto">
            <Eraser aria-hidden="true" />
            {t("clear")}
          </Button>
          <DialogClose asChild>
            <Button>{t("cancel")}</Button>
          </DialogClose>
          <Button variant="primary" disabled={!isDrawn} loading={pending} onClick={save}>
            {t("save")}
          </Button>
        </DialogFooter>
      </DialogContent>
    </Dialog>
  );
}
