import { readFileSync } from "node:fs";
import { createTranslator } from "use-intl/core";
import { describe, expect, it } from "vitest";
import { LOCALES } from "@/lib/i18n/routing";
import { valueText } from "@/lib/i18n/value-text";
import {
  actorText,
  browserText,
  changesOf,
  entityText,
  fieldText,
  isLogDays,
  type Look,
  operationText,
  partsOf,
} from "./audit.rules";

const lookIn = (locale: string) =>
  createTranslator({
    locale,
    messages: { audit: JSON.parse(readFileSync(`messages/${locale}/audit.json`, "utf8")) },
    namespace: "audit",
  }) as unknown as Look;

describe("the days of the log", () => {
  it.each([
    [29, false],
    [30, true],
    [3650, true],
    [3651, false],
    [30.5, false],
    [Number.NaN, false],
  ])("%d: %s", (days, fits) => expect(isLogDays(days)).toBe(fits));
});

describe("an operation's name", () => {
  it.each([
    ["zone.update", { subject: "zone", verb: "update", isRefused: false }],
    ["session.login.refused", { subject: "session", verb: "login", isRefused: true }],
  ])("%s has its parts", (name, parts) => expect(partsOf(name)).toEqual(parts));

  it("tells who did it, and of the system no name of a job", () => {
    const look = lookIn("en-US");
    expect(actorText(look, { actorType: "user", actorName: "nurse" })).toBe("nurse");
    expect(actorText(look, { actorType: "anonymous", actorName: "" })).toBe("Not logged in");
    expect(actorText(look, { actorType: "system", actorName: "carrier.endDefrost" })).toBe("System");
  });

  it("is told in words, and plainly where there are none", () => {
    const look = lookIn("en-US");
    expect(operationText(look, "zone.update", "zone")).toBe("Change");
    expect(operationText(look, "zone.update")).toBe("Monitoring range: Change");
    expect(operationText(look, "session.login.refused", "user")).toBe("Session: Log in");
    expect(operationText(look, "user.removeBatch", "userBatch")).toBe("Delete");
    expect(entityText(look, "userBatch")).toBe("User (several)");
    expect(operationText(look, "transport.close", "transport")).toBe("Close on paper");
    expect(operationText(look, "archive.cancel", "archive")).toBe("Cancel");
    expect(operationText(look, "rocket.launch", "rocket")).toBe("launch");
    expect(entityText(look, "rocketBatch")).toBe("rocket (several)");
    expect(fieldText(look, "thrust")).toBe("thrust");
    expect(fieldText(lookIn("zh-CN"), "phone")).toBe("电话");
    for (const locale of LOCALES) expect(operationText(lookIn(locale), "zone.update", "zone")).not.toBe("update");
  });
});

const messagesOf = (locale: string, namespace: string): Record<string, unknown> =>
  JSON.parse(readFileSync(`messages/${locale}/${namespace}.json`, "utf8"));
const textAt = (tree: unknown, key: string): unknown =>
  key.split(".").reduce((part, name) => (part as Record<string, unknown>)?.[name], tree);

describe("the words of the log", () => {
  it.each([
    ["user.cancel", "user", "action.cancel"],
    ["user.activateBatch", "user", "action.activate"],
    ["user.resetPassword", "user", "action.resetPassword"],
    ["role.cancelBatch", "role", "action.cancel"],
    ["customer.cancel", "customer", "action.cancel"],
    ["apiKey.revoke", "apiKey", "action.revoke"],
    ["archive.cancel", "archive", "action.cancel"],
    ["archive.verify", "archive", "action.verify"],
    ["archive.share", "archive", "link.make"],
    ["archive.revoke", "archive", "link.revoke"],
    ["download.cancel", "download", "action.cancel"],
    ["report.cancel", "report", "action.cancel"],
    ["report.remake", "report", "action.remake"],
    ["deviceCommand.issue", "configuration", "send"],
    ["deviceCommand.cancel", "configuration", "cancel"],
    ["deviceSwitch.cancel", "mounting", "switch.cancel"],
    ["deviceSwitch.carryOut", "mounting", "switch.confirm"],
    ["device.switch", "mounting", "replace"],
    ["device.editBatch", "device", "action.batchEdit"],
    ["device.disable", "device", "action.disable"],
    ["carrier.testAlarm", "testAlarm", "open"],
    ["contact.sync", "contact", "action.sync"],
    ["dashboard.first", "home", "dashboard.first"],
    ["exception.reopen", "exception", "handle.reopen"],
    ["exportTask.run", "exportTask", "action.run"],
    ["forwardSet.skip", "forward", "skip.do"],
    ["invalidReading.mark", "history", "invalid.mark.open"],
    ["invalidReading.restore", "history", "invalid.restore.open"],
    ["invalidRule.apply", "invalidRule", "apply.open"],
    ["invalidRule.giveBack", "invalidRule", "giveBack.open"],
    ["noticeChannel.test", "noticeChannel", "test.open"],
    ["recordSheet.enter", "record", "action.enter"],
    ["scene.place", "scene", "plan.draw"],
    ["scene.removePicture", "scene", "editor.removePicture"],
    ["secondFactor.confirm", "profile", "factor.confirm"],
    ["transport.close", "transport", "act.close.action"],
    ["verificationTask.mark", "verification", "act.mark"],
    ["verificationTask.plan", "verification", "act.plan"],
  ])("%s are those of the button in %s: %s", (operation, namespace, key) => {
    const [subject] = operation.split(".");
    for (const locale of LOCALES)
      expect([locale, operationText(lookIn(locale), operation, subject)]).toEqual([
        locale,
        textAt(messagesOf(locale, namespace), key),
      ]);
  });
});

describe("old and new values", () => {
  it("stand beside each other, field by field", () => {
    expect(changesOf({ name: "a", gone: 1 }, { name: "b", come: null })).toEqual([
      { field: "name", old: "a", new: "b" },
      { field: "come", old: undefined, new: null },
      { field: "gone", old: 1, new: undefined },
    ]);
    expect(changesOf(null, null)).toEqual([]);
  });

  it.each([
    [null, "–"],
    [undefined, "–"],
    ["", "–"],
    [[], "–"],
    [0, "0"],
    [false, "false"],
    ["text", "text"],
    [["a", 1], "a, 1"],
    [{ a: 1, b: { c: ["x", "y"] } }, "a: 1; b: c: x, y"],
  ])("%j in one line", (value, text) => expect(valueText(value)).toBe(text));
});

describe("a browser's description", () => {
  it.each([
    ["Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:133.0) Gecko/20100101 Firefox/133.0", "Firefox 133 · Windows"],
    [
      "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36",
      "Chrome 131 · Linux",
    ],
    [
      "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36 Edg/131.0.0.0",
      "Edge 131 · Windows",
    ],
    [
      "Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1",
      "Safari 18 · iOS",
    ],
    ["curl/8.5.0", "curl/8.5.0"],
    ["", ""],
  ])("%s in short", (userAgent, text) => expect(browserText(userAgent)).toBe(text));
});
