"use client";

import { useTranslations } from "next-intl";
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from "react";
import { Alert } from "@/components/ui/alert";
import { Dialog, DialogBody, DialogContent, DialogHeader } from "@/components/ui/dialog";

type ScanDialogProps = {
  onCode: (text: string) => void;
  onClose: () => void;
  /** In a series: what became of the last code. */
  status?: ReactNode;
};

/** The camera sees a code in every frame: the same one counts again only after this time. */
const SAME_CODE_MS = 3000;

/** Shows the camera image and tells each bar code or QR code that is recognised. */
export function ScanDialog({ onCode, onClose, status }: ScanDialogProps) {
  const t = useTranslations("common.scan");
  const video = useRef<HTMLVideoElement>(null);
  const [isDenied, setIsDenied] = useState(false);
  const last = useRef({ text: "", at: 0 });
  const found = useEffectEvent((text: string) => {
    const now = Date.now();
    const isSame = text === last.current.text && now - last.current.at < SAME_CODE_MS;
    last.current = { text, at: now };
    if (!isSame) onCode(text);
  });
  useEffect(() => {
    let stop = () => {};
    let isGone = false;
    const start = async () => {
      const { BrowserMultiFormatReader } = await import("@zxing/browser");
      if (isGone || !video.current) return;
      const controls = await new BrowserMultiFormatReader().decodeFromConstraints(
        { video: { facingMode: "environment" } },
        video.current,
        (result) => {
          if (result && !isGone) found(result.getText());
        },
      );
      stop = () => controls.stop();
      if (isGone) stop();
    };
    start().catch(() => setIsDenied(true));
    return () => {
      isGone = true;
      stop();
    };
  }, []);
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent>
        <DialogHeader title={t("title")} />
        <DialogBody className="flex flex-col gap-3">
          {isDenied ? (
            <Alert tone="critical">{t("denied")}</Alert>
          ) : (
            <>
              <video ref={video} muted playsInline className="aspect-square w-full rounded-md bg-black object-cover" />
              <p role="status" className="text-center text-muted-foreground text-sm">
                {status ?? t("searching")}
              </p>
            </>
          )}
        </DialogBody>
      </DialogContent>
    </Dialog>
  );
}
