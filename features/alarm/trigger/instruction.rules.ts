/** Each part with its points, in the order in which somebody sets a trigger up. */
export const PARTS = {
  waiting: ["delay", "mode", "deadBand", "door"],
  severity: ["steps", "notified", "gateways"],
  calendar: ["times", "midnight"],
  plan: ["rows", "escalation", "repeats", "reach"],
  held: ["status", "defrost", "switch", "silence"],
  change: ["inPlace", "removed", "disabled", "bound"],
  connection: ["devices", "gateways", "power", "slow", "plan", "suppressed"],
} as const;
