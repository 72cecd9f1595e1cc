"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { type FormEvent, useEffect, useId, useLayoutEffect, useMemo, useRef, useState } from "react";
import { RequiredMark } from "@/components/form/field";
import { focusFirstInvalid } from "@/components/form/issues";
import { useRecordForm } from "@/components/form/use-record-form";
import { useUnsavedGuard } from "@/components/form/use-unsaved-guard";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Sheet, SheetContent, SheetFooter } from "@/components/ui/sheet";
import { Skeleton } from "@/components/ui/skeleton";
import { ToneIcon } from "@/components/value/tone-icon";
import type { ScopeType } from "@/db/enums";
import { isPermission } from "@/lib/auth/permissions";
import type { ServiceError } from "@/lib/http/call-service";
import type { GroupDto, RoleChoiceDto } from "../catalogue.schema";
import { catalogueQuery, choiceQuery, roleQuery, saveRole } from "../role.client";
import { type Named, type RoleDetailDto, RoleInput } from "../role.schema";
import { CodeChanges } from "./code-changes";
import { useCodeNames } from "./code-name";
import { CodeTree, groupId } from "./code-tree";
import { type Draft, draftOf, emptyDraft, inputOf, typesFor, useDraft } from "./draft";
import { Failure, Headline } from "./editor-head";
import { RoleFields } from "./role-fields";
import { TemplateField } from "./template-field";

export type RoleEditorProps = {
  /** Null creates a role. */
  id: number | null;
  mayEdit: boolean;
  /** The scope types that the user may assign. */
  types: readonly ScopeType[];
  customers: RoleChoiceDto["customers"] | null;
  own: Named;
  /** The customer of a new role, if the list shows one customer. */
  customerId?: number | undefined;
  onClose: () => void;
  onSaved: (role: RoleDetailDto) => void;
};

/** A role in full: fields on the left, the tree of codes on the right; on a phone one below the other. */
export function RoleEditor(props: RoleEditorProps) {
  const { id, own, customers, customerId = own.id, onClose } = props;
  const t = useTranslations("role.editor");
  const role = useQuery({ ...roleQuery(id ?? 0), enabled: id !== null });
  const catalogue = useQuery(catalogueQuery());
  const [isChanged, setChanged] = useState(false);
  const [asking, setAsking] = useState(false);
  useUnsavedGuard(isChanged);
  const leave = () => (isChanged ? setAsking(true) : onClose());

  const error = (role.error ?? catalogue.error) as ServiceError | null;
  const isReady = catalogue.data !== undefined && (id === null || role.data !== undefined);
  const first = customers?.find((customer) => customer.id === customerId) ?? customers?.[0] ?? own;
  return (
    <Sheet open onOpenChange={(open) => !open && leave()}>
      <SheetContent wide aria-describedby={undefined}>
        <Headline role={role.data} isNew={id === null} failed={error !== null} />
        {isReady ? (
          <Form
            {...props}
            role={role.data ?? null}
            saved={role.data ? draftOf(role.data) : emptyDraft(first.id)}
            groups={catalogue.data}
            asking={asking}
            onAsking={setAsking}
            onChanged={setChanged}
            onLeave={leave}
          />
        ) : error ? (
          <Failure
            error={error}
            onRetry={() => {
              role.refetch();
              catalogue.refetch();
            }}
          />
        ) : (
          <div className="grid flex-1 gap-6 p-5 md:grid-cols-[20rem_1fr]">
            <p role="status" className="sr-only">
              {t("loading")}
            </p>
            <Skeleton className="h-80 rounded-md" />
            <Skeleton className="h-[70vh] rounded-md max-md:hidden" />
          </div>
        )}
      </SheetContent>
    </Sheet>
  );
}

type FormProps = RoleEditorProps & {
  role: RoleDetailDto | null;
  saved: Draft;
  groups: readonly GroupDto[];
  asking: boolean;
  onAsking: (asking: boolean) => void;
  onChanged: (changed: boolean) => void;
  onLeave: () => void;
};

