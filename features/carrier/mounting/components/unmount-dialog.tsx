"use client";

import { useTranslations } from "next-intl";
import { EndingDialog } from "@/components/dialog/ending-dialog";
import { unmount } from "../mounting.client";

type Named = { id: number; name: string };
type UnmountDialogProps = { carrier: Named; device: Named; onClose: () => void; onDone: () => void };

/** Asks for a reason and unmounts the device. */
export function UnmountDialog({ carrier, device, onClose, onDone }: UnmountDialogProps) {
  const t = useTranslations("mounting");
  return (
    <EndingDialog
      title={t("unmountTitle", { name: device.name, carrier: carrier.name })}
      text={t("unmountText")}
      confirmLabel={t("unmount")}
      reasonLabel={t("reason")}
      send={(reason) => unmount(carrier.id, { deviceId: device.id, reason })}
      onClose={onClose}
      onDone={onDone}
    />
  );
}
