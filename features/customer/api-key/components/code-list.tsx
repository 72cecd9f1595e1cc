"use client";

import { useTranslations } from "next-intl";
import { leafChoice } from "@/components/tree/check-choice";
import { CheckTree } from "@/components/tree/check-tree";
import type { TreeNode } from "@/components/tree/tree-node";
import { entryOf, type Permission } from "@/lib/auth/permissions";

/** The name of a code: `Exceptions: view`. */
export function useCodeName() {
  const t = useTranslations("permission");
  return (code: Permission) => {
    const { label, action } = entryOf(code);
    return t("name", { subject: t(`subject.${label}`), action: t(`action.${action}`) });
  };
}

type CodeListProps = {
  /** The codes that the user may grant to keys. */
  codes: readonly Permission[];
  value: ReadonlySet<string>;
  onChange: (value: ReadonlySet<string>) => void;
  describedBy: string | undefined;
};

/** Selects the codes of a key, by group and subject. */
export function CodeList({ codes, value, onChange, describedBy }: CodeListProps) {
  const t = useTranslations("apiKey.form");
  const tPermission = useTranslations("permission");
  const entries = codes.map(entryOf).filter(({ isReserved }) => !isReserved);
  const nodes = [...Map.groupBy(entries, ({ group }) => group)].map(
    ([group, ofGroup]): TreeNode => ({
      id: `group:${group}`,
      label: tPermission(`group.${group}`),
      children: [...Map.groupBy(ofGroup, ({ label }) => label)].map(([label, ofSubject]) => ({
        id: `subject:${label}`,
        label: tPermission(`subject.${label}`),
        children: ofSubject.map(({ code, action }) => ({
          id: code,
          label: tPermission(`action.${action}`),
          keywords: `${code} ${tPermission(`subject.${label}`)}`,
        })),
      })),
    }),
  );
  return (
    <CheckTree
      label={t("codes")}
      nodes={nodes}
      choice={leafChoice(nodes, value, onChange)}
      detail={(node) =>
        node.children ? null : <code className="font-mono text-faint-foreground text-xs">{node.id}</code>
      }
      aria-describedby={describedBy}
    />
  );
}
