import { createApiKey, listApiKeys, removeApiKey } from "@/features/customer/api-key/operations";
import {
  getCustomerById,
  issueCustomerToken,
  listCustomers,
  updateCustomer,
} from "@/features/customer/customer.operations";
import { createCustomer } from "@/features/customer/provisioning.operations";
import { getBelongings, removeCustomer } from "@/features/customer/removal.operations";
import {
  activateCustomer,
  activateCustomers,
  cancelCustomer,
  cancelCustomers,
} from "@/features/customer/status.operations";
import { listScreens, search } from "@/features/menu/search/operations";
import {
  createContact,
  getContactById,
  listContacts,
  moveContacts,
  removeContact,
  removeContactBatch,
  syncContacts,
  updateContact,
} from "@/features/notice/contact/contact.operations";
import { contactGroups } from "@/features/notice/contact/group.operations";
import { getRota, removeRota, saveRota } from "@/features/notice/duty/duty.operations";
import { getCatalogue, listEditorChoices, listHolders } from "@/features/role/catalogue.operations";
import {
  activateRole,
  activateRoles,
  cancelRole,
  cancelRoles,
  listRoleUsers,
  removeRole,
  removeRoles,
} from "@/features/role/lifecycle.operations";
import { createRole, getRoleDetail, listRoles, updateRole } from "@/features/role/role.operations";
import { changePassword } from "@/features/session/password/operations";
import { listProxyCustomers, switchCustomer } from "@/features/session/proxy-customer/operations";
import { getQrcodeOwner, issueQrcode, loginByQrcode } from "@/features/session/qr-login/operations";
import { beginFactor, confirmFactor, getFactor, removeSecondFactor } from "@/features/session/second-factor/operations";
import { createCaptcha, getSession, login, logout } from "@/features/session/session.operations";
import { listCustomerChoices, listRoleChoices } from "@/features/user/grant.operations";
import {
  activateUser,
  activateUsers,
  cancelUser,
  cancelUsers,
  removeUser,
  removeUsers,
  resetPassword,
  resetPasswords,
} from "@/features/user/lifecycle.operations";
import {
  chooseHomeStyle,
  chooseLocale,
  getAvatar,
  getPageInfo,
  listResources,
  removeAvatar,
  switchGuide,
  updatePersonal,
  uploadAvatar,
} from "@/features/user/profile/operations";
import { listShortcutMenu, listShortcuts, saveShortcuts } from "@/features/user/shortcut/operations";
import { createUser, getOneUser, listUsers, updateUser } from "@/features/user/user.operations";
import type { Route } from "@/lib/http/openapi";

