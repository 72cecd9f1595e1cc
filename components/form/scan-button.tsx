"use client";

import { ScanLine } from "lucide-react";
import { useTranslations } from "next-intl";
import { lazy, Suspense, useEffect, useState } from "react";
import { Button } from "@/components/ui/button";

// The reader of codes is large: it comes with the first scan, and no page announces it before.
const ScanDialog = lazy(async () => ({ default: (await import("./scan-dialog")).ScanDialog }));

type ScanButtonProps = {
  /** The field that the code is for. */
  label: string;
  /** What the bar code or QR code says. */
  onCode: (text: string) => void;
};

/** Reads a code by the camera; nothing where there is none. */
export function ScanButton({ label, onCode }: ScanButtonProps) {
  const t = useTranslations("common.scan");
  const [hasCamera, setHasCamera] = useState(false);
  const [isScanning, setIsScanning] = useState(false);
  useEffect(() => {
    let isGone = false;
    // Without a secure connection a page is not told of any.
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
