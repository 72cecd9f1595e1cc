"use client";

import { ScanLine } from "lucide-react";
import { useTranslations } from "next-intl";
import { lazy, type ReactNode, Suspense, useEffect, useState } from "react";
import { Button } from "@/components/ui/button";

// The code reader is large: it is loaded with the first scan and never preloaded.
const ScanDialog = lazy(async () => ({ default: (await import("./scan-dialog")).ScanDialog }));

type ScanButtonProps = {
  /** The field that receives the code. */
  label: string;
  /** The text of the bar code or QR code. */
  onCode: (text: string) => void;
  /** Several codes in a row: the camera stays on, and shows what became of the last code. */
  series?: { status: ReactNode };
};

/** Reads a code with the camera; renders nothing without a camera. */
export function ScanButton({ label, onCode, series }: ScanButtonProps) {
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
              if (!series) setIsScanning(false);
              onCode(text);
            }}
            onClose={() => setIsScanning(false)}
            status={series?.status}
          />
        </Suspense>
      )}
    </>
  );
}
