"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { Field } from "@/components/form/field";
import { Select } from "@/components/ui/select";
import type { ScopeType } from "@/db/enums";
import { contentOf, fromTemplate, ROLE_TEMPLATES, type RoleTemplate } from "../template.rules";
import type { Draft } from "./draft";

type TemplateFieldProps = {
  name: string;
  /** The codes that the user may grant. */
  held: ReadonlySet<string>;
  /** The scope types that the user may assign. */
  types: readonly ScopeType[];
  onChoose: (patch: Partial<Draft>) => void;
};

/** Fills a new role from a shipped template: type, permissions and, unless the user has written another, the name. */
export function TemplateField({ name, held, types, onChoose }: TemplateFieldProps) {
  const t = useTranslations("role.template");
  const [chosen, setChosen] = useState<RoleTemplate | null>(null);
  const offered = ROLE_TEMPLATES.filter((one) => types.includes(contentOf(one).scopeType));
  const missing = chosen ? fromTemplate(chosen, held).missing : 0;
  const hint = chosen ? [t(`text.${chosen}`), missing > 0 && t("missing", { count: missing })] : [t("hint")];

  const choose = (next: RoleTemplate | null) => {
    const isOwnName = name.trim() !== "" && !(chosen && name === t(`name.${chosen}`));
    setChosen(next);
    if (!next) return;
    const { scopeType, codes } = fromTemplate(next, held);
    onChoose({ scopeType, codes: new Set<string>(codes), ...(!isOwnName && { name: t(`name.${next}`) }) });
  };
  return (
    <Field label={t("field")} hint={hint.filter((text) => text !== false).join(" ")} className="mb-4">
      {(control) => (
        <Select
          {...control}
          value={chosen ?? ""}
          onChange={(event) => choose(ROLE_TEMPLATES.find((one) => one === event.target.value) ?? null)}
        >
          <option value="">{t("none")}</option>
          {offered.map((one) => (
            <option key={one} value={one}>
              {t(`name.${one}`)}
            </option>
          ))}
        </Select>
      )}
    </Field>
  );
}
