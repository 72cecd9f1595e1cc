import { exportSysLog } from "@/features/audit/export/operations";
import {
  getLogSetting,
  getSysLog,
  listLoginLog,
  listSysLog,
  setLogSetting,
  verifySysLog,
} from "@/features/audit/operations";
import { switchAlarm } from "@/features/carrier/alarm-switch/operations";
import { getMonitoringPoint, listMonitoringPoints } from "@/features/carrier/monitoring/operations";
import { carrierTypes, lookUpCarrierTypes } from "@/features/carrier/type/operations";
import { createApiKey, listApiKeys, removeApiKey } from "@/features/customer/api-key/operations";
import { createCustomer } from "@/features/customer/opening/operations";
import { getCustomerById, issueCustomerToken, listCustomers, updateCustomer } from "@/features/customer/operations";
import { getBelongings, removeCustomer } from "@/features/customer/removal/operations";
import {
  activateCustomer,
  activateCustomers,
  cancelCustomer,
  cancelCustomers,
} from "@/features/customer/status/operations";
import { issueGatewayToken } from "@/features/device/operations";
import { deviceTypes, lookUpDeviceTypes, lookUpDeviceTypesOfKind } from "@/features/device/type/operations";
import {
  acknowledgeException,
  acknowledgeExceptions,
  closeException,
  handleException,
  listExceptionReasons,
  reopenException,
} from "@/features/exception/handling/operations";
import { getException, listExceptions, summariseExceptions } from "@/features/exception/operations";
import {
  createMenuEntry,
  getMenuEntry,
  listMenu,
  loadMenu,
  removeMenuEntry,
  sortMenu,
  updateMenuEntry,
} from "@/features/menu/operations";
import {
  createContact,
  getContactById,
  listContacts,
  moveContacts,
  removeContact,
  removeContactBatch,
  syncContacts,
  updateContact,
} from "@/features/notice/contact/operations";
import { contactGroups } from "@/features/notice/contact-group/operations";
import {
  createParameter,
  getParameterById,
  listParameters,
  listParameterValues,
  removeParameter,
  updateParameterById,
} from "@/features/parameter/operations";
import {
  getCatalogue,
  listEditorChoices,
  listHolders,
  listRoleTypes,
  listScopeTypes,
} from "@/features/role/catalogue/operations";
import {
  activateRole,
  activateRoles,
  cancelRole,
  cancelRoles,
  listRoleUsers,
  removeRole,
  removeRoles,
} from "@/features/role/lifecycle/operations";
import { createRole, getRoleDetail, listRoles, updateRole } from "@/features/role/operations";
import { getSceneTree } from "@/features/scene/operations";
import { createCaptcha, getSession, login, logout } from "@/features/session/operations";
import { changePassword } from "@/features/session/password/operations";
import { listProxyCustomers, switchCustomer } from "@/features/session/proxy-customer/operations";
import { getQrcodeOwner, issueQrcode, loginByQrcode } from "@/features/session/qr-login/operations";
import { beginFactor, confirmFactor, getFactor, removeSecondFactor } from "@/features/session/second-factor/operations";
import {
  exportReadings,
  getHistory,
  getView,
  listExcursions,
  listReadings,
} from "@/features/telemetry/history/operations";
import { ingestReadings } from "@/features/telemetry/ingest/operations";
import { subscribeLive } from "@/features/telemetry/live/operations";
import { listChoices } from "@/features/telemetry/probe/operations";
import { getStatistics } from "@/features/telemetry/statistics/operations";
import { lookUpUnits, units } from "@/features/unit/operations";
import { listCustomerChoices, listRoleChoices } from "@/features/user/grant/operations";
import {
  activateUser,
  activateUsers,
  cancelUser,
  cancelUsers,
  removeUser,
  removeUsers,
  resetPassword,
  resetPasswords,
} from "@/features/user/lifecycle/operations";
import { createUser, getOneUser, listUsers, updateUser } from "@/features/user/operations";
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
import { getSignature, removeSignature, saveSignature } from "@/features/user/signature/operations";
import { zones } from "@/features/zone/operations";
import { getHealth } from "@/lib/health/get-health";
import type { Route } from "@/lib/http/openapi";

