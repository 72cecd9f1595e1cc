import { index, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import { PUSH_END_REASONS } from "../enums";
import { closedSets, createdAt, id, instant, ref } from "./columns";
import { userAccount } from "./user";

/** A key pair of the installation, created at first use; the private key is sealed with AUTH_SECRET. */
export const installationKey = pgTable("installation_key", {
  name: text().primaryKey(),
  publicKey: text().notNull(),
  sealedPrivateKey: text().notNull(),
  createdAt: createdAt(),
});

/** A browser of an account that shows alarms without an open page (RFC 8030). */
export const pushSubscription = pgTable(
  "push_subscription",
  {
    id: id(),
    userId: ref()
      .notNull()
      .references(() => userAccount.id, { onDelete: "cascade" }),
    /** The push service's URL for this browser: with it and the keys, anyone can send to the browser. */
    endpoint: text().notNull(),
    p256dh: text().notNull(),
    auth: text().notNull(),
    /** Short name of browser and system for the list of devices. */
    label: text().notNull(),
    /** The installation's public key at subscription, base64url; null if unknown. */
    publicKey: text(),
    /** SHA-256 of the browser's device token, by which a login of another account is detected. */
    deviceHash: text(),
    createdAt: createdAt(),
    lastSentAt: instant(),
    lastError: text(),
    /** Since then nothing is sent; the row stays for the list of devices. */
    endedAt: instant(),
    endReason: text({ enum: PUSH_END_REASONS }),
  },
  (t) => [
    ...closedSets(t),
    uniqueIndex("push_subscription_endpoint_key").on(t.endpoint),
    index("push_subscription_user_idx").on(t.userId),
    index("push_subscription_device_idx").on(t.deviceHash),
  ],
);
