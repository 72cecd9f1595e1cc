import { useTranslations } from "next-intl";
import { StateBadge } from "@/components/value/state-badge";
import { Link } from "@/lib/i18n/navigation";
import { carrierPage } from "@/lib/page/carrier-page";
import { windowOf } from "@/lib/page/device-window";
import type { FindingDto } from "../task.schema";
import { useTaskTexts } from "./task-texts";

/** Which records the reader may open from a finding. */
export type Links = { exception: boolean; order: boolean };

const linkClass = "wrap-anywhere hover:text-primary hover:underline";

/** The device that was off. */
export function FoundDevice({ finding }: { finding: FindingDto }) {
  const { deviceName } = useTaskTexts();
  const { device } = finding;
  if (device.name === null) return <span className="text-muted-foreground">{deviceName(finding)}</span>;
  return (
    <Link href={windowOf(device.kind, device.id)} prefetch={false} className={`font-medium ${linkClass}`}>
      {device.name}
    </Link>
  );
}

/** Where it was mounted. */
export function FoundCarrier({ finding: { carrier } }: { finding: FindingDto }) {
  const t = useTranslations("common.unseen");
  if (!carrier) return <span className="text-muted-foreground">–</span>;
  if (carrier.name === null) return <span className="text-muted-foreground">{t("carrier")}</span>;
  return (
    <Link href={carrierPage(carrier.id)} prefetch={false} className={linkClass}>
      {carrier.name}
    </Link>
  );
}

/** Whether it has been heard since. */
export function FoundState({ finding: { isOff } }: { finding: FindingDto }) {
  const t = useTranslations("monitorTask.findingState");
  return (
    <StateBadge plain tone={isOff ? "offline" : "normal"}>
      {t(isOff ? "off" : "back")}
    </StateBadge>
  );
}

/** What followed: the exception, the work order, or the silent gateway whose matter it is. */
export function FoundSequel({ finding, links }: { finding: FindingDto; links: Links }) {
  const t = useTranslations("monitorTask");
  const tUnseen = useTranslations("common.unseen");
  const { gateway, exceptionId, order } = finding;
  const parts = [
    gateway && (
      <span key="gateway" className="text-muted-foreground">
        {t("behind")}{" "}
        {gateway.name === null ? (
          tUnseen("device")
        ) : (
          <Link href={windowOf("gateway", gateway.id)} prefetch={false} className={linkClass}>
            {gateway.name}
          </Link>
        )}
      </span>
    ),
    exceptionId !== null && links.exception && (
      <Link key="exception" href={`/abnormal/dataex?id=${exceptionId}`} prefetch={false} className={linkClass}>
        {t("toException")}
      </Link>
    ),
    order && links.order && (
      <Link key="order" href={`/workOrderDetail?id=${order.id}`} prefetch={false} className={linkClass}>
        {order.number}
      </Link>
    ),
  ].filter(Boolean);
  if (parts.length === 0) return <span className="text-muted-foreground">–</span>;
  return <span className="flex flex-wrap gap-x-3 gap-y-1">{parts}</span>;
}
