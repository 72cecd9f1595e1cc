"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { type ReactNode, useEffect } from "react";
import { showToast } from "@/components/ui/toast-store";
import { callService, ServiceError } from "@/lib/http/call-service";

/** The parameter value of an open form for a new record. */
export const NEW_RECORD = "new";

type AddressRecordProps<Row> = {
  /** The call of the list, such as `/service/unit`; a record that is not in the list is loaded from it. */
  path: string;
  /** `new`, or the id of a record. */
  value: string;
  rows: readonly Row[];
  /** Called if no such record exists, after the user was informed. */
  onMissing: () => void;
  children: (record: Row | null) => ReactNode;
};

/** Renders the record that the address names once it is loaded; null for a new one. */
export function AddressRecord<Row extends { id: number }>(props: AddressRecordProps<Row>) {
  const { path, value, rows, onMissing, children } = props;
  const t = useTranslations("error");
  const shown = rows.find(({ id }) => String(id) === value);
  const isId = /^[1-9]\d{0,14}$/.test(value);
  const { data, error } = useQuery({
    queryKey: [path, value],
    queryFn: ({ signal }) => callService<Row>(`${path}/${value}`, { signal }),
    enabled: isId && !shown,
    retry: false,
  });
  const failure = isId || value === NEW_RECORD ? error : new ServiceError("NOT_FOUND", 404, "no id");
  const failed = failure ? (failure instanceof ServiceError ? failure.key : "INTERNAL") : null;
  useEffect(() => {
    if (failed === null) return;
    showToast("critical", t(failed));
    onMissing();
  }, [failed, onMissing, t]);

  if (failed !== null) return null;
  if (value === NEW_RECORD) return children(null);
  const record = shown ?? data;
  return record ? children(record) : null;
}
