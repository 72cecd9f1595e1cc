"use client";

import { ScanLine } from "lucide-react";
import { useTranslations } from "next-intl";
import { lazy, Suspense, useEffect, useState } from "react";
import { Button } from "@/components/ui/button";

// The code reader is large: it is loaded with the first scan and never preloaded.
const ScanDialog = lazy(async () => ({ default: (await import("./scan-dialog")).ScanDialog }));

type ScanButtonProps = {
  /** The field that receives the code. */
  label: string;
  /** The text of the bar code or QR code. */
  onCode: (text: string) => void;
};

/** Reads a code with the camera; renders nothing without a camera. */
export function ScanButton({ label, onCode }: ScanButtonProps) {
  const t = useTranslations("common.scan");
  const [hasCamera, setHasCamera] = useState(false);
  const [isScanning, setIsScanning] = useState(false);
  useEffect(() => {
    let isGone = false;
    // Without a secure connection the browser reports no cameras.
    navigator.mediaDevices
      ?.enumerateDevices()
      .then((devices) => !isGone && setHasCamera(devices.some(({ kind }) => kind === "videoinput")))
      .catch(() => {});
    return () => {
      isGone = true;
    };
  }, []);
  if (!hasCamera) return null;
  return (
    <>
      <Button onClick={() => setIsScanning(true)} aria-label={`${t("scan")}: ${label}`}>
        <ScanLine aria-hidden="true" />
        {t("scan")}
      </Button>
      {isScanning && (
        <Suspense>
          <ScanDialog
            onCode={(text) => {
              setIsScanning(false);
              onCode(text);
            }}
            onClose={() => setIsScanning(false)}
          />
        </Suspense>
      )}
    </>
  );
}
