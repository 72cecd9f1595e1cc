"use client";

import { Camera } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useIssueText } from "@/components/form/use-record-form";
import { buttonVariants } from "@/components/ui/button-variants";
import { cn } from "@/components/ui/cn";
import { Spinner } from "@/components/ui/spinner";
import { ServiceError } from "@/lib/http/call-service";
import { requestKey } from "@/lib/http/request-key";
import { photoAddress, sendPhoto } from "../order.client";
import type { WorkOrderDetailDto } from "../order.schema";

type PhotosProps = { order: WorkOrderDetailDto; onDone: () => void };

/** The photos of an order; on a phone, the button opens the camera. */
export function Photos({ order, onDone }: PhotosProps) {
  const t = useTranslations("workOrder.photo");
  const tError = useTranslations("error");
  const textOf = useIssueText();
  const [sending, setSending] = useState(0);
  const [failure, setFailure] = useState<string | null>(null);
  const add = async (file: File) => {
    setFailure(null);
    setSending((count) => count + 1);
    try {
      await sendPhoto(order.id, file, requestKey());
      onDone();
    } catch (error) {
      const issue = error instanceof ServiceError ? error.issues[0] : undefined;
      // What the browser cannot read is no picture.
      setFailure(error instanceof ServiceError ? (issue ? textOf(issue) : tError(error.key)) : t("unreadable"));
    } finally {
      setSending((count) => count - 1);
    }
  };
  return (
    <div className="flex flex-col gap-3">
      {order.photos.length > 0 && (
        <ul className="flex flex-wrap gap-2">
          {order.photos.map(({ file }, index) => (
            <li key={file}>
              <a href={photoAddress(order.id, file)} target="_blank" rel="noreferrer">
                {/* Not by next/image, which would make the picture public. */}
                <img
                  src={photoAddress(order.id, file)}
                  alt={t("of", { number: index + 1 })}
                  className="size-24 rounded-md border object-cover"
                  loading="lazy"
                />
              </a>
            </li>
          ))}
        </ul>
      )}
      {order.photos.length === 0 && !order.mayAdd && <p className="text-muted-foreground text-sm">{t("none")}</p>}
      {order.mayAdd && (
        <label
          className={cn(
            buttonVariants(),
            "cursor-pointer self-start focus-within:ring-2 focus-within:ring-ring",
            sending > 0 && "opacity-60",
          )}
        >
          {sending > 0 ? <Spinner /> : <Camera aria-hidden="true" />}
          {t("take")}
          <input
            type="file"
            accept="image/*"
            capture="environment"
            className="sr-only"
            onChange={({ target }) => {
              for (const file of target.files ?? []) void add(file);
              target.value = "";
            }}
          />
        </label>
      )}
      {failure && (
        <p role="alert" className="text-critical text-sm">
          {failure}
        </p>
      )}
    </div>
  );
}
