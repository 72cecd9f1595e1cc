import "server-only";
import { defineOperation } from "@/lib/operation/define-operation";
import { findExceptions } from "../exception.data";
import { ExceptionId } from "../exception.schema";
import { refusal } from "../handling/rules";
import { shownLimits, whatOf } from "../phrase.rules";
import type { OpenedBriefingDto } from "./briefing.schema";
import { briefingOf, exceptionTexts } from "./briefing.service";

/** What a person needs to know before acknowledging an exception, in the language of the request. */
export const getBriefing = defineOperation({
  name: "exception.briefing",
  kind: "query",
  permission: "viewEx",
  input: ExceptionId,
  async run({ db, scope, now, locale }, { id }): Promise<OpenedBriefingDto> {
    const [found] = await findExceptions(db, scope, [id], now);
    if (!found) throw refusal.recordNotFound(id);
    const [briefing, t] = await Promise.all([briefingOf({ db, locale }, found), exceptionTexts(locale)]);
    const { measure, startedAt, endedAt, durationSeconds, carrier, device, scenePath } = found;
    return {
      ...briefing,
      id,
      customerId: found.customerId,
      what: whatOf(found, t),
      name: carrier?.name ?? device.name,
      path: scenePath.map(({ name }) => name),
      ...shownLimits(found),
      ...{ measure, startedAt, endedAt, durationSeconds },
    };
  },
});