/** Calls of sessions, persons, roles, customers and contacts. */
export const ACCOUNT_ROUTES: readonly Route[] = [
  ["GET", "/service/user/captcha", createCaptcha],
  ["POST", "/service/user/login", login],
  ["GET", "/service/user/logout", logout],
  ["GET", "/service/user/qrLogin", getQrcodeOwner],
  ["POST", "/service/user/qrLogin", loginByQrcode],
  ["GET", "/service/mine/me", getSession],
  ["GET", "/service/mine/loginQrcode/get", issueQrcode],
  ["GET", "/service/mine/loginQrcode/refresh", issueQrcode],
  ["GET", "/service/mine/switch", listProxyCustomers],
  ["POST", "/service/mine/switch", switchCustomer],
  ["PUT", "/service/mine/password", changePassword],
  ["GET", "/service/mine/totp", getFactor],
  ["POST", "/service/mine/totp", beginFactor],
  ["POST", "/service/mine/totp/confirm", confirmFactor],
  ["DELETE", "/service/mine/totp", removeSecondFactor],
  ["GET", "/service/mine/info", getPageInfo],
  ["GET", "/service/mine/resource", listResources],
  ["PUT", "/service/mine/personal", updatePersonal],
  ["PUT", "/service/mine/guide", switchGuide],
  ["PUT", "/service/mine/homeStyle", chooseHomeStyle],
  ["PUT", "/service/mine/locale", chooseLocale],
  ["POST", "/service/mine/upload", uploadAvatar],
  ["GET", "/service/mine/avatar", getAvatar],
  ["DELETE", "/service/mine/avatar", removeAvatar],
  ["GET", "/service/mine/screen", listScreens],
  ["GET", "/service/mine/search", search],
  ["GET", "/service/mine/shortcut", listShortcuts],
  ["GET", "/service/mine/shortcutMenu", listShortcutMenu],
  ["POST", "/service/mine/addShortcut", saveShortcuts],
  ["GET", "/service/customer", listCustomers],
  ["POST", "/service/customer", createCustomer],
  ["POST", "/service/customer/cancel", cancelCustomers],
  ["POST", "/service/customer/activate", activateCustomers],
  ["GET", "/service/customer/[id]", getCustomerById],
  ["PUT", "/service/customer/[id]", updateCustomer],
  ["DELETE", "/service/customer/[id]", removeCustomer],
  ["POST", "/service/customer/[id]/cancel", cancelCustomer],
  ["POST", "/service/customer/[id]/activate", activateCustomer],
  ["GET", "/service/customer/[id]/belongings", getBelongings],
  ["POST", "/service/customer/[id]/ingestToken", issueCustomerToken],
  ["GET", "/service/user", listUsers],
  ["POST", "/service/user", createUser],
  ["DELETE", "/service/user", removeUsers],
  ["GET", "/service/user/role", listRoleChoices],
  ["GET", "/service/user/customer", listCustomerChoices],
  ["POST", "/service/user/cancel", cancelUsers],
  ["POST", "/service/user/activate", activateUsers],
  ["POST", "/service/user/resetPassword", resetPasswords],
  ["GET", "/service/user/[id]", getOneUser],
  ["PUT", "/service/user/[id]", updateUser],
  ["DELETE", "/service/user/[id]", removeUser],
  ["POST", "/service/user/[id]/cancel", cancelUser],
  ["POST", "/service/user/[id]/activate", activateUser],
  ["POST", "/service/user/[id]/resetPassword", resetPassword],
  ["GET", "/service/role", listRoles],
  ["POST", "/service/role", createRole],
  ["DELETE", "/service/role", removeRoles],
  ["POST", "/service/role/cancel", cancelRoles],
  ["POST", "/service/role/activate", activateRoles],
  ["GET", "/service/role/catalogue", getCatalogue],
  ["GET", "/service/role/holders", listHolders],
  ["GET", "/service/role/choice", listEditorChoices],
  ["GET", "/service/role/[id]", getRoleDetail],
  ["PUT", "/service/role/[id]", updateRole],
  ["DELETE", "/service/role/[id]", removeRole],
  ["GET", "/service/role/[id]/users", listRoleUsers],
  ["POST", "/service/role/[id]/cancel", cancelRole],
  ["POST", "/service/role/[id]/activate", activateRole],
  ["GET", "/service/apiKey", listApiKeys],
  ["POST", "/service/apiKey", createApiKey],
  ["DELETE", "/service/apiKey/[id]", removeApiKey],
  ["GET", "/service/contact", listContacts],
  ["POST", "/service/contact", createContact],
  ["POST", "/service/contact/sync", syncContacts],
  ["POST", "/service/contact/move", moveContacts],
  ["POST", "/service/contact/remove", removeContactBatch],
  ["GET", "/service/contact/[id]", getContactById],
  ["PUT", "/service/contact/[id]", updateContact],
  ["DELETE", "/service/contact/[id]", removeContact],
  ["GET", "/service/contactGroup", contactGroups.list],
  ["POST", "/service/contactGroup", contactGroups.create],
  ["GET", "/service/contactGroup/[id]", contactGroups.get],
  ["PUT", "/service/contactGroup/[id]", contactGroups.update],
  ["DELETE", "/service/contactGroup/[id]", contactGroups.remove],
  ["GET", "/service/dutyRota/[id]", getRota],
  ["PUT", "/service/dutyRota/[id]", saveRota],
  ["DELETE", "/service/dutyRota/[id]", removeRota],
];