function Form(props: FormProps) {
  const { id, role, groups, mayEdit, types, customers, asking, onAsking, onChanged, onLeave, onClose, onSaved } = props;
  const t = useTranslations("role.editor");
  const tCommon = useTranslations("common");
  const formId = useId();
  const form = useRef<HTMLFormElement>(null);
  const [saved] = useState(props.saved);
  const held = useMemo(() => heldIn(groups), [groups]);
  const { draft, isChanged, change } = useDraft(saved, held);
  const choices = useQuery(choiceQuery(draft.customerId)).data;
  const { submit, pending, issues, issue, error } = useRecordForm({
    schema: RoleInput,
    record: role,
    send: (values) => saveRole(id, values),
    onDone: onSaved,
  });
  // A layout effect, so that Escape directly after a keystroke already sees the change.
  useLayoutEffect(() => onChanged(isChanged), [isChanged, onChanged]);
  useEffect(() => {
    // Focuses the first field instead of the close button. Not on touch screens, where the keyboard would cover the
    // form.
    if (window.matchMedia("(pointer: fine)").matches) form.current?.querySelector("input")?.focus();
  }, []);
  useEffect(() => {
    if (issues.length > 0 && form.current) focusFirstInvalid(form.current);
  }, [issues]);

  const disabled = !mayEdit || role?.isManageable === false;
  const customerType = customers?.find((customer) => customer.id === draft.customerId)?.type;
  const codeIssue = useCodeIssue(issues, issue("codes"));
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    submit(inputOf(draft));
  };
  return (
    <>
      <form
        ref={form}
        id={formId}
        noValidate
        onSubmit={onSubmit}
        className="min-h-0 flex-1 max-md:overflow-y-auto md:grid md:grid-cols-[20rem_1fr]"
      >
        <div className="px-5 py-4 md:min-h-0 md:overflow-y-auto md:border-r has-[[data-conflict]]:[&>:not([data-conflict])]:hidden">
          {typeof error === "string" ? (
            <Alert tone="critical" className="mb-4">
              {error}
            </Alert>
          ) : (
            error
          )}
          {disabled && mayEdit && (
            <Alert tone="info" className="mb-4">
              {t(role?.isOwn ? "notRoots" : "notManageable")}
            </Alert>
          )}
          {id === null && (
            <TemplateField
              name={draft.name}
              held={held}
              types={typesFor(types, customerType, null)}
              onChoose={change}
            />
          )}
          <RoleFields
            draft={draft}
            role={role}
            types={typesFor(types, customerType ?? role?.customerType, role?.scopeType ?? null)}
            customers={customers}
            choices={choices}
            disabled={disabled}
            issue={issue}
            onChange={change}
          />
        </div>
        <section aria-label={t("codes")} className="flex flex-col gap-2 px-5 py-4 max-md:border-t md:min-h-0">
          <h3 className="flex items-baseline gap-2 font-semibold text-base">
            <span>
              {t("codes")}
              {!disabled && <RequiredMark />}
            </span>
            <span className="font-normal text-muted-foreground text-sm tabular-nums">
              {t("granted", { count: [...draft.codes].filter(isPermission).length })}
            </span>
          </h3>
          {codeIssue && (
            <p id={`${formId}-codes`} role="alert" className="flex items-start gap-1 text-critical text-sm">
              <ToneIcon tone="critical" className="mt-0.5 size-3.5" />
              {codeIssue}
            </p>
          )}
          <CodeTree
            groups={groups}
            value={draft.codes}
            onChange={(codes) => change({ codes })}
            scopeType={draft.scopeType}
            disabled={disabled}
            open={[groupId("monitoring"), groupId("exceptions")]}
            describedBy={codeIssue ? `${formId}-codes` : undefined}
            className="min-h-0 flex-1"
          />
          {/* Below the tree, so that the tree does not move under the pointer at the first change. */}
          <CodeChanges saved={saved.codes} value={draft.codes} onChange={(codes) => change({ codes })} />
        </section>
      </form>
      <SheetFooter>
        {asking ? (
          <>
            <p role="alert" className="mr-auto self-center text-sm">
              {tCommon("form.unsaved")}
            </p>
            <Button key="keep" autoFocus onClick={() => onAsking(false)}>
              {tCommon("form.keepEditing")}
            </Button>
            <Button key="discard" variant="destructive" onClick={onClose}>
              {tCommon("form.discard")}
            </Button>
          </>
        ) : (
          <>
            <Button key="leave" onClick={onLeave}>
              {tCommon(disabled ? "action.close" : "action.cancel")}
            </Button>
            {!disabled && (
              <Button
                key="submit"
                type="submit"
                form={formId}
                variant="primary"
                loading={pending}
                disabled={!isChanged}
              >
                {t(id === null ? "create" : "save")}
              </Button>
            )}
          </>
        )}
      </SheetFooter>
    </>
  );
}

const heldIn = (groups: readonly GroupDto[]): ReadonlySet<string> =>
  new Set(
    groups.flatMap(({ subjects }) =>
      subjects.flatMap(({ codes }) => codes.filter(({ isGrantable }) => isGrantable).map(({ code }) => code)),
    ),
  );

/** The message about invalid codes, with their names. */
function useCodeIssue(issues: readonly { path: string }[], text: string | undefined): string | undefined {
  const { full } = useCodeNames();
  const named = issues.map(({ path }) => path.replace("codes.", "")).filter(isPermission);
  if (!text || named.length === 0) return text;
  return `${text} ${named.map(full).join(", ")}`;
}
