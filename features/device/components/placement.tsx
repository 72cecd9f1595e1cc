"use client";

import { LogOut, Plug, Plus, Replace, Unlink, Unplug } from "lucide-react";
import dynamic from "next/dynamic";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useAddressState } from "@/components/dialog/use-address-state";
import { Button } from "@/components/ui/button";
import { showToast } from "@/components/ui/toast-store";
import { isMountedKind } from "@/features/carrier/mounting/mounting.rules";
import type { BindingPeriod, MountingPeriod } from "../detail.schema";
import type { DeviceDto } from "../device.schema";
import { changeBase, unbind, unmountDevice } from "../placement.client";
import type { PlacementRights } from "../placement.schema";
import { ReplaceDevice } from "../replacement/components/replace-device";
import { SwitchHistory } from "../replacement/components/switch-history";
import { BindingsCard, MountingsCard } from "./history-cards";

// Loaded on demand.
const PutForm = dynamic(() => import("./put-form").then((module) => module.PutForm), { ssr: false });
const EmbedForm = dynamic(() => import("./embed-form").then((module) => module.EmbedForm), { ssr: false });
const EndingDialog = dynamic(() => import("@/components/dialog/ending-dialog").then((module) => module.EndingDialog), {
  ssr: false,
});

type PlacementProps = {
  device: DeviceDto;
  mountings: readonly MountingPeriod[];
  /** Null without permission. */
  bindings: readonly BindingPeriod[] | null;
  rights: PlacementRights;
  now: number;
  timeZone: string;
  onChanged: () => void;
};

type Asked =
  | { verb: "put" }
  | { verb: "takeDown"; mounting: MountingPeriod }
  | { verb: "embed" | "unbind" | "fallOff"; binding: BindingPeriod };

/** Present and past carriers of a device, with actions. */
export function Placement({ device, mountings, bindings, rights, now, timeZone, onChanged }: PlacementProps) {
  const t = useTranslations("device.placement");
  const [asked, setAsked] = useState<Asked | null>(null);
  const { kind, id } = device;
  const isMounted = isMountedKind(kind);
  const current = bindings?.find(({ unboundAt }) => unboundAt === null);
  const isFree = current === undefined && mountings.every(({ unmountedAt }) => unmountedAt !== null);
  const put = rights.put && isFree && device.use !== "deactivated" && (isMounted || bindings !== null) && (
    <Button size="sm" onClick={() => setAsked({ verb: "put" })}>
      <Plus aria-hidden="true" />
      {t(isMounted ? "mount" : "bind")}
    </Button>
  );
  const clock = { now, timeZone };
  const ofMounting = (mounting: MountingPeriod) =>
    mounting.unmountedAt === null && isMounted ? (
      <>
        {rights.replace && <ReplaceButton id={`${mounting.carrierId}-${id}`} />}
        {rights.takeOff && current === undefined && (
          <Button size="sm" variant="ghost" onClick={() => setAsked({ verb: "takeDown", mounting })}>
            <Unplug aria-hidden="true" />
            {t("takeDown")}
          </Button>
        )}
      </>
    ) : null;
  const ofBinding = (binding: BindingPeriod) =>
    binding.unboundAt === null && !isMounted ? (
      <>
        {rights.embed && binding.state === "embedded" && (
          <Button size="sm" onClick={() => setAsked({ verb: "fallOff", binding })}>
            <LogOut aria-hidden="true" />
            {t("fallOff")}
          </Button>
        )}
        {rights.embed && binding.state !== "embedded" && (
          <Button size="sm" onClick={() => setAsked({ verb: "embed", binding })}>
            <Plug aria-hidden="true" />
            {t("embed")}
          </Button>
        )}
        {rights.replace && binding.carrier && <ReplaceButton id={`${binding.carrier.id}-${id}`} />}
        {rights.takeOff && (
          <Button size="sm" variant="ghost" onClick={() => setAsked({ verb: "unbind", binding })}>
            <Unlink aria-hidden="true" />
            {t("unbind")}
          </Button>
        )}
      </>
    ) : null;
  const done = (text: string) => () => {
    setAsked(null);
    showToast("normal", text);
    onChanged();
  };
  // The mountings of a device that is bound as a whole only repeat its bindings.
  const showsMountings = isMounted || (mountings.length > 0 && !bindings?.length);
  const showsBindings = bindings !== null && (isMounted ? bindings.length > 0 : bindings.length > 0 || !showsMountings);
  const close = () => setAsked(null);
  return (
    <>
      {showsMountings && (
        <MountingsCard
          mountings={mountings}
          aside={isMounted ? put : undefined}
          actionsOf={ofMounting}
          opens={rights.open}
          {...clock}
        />
      )}
      {showsBindings && (
        <BindingsCard
          bindings={bindings}
          aside={isMounted ? undefined : put}
          actionsOf={ofBinding}
          opens={rights.open}
          {...clock}
        />
      )}
      <SwitchHistory deviceId={id} mayReplace={rights.replace} {...clock} />
      {asked?.verb === "put" && (
        <PutForm
          device={device}
          timeZone={timeZone}
          onClose={close}
          onDone={done(t(isMounted ? "mounted" : "bound", { name: device.name }))}
        />
      )}
      {asked?.verb === "embed" && (
        <EmbedForm base={device} binding={asked.binding} onClose={close} onDone={done(t("embedded"))} />
      )}
      {asked?.verb === "takeDown" && (
        <EndingDialog
          title={t("takeDownTitle", { name: device.name, carrier: asked.mounting.carrierName })}
          text={t("takeDownText")}
          confirmLabel={t("takeDown")}
          reasonLabel={t("reason")}
          send={(reason) => unmountDevice(device, asked.mounting.carrierId, reason)}
          onClose={close}
          onDone={done(t("takenDown", { name: device.name }))}
        />
      )}
      {(asked?.verb === "unbind" || asked?.verb === "fallOff") && (
        <EndingDialog
          title={t(`${asked.verb}Title`, { name: device.name })}
          text={t(`${asked.verb}Text`)}
          confirmLabel={t(asked.verb)}
          reasonLabel={t("reason")}
          send={(reason) =>
            asked.verb === "unbind"
              ? unbind(device, asked.binding.id, reason)
              : changeBase({ id: asked.binding.id, action: "fallOff", reason })
          }
          onClose={close}
          onDone={done(t(`${asked.verb}Done`, { name: device.name }))}
        />
      )}
      {rights.replace && <ReplaceDevice {...clock} onClosed={onChanged} />}
    </>
  );
}

/** Opens the replacement dialog through the address, as `<carrier>-<device>`. */
function ReplaceButton({ id }: { id: string }) {
  const t = useTranslations("device.placement");
  const address = useAddressState("replace");
  return (
    <Button size="sm" onClick={() => address.open(id)}>
      <Replace aria-hidden="true" />
      {t("replace")}
    </Button>
  );
}
