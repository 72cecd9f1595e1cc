"use client";

import { useState } from "react";
import type { ActivationStatus, CustomerType, ScopeType } from "@/db/enums";
import { fittingCodes } from "../catalogue.rules";
import { canBeDelegable, giveableTypes, isOfPlatform } from "../role.rules";
import type { RoleDetailDto } from "../role.schema";

/** The unsaved values of the editor. */
export type Draft = {
  name: string;
  customerId: number;
  scopeType: ScopeType;
  isDelegable: boolean;
  status: ActivationStatus;
  codes: ReadonlySet<string>;
  sceneIds: ReadonlySet<string>;
  customerIds: ReadonlySet<string>;
};

const idsOf = (rows: readonly { id: number }[]) => new Set(rows.map(({ id }) => String(id)));

export const draftOf = (role: RoleDetailDto): Draft => ({
  name: role.name,
  customerId: role.customerId,
  scopeType: role.scopeType,
  isDelegable: role.isDelegable,
  status: role.status,
  codes: new Set(role.codes),
  sceneIds: idsOf(role.scenes),
  customerIds: idsOf(role.customers),
});

/** A new role, of the type that may least: more has to be chosen. */
export const emptyDraft = (customerId: number): Draft => ({
  name: "",
  customerId,
  scopeType: 0,
  isDelegable: false,
  status: "active",
  codes: new Set(),
  sceneIds: new Set(),
  customerIds: new Set(),
});

/** The draft as input of the operation. */
export const inputOf = ({ codes, sceneIds, customerIds, ...draft }: Draft) => ({
  ...draft,
  codes: [...codes],
  sceneIds: [...sceneIds],
  customerIds: [...customerIds],
});

const textOf = (draft: Draft) => {
  const { codes, sceneIds, customerIds, ...rest } = inputOf(draft);
  return JSON.stringify([Object.entries(rest), codes.sort(), sceneIds.sort(), customerIds.sort()]);
};

/** The offered scope types: those that the user may assign for this kind of customer, and the present one. */
export const typesFor = (
  own: readonly ScopeType[],
  customerType: CustomerType | undefined,
  current: ScopeType | null,
): readonly ScopeType[] =>
  giveableTypes(3).filter(
    (type) => type === current || (own.includes(type) && (customerType === "platform" || !isOfPlatform(type))),
  );

/** The draft with dependent changes: a new type removes codes that it excludes, a new customer resets places. */
export function useDraft(saved: Draft, held: ReadonlySet<string>) {
  const [draft, setDraft] = useState(saved);
  return {
    draft,
    isChanged: textOf(draft) !== textOf(saved),
    change(patch: Partial<Draft>) {
      setDraft((before) => {
        const next = { ...before, ...patch };
        if (next.scopeType !== before.scopeType) {
          next.codes = fittingCodes(next.codes, next.scopeType, held);
          next.isDelegable = next.isDelegable && canBeDelegable(next.scopeType);
        }
        if (next.customerId !== before.customerId) next.sceneIds = new Set();
        return next;
      });
    },
  };
}
