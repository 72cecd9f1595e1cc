"use client";

import { useTranslations } from "next-intl";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { Alert } from "@/components/ui/alert";
import { Dialog, DialogBody, DialogContent, DialogHeader } from "@/components/ui/dialog";

/** Shows the camera image until a bar code or QR code is recognised. */
export function ScanDialog({ onCode, onClose }: { onCode: (text: string) => void; onClose: () => void }) {
  const t = useTranslations("common.scan");
  const video = useRef<HTMLVideoElement>(null);
  const [isDenied, setIsDenied] = useState(false);
  const found = useEffectEvent(onCode);
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
                {t("searching")}
              </p>
            </>
          )}
        </DialogBody>
      </DialogContent>
    </Dialog>
  );
}
