import { useTranslations } from "next-intl";
import { Alert } from "@/components/ui/alert";
import type { useIssueTexts } from "./issue-texts";

type FormErrorProps = { texts: ReturnType<typeof useIssueTexts>; nameOf?: (index: number) => string | undefined };

/** Errors of the record or the call as a whole; in a batch the rejected row is named. */
export function FormError({ texts, nameOf }: FormErrorProps) {
  const t = useTranslations("common.error");
  if (texts.rows.length === 0 && !texts.general) return null;
  return (
    <Alert tone="critical">
      {texts.general && <p>{texts.general}</p>}
      {texts.rows.map(({ index, text }) => {
        const name = index === null ? undefined : nameOf?.(index);
        return (
          <p key={`${index}-${text}`}>
            {name && <strong className="font-semibold">{name}: </strong>}
            {text}
          </p>
        );
      })}
      {texts.requestId && (
        <p className="mt-1 text-muted-foreground text-xs">
          {t("requestId")} <code className="select-all font-mono">{texts.requestId}</code>
        </p>
      )}
    </Alert>
  );
}