/** Every call under /service. A test holds it equal to the route files. */
export const ROUTES: readonly Route[] = [
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
  ["GET", "/service/mine/shortcut", listShortcuts],
  ["GET", "/service/mine/shortcutMenu", listShortcutMenu],
  ["POST", "/service/mine/addShortcut", saveShortcuts],
  ["GET", "/service/share/signature/detail", getSignature],
  ["POST", "/service/share/signature/save", saveSignature],
  ["DELETE", "/service/share/signature/save", removeSignature],
  ["GET", "/service/treeUtil/tree", getSceneTree],
  ["GET", "/service/menu/mine", loadMenu],
  ["GET", "/service/menu", listMenu],
  ["POST", "/service/menu", createMenuEntry],
  ["POST", "/service/menu/sort", sortMenu],
  ["GET", "/service/menu/[id]", getMenuEntry],
  ["PUT", "/service/menu/[id]", updateMenuEntry],
  ["DELETE", "/service/menu/[id]", removeMenuEntry],
  ["GET", "/service/share/param", listParameterValues],
  ["GET", "/service/parameter", listParameters],
  ["POST", "/service/parameter", createParameter],
  ["GET", "/service/parameter/[id]", getParameterById],
  ["PUT", "/service/parameter/[id]", updateParameterById],
  ["DELETE", "/service/parameter/[id]", removeParameter],
  ["GET", "/service/health", getHealth],
  ["POST", "/service/ingest/readings", ingestReadings],
  ["GET", "/service/live", subscribeLive],
  ["GET", "/service/carrier/monitoring", listMonitoringPoints],
  ["GET", "/service/carrier/[id]/monitoring", getMonitoringPoint],
  ["PUT", "/service/carrier/[id]/alarmSwitch", switchAlarm],
  ["POST", "/service/gateway/[id]/token", issueGatewayToken],
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
  ["GET", "/service/exception", listExceptions],
  ["GET", "/service/exception/summary", summariseExceptions],
  ["POST", "/service/exception/acknowledge", acknowledgeExceptions],
  ["GET", "/service/exception/[id]", getException],
  ["POST", "/service/exception/[id]/acknowledge", acknowledgeException],
  ["POST", "/service/exception/[id]/handle", handleException],
  ["POST", "/service/exception/[id]/reopen", reopenException],
  ["POST", "/service/exception/[id]/close", closeException],
  ["GET", "/service/exceptionReason", listExceptionReasons],
  ["GET", "/service/share/history", getHistory],
  ["GET", "/service/share/history/table", listReadings],
  ["GET", "/service/share/history/statistics", getStatistics],
  ["GET", "/service/share/history/excursion", listExcursions],
  ["GET", "/service/share/history/csv", exportReadings],
  ["GET", "/service/share/history/choice", listChoices],
  ["GET", "/service/share/history/view", getView],
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
  ["GET", "/service/share/roleType", listRoleTypes],
  ["GET", "/service/share/scope", listScopeTypes],
  ["GET", "/service/apiKey", listApiKeys],
  ["POST", "/service/apiKey", createApiKey],
  ["DELETE", "/service/apiKey/[id]", removeApiKey],
  ["GET", "/service/zone", zones.list],
  ["POST", "/service/zone", zones.create],
  ["GET", "/service/zone/[id]", zones.get],
  ["PUT", "/service/zone/[id]", zones.update],
  ["DELETE", "/service/zone/[id]", zones.remove],
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
  ["GET", "/service/unit", units.list],
  ["POST", "/service/unit", units.create],
  ["GET", "/service/unit/[id]", units.get],
  ["PUT", "/service/unit/[id]", units.update],
  ["DELETE", "/service/unit/[id]", units.remove],
  ["GET", "/service/carrierType", carrierTypes.list],
  ["POST", "/service/carrierType", carrierTypes.create],
  ["GET", "/service/carrierType/[id]", carrierTypes.get],
  ["PUT", "/service/carrierType/[id]", carrierTypes.update],
  ["DELETE", "/service/carrierType/[id]", carrierTypes.remove],
  ["PUT", "/service/carrierType/[id]/enabled", carrierTypes.switch],
  ["GET", "/service/deviceType", deviceTypes.list],
  ["POST", "/service/deviceType", deviceTypes.create],
  ["GET", "/service/deviceType/[id]", deviceTypes.get],
  ["PUT", "/service/deviceType/[id]", deviceTypes.update],
  ["DELETE", "/service/deviceType/[id]", deviceTypes.remove],
  ["PUT", "/service/deviceType/[id]/enabled", deviceTypes.switch],
  ["GET", "/service/share/unit", lookUpUnits],
  ["GET", "/service/share/getCarrierType", lookUpCarrierTypes],
  ["GET", "/service/share/getDeviceType", lookUpDeviceTypes],
  ["GET", "/service/share/getDeviceType/[id]", lookUpDeviceTypesOfKind],
  ["GET", "/service/sysLog", listSysLog],
  ["GET", "/service/sysLog/csv", exportSysLog],
  ["GET", "/service/sysLog/verify", verifySysLog],
  ["GET", "/service/sysLog/setting", getLogSetting],
  ["PUT", "/service/sysLog/setting", setLogSetting],
  ["GET", "/service/sysLog/[id]", getSysLog],
  ["GET", "/service/loginLog", listLoginLog],
];
