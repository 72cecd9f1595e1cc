"use client";

import { Plus } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useAddressState } from "@/components/dialog/use-address-state";
import { EmptyState } from "@/components/layout/empty-state";
import { ErrorState } from "@/components/layout/error-state";
import { Button } from "@/components/ui/button";
import { Card, CardHeader, CardTitle } from "@/components/ui/card";
import { Skeleton } from "@/components/ui/skeleton";
import { showToast } from "@/components/ui/toast-store";
import type { DeviceKind } from "@/db/enums";
import { useCurrentMountings } from "../mounting.client";
import { isMountedKind } from "../mounting.rules";
import type { MountingDto } from "../mounting.schema";
import { MountDialog } from "./mount-dialog";
import { MountedDevice } from "./mounted-device";
import { PastMountings } from "./past-mountings";
import { UnmountDialog } from "./unmount-dialog";

type MountingPanelProps = {
  carrier: { id: number; name: string };
  /** `replace`: the page has a dialog that the URL parameter `replace` opens, as `<carrier>-<device>`. */
  rights: { mount: boolean; replace: boolean };
  /** The window of a device, for users who may view its kind. */
  hrefOf?: (device: { id: number; kind: DeviceKind }) => string | undefined;
  now: number;
  timeZone: string;
};

/** A device that is not visible has no actions. */
const isSeen = (mounting: MountingDto): mounting is MountingDto & { deviceName: string } =>
  mounting.deviceName !== null;

/** The devices mounted on a carrier with their live values, and earlier ones. */
export function MountingPanel({ carrier, rights, hrefOf, now, timeZone }: MountingPanelProps) {
  const t = useTranslations("mounting");
  const { items, isError, refetch, refresh } = useCurrentMountings(carrier.id, now);
  const replacing = useAddressState("replace");
  const [isMounting, setMounting] = useState(false);
  const [leaving, setLeaving] = useState<{ id: number; name: string } | null>(null);
  const mount = rights.mount && (
    <Button size="sm" onClick={() => setMounting(true)}>
      <Plus aria-hidden="true" />
      {t("mount")}
    </Button>
  );
  const clock = { now, timeZone };
  return (
    <Card>
      <CardHeader>
        <CardTitle>{t("title")}</CardTitle>
        {items && items.length > 0 && (
          <span className="text-muted-foreground text-xs tabular-nums">{t("count", { count: items.length })}</span>
        )}
        {items && items.length > 0 && mount}
      </CardHeader>
      {!items && isError && (
        <ErrorState title={t("failed")} action={<Button onClick={() => void refetch()}>{t("retry")}</Button>} />
      )}
      {!items && !isError && (
        <div className="flex flex-col gap-2 p-4">
          <Skeleton className="h-10" />
          <Skeleton className="h-10" />
        </div>
      )}
      {items?.length === 0 && (
        <EmptyState title={t("emptyTitle")} action={mount}>
          {t("emptyText")}
        </EmptyState>
      )}
      {items && items.length > 0 && (
        <ul className="divide-y">
          {items.map((mounting) => (
            <MountedDevice
              key={`${mounting.deviceId} ${mounting.from}`}
              mounting={mounting}
              {...clock}
              href={isSeen(mounting) ? hrefOf?.({ id: mounting.deviceId, kind: mounting.kind }) : undefined}
              onUnmount={
                rights.mount && isSeen(mounting) && isMountedKind(mounting.kind)
                  ? () => setLeaving({ id: mounting.deviceId, name: mounting.deviceName })
                  : undefined
              }
              onReplace={
                rights.replace && isSeen(mounting)
                  ? () => replacing.open(`${carrier.id}-${mounting.deviceId}`)
                  : undefined
              }
            />
          ))}
        </ul>
      )}
      <PastMountings carrierId={carrier.id} {...clock} />
      {isMounting && (
        <MountDialog
          carrier={carrier}
          timeZone={timeZone}
          onClose={() => setMounting(false)}
          onDone={(name) => {
            setMounting(false);
            showToast("normal", t("mounted", { name }));
            void refresh();
          }}
        />
      )}
      {leaving && (
        <UnmountDialog
          carrier={carrier}
          device={leaving}
          onClose={() => setLeaving(null)}
          onDone={() => {
            showToast("normal", t("unmounted", { name: leaving.name }));
            setLeaving(null);
            void refresh();
          }}
        />
      )}
    </Card>
  );
}
