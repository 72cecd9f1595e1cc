import { X } from "lucide-react";
import { useTranslations } from "next-intl";
import { ButtonLink } from "@/components/layout/button-link";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { carrierPage } from "@/lib/page/carrier-page";
import { registrationPath } from "@/lib/page/device-window";
import type { CarrierDto } from "../carrier.schema";

/** After a carrier was created: nothing measures it yet, so its sensor is registered or mounted next. */
export function NextStep({ carrier, onClose }: { carrier: CarrierDto; onClose: () => void }) {
  const t = useTranslations("carrier.nextStep");
  const tAction = useTranslations("common.action");
  const { id, name, customerId, customerName } = carrier;
  const known = { carrier: String(id), carrierName: name, customer: String(customerId), customerName };
  return (
    <Alert
      className="shrink-0 max-sm:flex-wrap"
      action={
        <span className="flex flex-wrap items-center gap-2">
          <ButtonLink size="sm" variant="primary" href={registrationPath("sensor", known)} prefetch={false}>
            {t("register")}
          </ButtonLink>
          <ButtonLink size="sm" href={carrierPage(id, "devices")} prefetch={false}>
            {t("open")}
          </ButtonLink>
          <Button size="icon-sm" variant="ghost" aria-label={tAction("close")} onClick={onClose}>
            <X aria-hidden="true" />
          </Button>
        </span>
      }
    >
      {t("text", { name })}
    </Alert>
  );
}
