"use client";

import { useTranslations } from "next-intl";
import { Field } from "@/components/form/field";
import { FormGrid, spanBoth } from "@/components/form/form-layout";
import { Input } from "@/components/ui/input";
import { Select } from "@/components/ui/select";
import { Textarea } from "@/components/ui/textarea";
import type { DeviceKind } from "@/db/enums";
import type { KnownFields } from "@/lib/page/device-window";
import { mayBecome } from "../activation.rules";
import { needsMac } from "../device.rules";
import type { DeviceDto } from "../device.schema";
import { useLabels } from "./labels";
import { TypeSelect } from "./type-select";

type BasicFieldsProps = {
  kind: DeviceKind;
  device: DeviceDto | null;
  types: readonly { code: string; name: string }[];
  typeCode: string;
  onType: (code: string) => void;
  issue: (path: string) => string | undefined;
  /** Values already known of a new device. */
  known: KnownFields;
};

/** Uses that the device may change to. A new device is enabled or unactivated. */
const usesFor = (device: DeviceDto | null) =>
  (["activated", "unactivated", "deactivated"] as const).filter((use) =>
    device ? use === device.use || mayBecome(device.use, use) : use !== "deactivated",
  );

/** Identity and basic operation of a device. */
export function BasicFields({ kind, device, types, typeCode, onType, issue, known }: BasicFieldsProps) {
  const t = useTranslations("device");
  const labels = useLabels();
  const label = (name: string) => ({ label: t(`field.${name}`), issue: issue(name) });
  // A disabled type stays selectable for devices that have it.
  const isOffered = types.some(({ code }) => code === device?.typeCode);
  const offered = device && !isOffered ? [...types, { code: device.typeCode, name: device.typeName }] : types;
  const isTypeFixed = device !== null && (device.lastSeenAt !== null || device.carriers.length > 0);
  return (
    <FormGrid>
      <Field {...label("name")} hint={device ? undefined : t("form.nameHint")} required={device !== null}>
        {(control) => <Input {...control} name="name" autoComplete="off" defaultValue={device?.name ?? known.name} />}
      </Field>
      <Field {...label("typeCode")} hint={isTypeFixed ? t("form.typeFixed") : undefined} required>
        {(control) => (
          <TypeSelect
            {...control}
            name="typeCode"
            types={offered}
            value={typeCode}
            onType={onType}
            fixed={isTypeFixed ? device.typeCode : undefined}
          />
        )}
      </Field>
      <Field {...label("serialNumber")} required>
        {(control) => (
          <Input
            {...control}
            name="serialNumber"
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            className="font-mono"
            defaultValue={device?.serialNumber ?? known.serialNumber}
          />
        )}
      </Field>
      <Field {...label("mac")} hint={t("form.macHint")} required={needsMac(kind)}>
        {(control) => (
          <Input
            {...control}
            name="mac"
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            className="font-mono"
            defaultValue={device?.mac ?? known.mac}
          />
        )}
      </Field>
      <Field {...label("use")}>
        {(control) => (
          <Select {...control} name="use" defaultValue={device?.use ?? "activated"}>
            {usesFor(device).map((use) => (
              <option key={use} value={use}>
                {labels.use(kind, use)}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <Field {...label("reportIntervalSeconds")} hint={t("form.intervalHint")}>
        {(control) => (
          <Input
            {...control}
            name="reportIntervalSeconds"
            inputMode="numeric"
            autoComplete="off"
            defaultValue={device?.reportIntervalSeconds}
          />
        )}
      </Field>
      <Field {...label("utcOffsetHours")}>
        {(control) => (
          <Select {...control} name="utcOffsetHours" defaultValue={device?.utcOffsetHours ?? ""}>
            <option value="">{t("form.unset")}</option>
            {Array.from({ length: 25 }, (_, index) => 12 - index).map((hours) => (
              <option key={hours} value={hours}>
                {`UTC${hours < 0 ? "−" : "+"}${Math.abs(hours)}`}
              </option>
            ))}
          </Select>
        )}
      </Field>
      {(kind === "sensor" || kind === "gas") && (
        <Field {...label("calibrationDueOn")} hint={device?.hasCertificate ? t("form.dueByCertificate") : undefined}>
          {(control) => (
            <Input
              {...control}
              name="calibrationDueOn"
              type="date"
              readOnly={device?.hasCertificate}
              defaultValue={device?.calibrationDueOn ?? ""}
            />
          )}
        </Field>
      )}
      <Field {...label("description")} className={spanBoth}>
        {(control) => <Textarea {...control} name="description" maxLength={250} defaultValue={device?.description} />}
      </Field>
    </FormGrid>
  );
}
