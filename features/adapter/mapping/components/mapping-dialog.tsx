"use client";

import { useTranslations } from "next-intl";
import { useEffect, useRef, useState } from "react";
import { RecordDialog } from "@/components/dialog/record-dialog";
import { focusFirstInvalid } from "@/components/form/issues";
import { useRecordForm } from "@/components/form/use-record-form";
import { Button } from "@/components/ui/button";
import { useServiceMutation } from "@/lib/http/use-service-mutation";
import { type Draft, draftOf, fieldsOf, placesOf, replacedBy, valuesOf } from "../draft.rules";
import { saveMapping, tryMapping } from "../mapping.client";
import { type MappingDto, MappingInput } from "../mapping.schema";
import { MappingRow } from "./mapping-row";

type MappingDialogProps = { mapping: MappingDto; onClose: () => void; onSaved: (mapping: MappingDto) => void };

/** Edits how each field of the last messages is read, and previews the result before it is saved. */
export function MappingDialog({ mapping, onClose, onSaved }: MappingDialogProps) {
  const t = useTranslations("device.mapping");
  const { deviceId } = mapping;
  const names = fieldsOf(mapping);
  const [drafts, setDrafts] = useState<Readonly<Record<string, Draft>>>(() =>
    Object.fromEntries(names.map((name) => [name, draftOf(name, mapping.fields)])),
  );
  const [tried, setTried] = useState(mapping);
  const input = { id: deviceId, fields: valuesOf(names, drafts) };
  const places = placesOf(names, drafts);
  const replaced = replacedBy(names, drafts, tried.messages);
  const form = useRecordForm({ schema: MappingInput, send: saveMapping, onDone: onSaved });
  const trial = useRecordForm({ schema: MappingInput, send: tryMapping, onDone: setTried });
  const attempt = useServiceMutation(async () => trial.submit(input));
  const rows = useRef<HTMLUListElement>(null);
  useEffect(() => {
    if (form.issues.length + trial.issues.length > 0 && rows.current) focusFirstInvalid(rows.current);
  }, [form.issues, trial.issues]);
  const issue = (name: string, part: string) => {
    const place = places.get(name);
    const path = `fields.${place}.${part}`;
    return place === undefined ? undefined : (form.issue(path) ?? trial.issue(path));
  };
  return (
    <RecordDialog
      shape="sheet"
      title={t("dialog")}
      description={t("dialogHint", { type: mapping.typeCode })}
      submitLabel={t("save")}
      onClose={onClose}
      onSubmit={() => void form.submit(input)}
      pending={form.pending}
      error={form.error ?? trial.error}
    >
      <div>
        <div className="sticky -top-4 z-10 -mx-5 -mt-4 flex items-center justify-between gap-3 border-b bg-popover px-5 py-3">
          <p className="text-muted-foreground text-sm">{t("tryHint", { count: mapping.messages.length })}</p>
          <Button loading={trial.pending} onClick={() => attempt.mutate()}>
            {t("try")}
          </Button>
        </div>
        <ul ref={rows} className="divide-y">
          {names.map((name) => (
            <MappingRow
              key={name}
              name={name}
              draft={drafts[name] as Draft}
              tried={tried.messages.flatMap(({ at, fields }) =>
                fields.flatMap((one) => (one.field === name ? [{ at, ...one }] : [])),
              )}
              replaces={replaced.get(name)}
              issue={(part) => issue(name, part)}
              onChange={(draft) => setDrafts({ ...drafts, [name]: draft })}
            />
          ))}
        </ul>
      </div>
    </RecordDialog>
  );
}
