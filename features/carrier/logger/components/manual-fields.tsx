import { useTranslations } from "next-intl";
import { Field } from "@/components/form/field";
import { Input } from "@/components/ui/input";
import { Textarea } from "@/components/ui/textarea";
import type { Told } from "../logger.client";
import { LOGGER_NAME_LENGTH, type LoggerCheckDto, REMARK_LENGTH } from "../logger.schema";

type ToldFieldsProps = {
  seen: LoggerCheckDto;
  told: Omit<Told, "sha256">;
  onChange: (told: Omit<Told, "sha256">) => void;
};

/** Fields that the file itself does not contain. */
export function ManualFields({ seen, told, onChange }: ToldFieldsProps) {
  const t = useTranslations("history.logger.dialog");
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      {seen.loggerSerial === "" && (
        <Field label={t("serial")}>
          {(control) => (
            <Input
              {...control}
              value={told.loggerSerial}
              maxLength={LOGGER_NAME_LENGTH}
              onChange={(event) => onChange({ ...told, loggerSerial: event.target.value })}
            />
          )}
        </Field>
      )}
      {seen.loggerModel === "" && (
        <Field label={t("model")}>
          {(control) => (
            <Input
              {...control}
              value={told.loggerModel}
              maxLength={LOGGER_NAME_LENGTH}
              onChange={(event) => onChange({ ...told, loggerModel: event.target.value })}
            />
          )}
        </Field>
      )}
      <Field label={t("remark")} className="sm:col-span-2">
        {(control) => (
          <Textarea
            {...control}
            rows={2}
            value={told.remark}
            maxLength={REMARK_LENGTH}
            onChange={(event) => onChange({ ...told, remark: event.target.value })}
          />
        )}
      </Field>
    </div>
  );
}
