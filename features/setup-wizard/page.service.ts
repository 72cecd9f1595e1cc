import "server-only";
import { CARRIER_TYPES } from "@/db/enums";
import { lookUpDeviceTypes } from "@/features/device/type/operations";
import { findChannelStates } from "@/features/notice/health/operations";
import { lookUpZonePresets } from "@/features/zone/preset/operations";
import { CARRIER_SUBJECT } from "@/lib/auth/subjects";
import { env } from "@/lib/env/env";
import { AppError } from "@/lib/errors";
import { holds } from "@/lib/operation/context";
import type { PageContext } from "@/lib/page/define-page";
import { findCustomers, findMail } from "./wizard.data";
import { getWizard } from "./wizard.operations";
import { type CustomerChoices, type WizardDto, type WizardOffer, WizardQuery } from "./wizard.schema";

/** The broker to which gateways of this installation connect. */
function brokerOf(): WizardOffer["broker"] {
  const { MQTT_URL, MQTT_PORT } = env();
  if (MQTT_URL) return { url: `${MQTT_URL.split("://")[0]}://${new URL(MQTT_URL).host}` };
  return MQTT_PORT === "off" ? null : { port: MQTT_PORT };
}

type Shown = {
  start: { wizard: WizardDto; offer: WizardOffer } | null;
  customers: CustomerChoices | null;
  timeZone: string;
  now: number;
};

/**
 * Data of the page; no wizard for accounts that are bound to nodes, and for those of several customers until the address
 * names one: what the wizard makes must not end up with a customer that nobody chose.
 */
export async function loadWizardScreen(ctx: PageContext): Promise<Shown> {
  const asked = WizardQuery.safeParse({ customerId: ctx.search.customerId });
  const isOfSeveral =
    ctx.scope.sceneIds === "all" && (ctx.scope.customerIds === "all" || ctx.scope.customerIds.length > 1);
  const customers = isOfSeveral ? await findCustomers(ctx.db, ctx.scope) : null;
  const page = { customers, timeZone: ctx.principal.customer.timeZone, now: ctx.now.getTime() };
  const chosen = asked.success ? asked.data : {};
  if (customers && chosen.customerId === undefined) return { ...page, start: null };
  const wizard = await getWizard.call(ctx, chosen).catch((error: unknown) => {
    if (error instanceof AppError && error.code === "NOT_FOUND") return null;
    throw error;
  });
  if (!wizard) return { ...page, start: null };
  const types = await lookUpDeviceTypes.call(ctx, {});
  const mayMake = (type: (typeof CARRIER_TYPES)[number]) => holds(ctx, `new${CARRIER_SUBJECT[type]}`);
  const offer: WizardOffer = {
    carrierTypes: CARRIER_TYPES.filter(mayMake),
    presets: await lookUpZonePresets.call(ctx, {}),
    gatewayTypes: types.filter(({ kind }) => kind === "gateway"),
    sensorTypes: types.filter(({ kind }) => kind === "sensor"),
    mail: await findMail(ctx.db, ctx.principal.user.id),
    channelStates: await findChannelStates(ctx, wizard.customerId),
    broker: brokerOf(),
    may: {
      issueGatewayToken: holds(ctx, "tokenGateway"),
      issueCustomerToken: holds(ctx, "tokenCustomer"),
      trigger: holds(ctx, "newAlarmTrigger"),
      contacts: holds(ctx, "newContacts"),
      people: holds(ctx, "newContacts") && holds(ctx, "syncContacts") && holds(ctx, "viewUser"),
      testAlarm: holds(ctx, "testNoticeChannel"),
    },
  };
  return { ...page, start: { wizard, offer } };
}
