"use client";

import { RefreshCw } from "lucide-react";
import { useTranslations } from "next-intl";
import { useCallback, useEffect, useState } from "react";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { Dialog, DialogBody, DialogContent, DialogHeader } from "@/components/ui/dialog";
import { Spinner } from "@/components/ui/spinner";
import { type LoginQrcode, readQrcode } from "../client";
import { clockOf, secondsUntil } from "../rules";

type State = { code: LoginQrcode | null; isFailed: boolean; isLoading: boolean };

/** Shows the code with which another device logs in as the user, its remaining validity, and a button to renew it. */
export function QrcodeDialog({ onClose }: { onClose: () => void }) {
  const t = useTranslations("shell.qrcode");
  const [{ code, isFailed, isLoading }, setState] = useState<State>({ code: null, isFailed: false, isLoading: true });
  const [now, setNow] = useState(() => Date.now());

  const load = useCallback(async (verb: "get" | "refresh", signal: AbortSignal) => {
    setState((state) => ({ ...state, isFailed: false, isLoading: true }));
    try {
      const code = await readQrcode(verb, signal);
      setNow(Date.now());
      setState({ code, isFailed: false, isLoading: false });
    } catch {
      if (!signal.aborted) setState({ code: null, isFailed: true, isLoading: false });
    }
  }, []);

  useEffect(() => {
    const controller = new AbortController();
    load("get", controller.signal);
    return () => controller.abort();
  }, [load]);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);

  const seconds = code ? secondsUntil(code.expiresAt, now) : 0;
  const isOver = code !== null && seconds === 0;
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent className="w-96">
        <DialogHeader title={t("title")} description={t("hint")} />
        <DialogBody className="flex flex-col items-center gap-4 py-6">
          <div className="relative grid size-56 place-items-center overflow-hidden rounded-lg border bg-white">
            {/* Always dark on white, as scanners require. */}
            {code && <img src={code.qrcode} alt={t("picture")} className={cn("size-full", isOver && "opacity-10")} />}
            {isLoading && !code && <Spinner className="size-6 text-neutral-500" />}
            {(isOver || isFailed) && (
              <p role="status" className="absolute inset-x-4 text-center font-medium text-neutral-900">
                {t(isFailed ? "failed" : "over")}
              </p>
            )}
          </div>
          <p className="text-center text-muted-foreground text-sm tabular-nums" aria-live="off">
            {code && !isOver ? t("left", { time: clockOf(seconds) }) : "\u00a0"}
          </p>
          <Button
            variant={isOver || isFailed ? "primary" : "secondary"}
            loading={isLoading && code !== null}
            onClick={() => load("refresh", new AbortController().signal)}
          >
            {!(isLoading && code !== null) && <RefreshCw aria-hidden="true" />}
            {t("refresh")}
          </Button>
        </DialogBody>
      </DialogContent>
    </Dialog>
  );
}
