import { expect, it } from "vitest";
import { composeReminder } from "./reminder.rules";

const t = (key: string, values: Record<string, string | number> = {}) => [key, ...Object.values(values)].join(" ");
const ending = (index: number) => ({
  deviceName: `Sensor ${index}`,
  serialNumber: `SN-${index}`,
  certificateNumber: "C",
  dueOn: index === 0 ? "2026-12-02" : "2026-12-01",
});

it("lists what ends first, and counts what is left", () => {
  const { subject, lines } = composeReminder("Clinic", [ending(0), ending(1)], t);
  expect(subject).toBe("mail.subject 2 Clinic");
  expect(lines.slice(1)).toEqual(["mail.line Sensor 1 SN-1 C 2026-12-01", "mail.line Sensor 0 SN-0 C 2026-12-02"]);
  const many = composeReminder(
    "Clinic",
    Array.from({ length: 53 }, (_, index) => ending(index)),
    t,
  ).lines;
  expect(many).toHaveLength(52);
  expect(many.at(-1)).toBe("mail.more 3");
});
