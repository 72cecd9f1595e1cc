import { acknowledgeByPush } from "@/features/exception/link/operations";
import {
  endContactDevice,
  getPushState,
  listContactDevices,
  releasePush,
  removePushDevice,
  renewPush,
  subscribePush,
  testPush,
} from "@/features/notice/push/push.operations";
import {
  createReplyProvider,
  listReplyProviders,
  removeReplyProvider,
  rotateReplySecret,
  updateReplyProvider,
} from "@/features/notice/reply/provider.operations";
import { receiveReply } from "@/features/notice/reply/reply.operations";
import type { Route } from "@/lib/http/openapi";

/** Calls of replies by SMS and telephone, of the gateways that pass them on, and of push notifications. */
export const REPLY_ROUTES: readonly Route[] = [
  ["POST", "/service/notice/reply", receiveReply],
  ["POST", "/service/exceptionLink/push", acknowledgeByPush],
  ["GET", "/service/push", getPushState],
  ["POST", "/service/push", subscribePush],
  ["DELETE", "/service/push/[id]", removePushDevice],
  ["POST", "/service/push/[id]/test", testPush],
  ["POST", "/service/push/renew", renewPush],
  ["POST", "/service/push/release", releasePush],
  ["GET", "/service/contact/[id]/pushDevice", listContactDevices],
  ["DELETE", "/service/contactPushDevice/[id]", endContactDevice],
  ["GET", "/service/replyProvider", listReplyProviders],
  ["POST", "/service/replyProvider", createReplyProvider],
  ["PUT", "/service/replyProvider/[id]", updateReplyProvider],
  ["DELETE", "/service/replyProvider/[id]", removeReplyProvider],
  ["POST", "/service/replyProvider/[id]/secret", rotateReplySecret],
];
