"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useId, useState } from "react";
import { spanBoth } from "@/components/form/form-layout";
import { showToast } from "@/components/ui/toast-store";
import { ServiceError } from "@/lib/http/call-service";
import { DeviceList } from "../../push/components/device-list";
import { contactDevicesQuery, endContactDevice } from "../../push/push.client";
import type { ContactDeviceDto } from "../../push/push.schema";

type ContactDevicesProps = { contactId: number; clock: { timeZone: string; now: number } };

/** The devices of the account from which a contact was imported. An administrator can end one, such as a lost phone. */
export function ContactDevices({ contactId, clock }: ContactDevicesProps) {
  const t = useTranslations("contact.devices");
  const tError = useTranslations("error");
  const titleId = useId();
  const client = useQueryClient();
  const { data = [] } = useQuery(contactDevicesQuery(contactId));
  const [pending, setPending] = useState(false);
  if (data.length === 0) return null;
  const end = async ({ id }: ContactDeviceDto) => {
    setPending(true);
    try {
      await endContactDevice(id);
      showToast("normal", t("ended"));
    } catch (error) {
      showToast("critical", tError(error instanceof ServiceError ? error.key : "INTERNAL"));
    } finally {
      await client.invalidateQueries(contactDevicesQuery(contactId));
      setPending(false);
    }
  };
  return (
    <section aria-labelledby={titleId} className={spanBoth}>
      <h3 id={titleId} className="font-medium text-sm">
        {t("title")}
      </h3>
      <div className="mt-1.5 rounded-md border [&>ul]:border-t-0">
        <DeviceList
          devices={data}
          pending={pending}
          clock={clock}
          action={t("end")}
          onAction={(device) => void end(device)}
          mayAct={({ endedAt }) => endedAt === null}
        />
      </div>
    </section>
  );
}
