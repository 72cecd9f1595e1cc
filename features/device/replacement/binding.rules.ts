import { BINDING_STATES, type BindingState, type DeviceKind } from "@/db/enums";
import { refusal } from "../device.rules";

/** Phases of a device's binding; unbound is the absence of a row. */
export const BINDING_PHASES = ["unbound", ...BINDING_STATES] as const;
export type BindingPhase = (typeof BINDING_PHASES)[number];

/** Events of a binding: bound to a carrier, a sensor put in, the sensor fell out, unbound. */
export const BINDING_EVENTS = ["bind", "embed", "fallOff", "unbind"] as const;
export type BindingEvent = (typeof BINDING_EVENTS)[number];

/** Transitions of a binding (specification, section 4, "Binding"). Transitions not listed are not allowed. */
export const BINDING_TRANSITIONS: Record<BindingPhase, Partial<Record<BindingEvent, BindingPhase>>> = {
  unbound: { bind: "bound", embed: "embedded" },
  bound: { embed: "embedded", unbind: "unbound" },
  embedded: { fallOff: "fallen-off", unbind: "unbound" },
  "fallen-off": { embed: "embedded", unbind: "unbound" },
};

/** Kinds that are bound as a whole; only a smart base can contain a sensor. */
export const BOUND_KINDS = ["gateway", "display", "relay", "base"] as const satisfies readonly DeviceKind[];
export type BoundKind = (typeof BOUND_KINDS)[number];

/** Whether devices of this kind are bound as a whole. */
export const isBoundKind = (kind: DeviceKind): kind is BoundKind =>
  (BOUND_KINDS as readonly DeviceKind[]).includes(kind);

/** Whether the event exists for bindings of this kind. */
export const mayHappen = (kind: DeviceKind, event: BindingEvent): boolean =>
  isBoundKind(kind) && (kind === "base" || event === "bind" || event === "unbind");

const WORDS: Record<BindingPhase, string> = {
  unbound: "is bound nowhere",
  bound: "is bound and holds no sensor",
  embedded: "holds a sensor",
  "fallen-off": "has lost its sensor",
};

/**
 * The phase after an event. Throws INVALID if the kind has no such event, CONFLICT if the transition is not allowed;
 * `path` is the input's field.
 */
export function bindingAfter(
  kind: DeviceKind,
  phase: BindingPhase,
  event: BindingEvent,
  path = "deviceId",
): BindingPhase {
  if (!isBoundKind(kind)) throw refusal(path, "mountedKind", "it is mounted by its probes");
  if (!mayHappen(kind, event)) throw refusal(path, "baseOnly", "only a smart base holds a sensor");
  const next = BINDING_TRANSITIONS[phase][event];
  if (!next) throw refusal(path, phase === "unbound" ? "notBound" : "bindingState", `it ${WORDS[phase]}`, "CONFLICT");
  return next;
}

/** The phase of a stored binding, or of none. */
export const phaseOf = (row: { state: BindingState } | undefined): BindingPhase => row?.state ?? "unbound";
