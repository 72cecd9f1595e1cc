import { listTriggerGeofences } from "@/features/alarm/condition/geofence.operations";
import { getConnectionWatch, saveConnectionWatch } from "@/features/alarm/connection/operations";
import { previewTrigger } from "@/features/alarm/preview/operations";
import { listBindable, listBound as listBoundToTrigger } from "@/features/alarm/trigger/binding.operations";
import { listReach } from "@/features/alarm/trigger/plan.operations";
import { createStandardTrigger } from "@/features/alarm/trigger/standard.operations";
import {
  alarmTriggers,
  removeTriggers,
  switchTrigger,
  switchTriggers,
} from "@/features/alarm/trigger/trigger.operations";
import { switchAlarm } from "@/features/carrier/alarm-switch/operations";
import {
  bindTrigger,
  changeStatuses,
  editCarriers,
  moveCarriers,
  switchAlarms,
} from "@/features/carrier/batch/operations";
import {
  createCarrier,
  getAtomCarrier,
  getMonitoringPointDetail,
  getOneCarrier,
  removeCarrier,
  updateCarrier,
} from "@/features/carrier/carrier.operations";
import { chooseGateway, chooseTrigger, chooseZone } from "@/features/carrier/choice.operations";
import { getCarrierTrigger, listCarrierOperations } from "@/features/carrier/detail/detail.operations";
import { exportCarriers } from "@/features/carrier/export.operations";
import {
  addCarrierFile,
  getCarrierFile,
  listCarrierFiles,
  removeCarrierFile,
  renameCarrierFile,
} from "@/features/carrier/file/operations";
import { listCarriers } from "@/features/carrier/list.operations";
import { forgetLayout } from "@/features/carrier/logger/layout.operations";
import {
  addLoggerFile,
  checkLoggerFile,
  getOriginal,
  listLoggerAlarms,
  listLoggerFiles,
  removeLoggerFile,
} from "@/features/carrier/logger/logger.operations";
import { getLoggerTemplate } from "@/features/carrier/logger/template.operations";
import { listCarriersOnMap } from "@/features/carrier/map/operations";
import { getMonitoringPoint, listMonitoringPoints } from "@/features/carrier/monitoring/monitoring.operations";
import { listMountCandidates } from "@/features/carrier/mounting/candidate.operations";
import { listCarrierMountings, mountDevice, unmountDevice } from "@/features/carrier/mounting/mounting.operations";
import { readWall } from "@/features/carrier/overview/operations";
import { exportRecord, getRecord, getRecordTimes, setRecordTimes } from "@/features/carrier/record-time/operations";
import { changeStatus } from "@/features/carrier/status/status.operations";
import { carrierTypes, lookUpCarrierTypes } from "@/features/carrier/type/operations";
import { listScopeTypes } from "@/features/role/catalogue.operations";
import {
  getPlacements,
  getPlanPicture,
  listCandidates,
  removePlanPicture,
  savePlan,
  uploadPlanPicture,
} from "@/features/scene/floor-plan/operations";
import { getHoldings } from "@/features/scene/holdings/operations";
import {
  createScene,
  getFullScene,
  getSceneNode,
  getSceneTree,
  listSceneNodes,
  moveScene,
  removeScene,
  updateSceneNode,
} from "@/features/scene/scene.operations";
import { connectAccess } from "@/features/setup-wizard/access.operations";
import { associateDevice, describeCarrier } from "@/features/setup-wizard/place.operations";
import { setIndex } from "@/features/setup-wizard/watch.operations";
import { getWizard, restartWizard, saveWizard } from "@/features/setup-wizard/wizard.operations";
import { listCandidates as listZoneCandidates } from "@/features/zone/apply/operations";
import { bindZone, getCarrierZones, getProbeRange, setCarrierZones } from "@/features/zone/binding.operations";
import { lookUpZonePresets, zonePresets } from "@/features/zone/preset/operations";
import { listBoundCarriers, removeZones, zones } from "@/features/zone/zone.operations";
import type { Route } from "@/lib/http/openapi";

/** Calls of the organisation tree, carriers, ranges and the wizard. */
export const PLACE_ROUTES: readonly Route[] = [
  ["GET", "/service/treeUtil/tree", getSceneTree],
  ["GET", "/service/share/tree", getSceneTree],
  ["GET", "/service/share/backup/scene", getSceneTree],
  ["GET", "/service/share/getFullScene", getFullScene],
  ["GET", "/service/scene", listSceneNodes],
  ["POST", "/service/scene", createScene],
  ["GET", "/service/scene/[id]", getSceneNode],
  ["PUT", "/service/scene/[id]", updateSceneNode],
  ["DELETE", "/service/scene/[id]", removeScene],
  ["POST", "/service/scene/[id]/move", moveScene],
  ["GET", "/service/scene/[id]/holdings", getHoldings],
  ["GET", "/service/scene/[id]/picture", getPlanPicture],
  ["PUT", "/service/scene/[id]/picture", uploadPlanPicture],
  ["DELETE", "/service/scene/[id]/picture", removePlanPicture],
  ["GET", "/service/scene/[id]/placement", getPlacements],
  ["PUT", "/service/scene/[id]/placement", savePlan],
  ["GET", "/service/scene/[id]/candidate", listCandidates],
  ["GET", "/service/carrier/map", listCarriersOnMap],
  ["GET", "/service/carrier/monitoring", listMonitoringPoints],
  ["GET", "/service/overview", readWall],
  ["GET", "/service/carrier/[id]/monitoring", getMonitoringPoint],
  ["PUT", "/service/carrier/[id]/alarmSwitch", switchAlarm],
  ["GET", "/service/carrier/[id]/mounting", listCarrierMountings],
  ["GET", "/service/carrier/[id]/mountable", listMountCandidates],
  ["POST", "/service/carrier/[id]/mount", mountDevice],
  ["POST", "/service/carrier/[id]/unmount", unmountDevice],
  ["GET", "/service/carrier", listCarriers],
  ["POST", "/service/carrier", createCarrier],
  ["GET", "/service/carrier/[id]", getOneCarrier],
  ["PUT", "/service/carrier/[id]", updateCarrier],
  ["DELETE", "/service/carrier/[id]", removeCarrier],
  ["PUT", "/service/carrier/[id]/status", changeStatus],
  ["GET", "/service/carrier/[id]/recordTime", getRecordTimes],
  ["PUT", "/service/carrier/[id]/recordTime", setRecordTimes],
  ["GET", "/service/carrier/[id]/record", getRecord],
  ["GET", "/service/carrier/[id]/record/csv", exportRecord],
  ["GET", "/service/carrier/[id]/alarmTrigger", getCarrierTrigger],
  ["GET", "/service/carrier/[id]/operation", listCarrierOperations],
  ["GET", "/service/carrier/[id]/file", listCarrierFiles],
  ["POST", "/service/carrier/[id]/file", addCarrierFile],
  ["GET", "/service/carrierFile/[id]", getCarrierFile],
  ["PUT", "/service/carrierFile/[id]", renameCarrierFile],
  ["DELETE", "/service/carrierFile/[id]", removeCarrierFile],
  ["GET", "/service/carrier/[id]/loggerFile", listLoggerFiles],
  ["POST", "/service/carrier/[id]/loggerFile", addLoggerFile],
  ["POST", "/service/carrier/[id]/loggerFile/check", checkLoggerFile],
  ["DELETE", "/service/carrier/[id]/loggerLayout", forgetLayout],
  ["GET", "/service/loggerFile/[id]", getOriginal],
  ["GET", "/service/loggerFile/[id]/alarm", listLoggerAlarms],
  ["DELETE", "/service/loggerFile/[id]", removeLoggerFile],
  ["GET", "/service/loggerTemplate", getLoggerTemplate],
  ["PUT", "/service/carrier/batch", editCarriers],
  ["PUT", "/service/carrier/batch/status", changeStatuses],
  ["PUT", "/service/carrier/batch/alarmSwitch", switchAlarms],
  ["PUT", "/service/carrier/batch/alarmTrigger", bindTrigger],
  ["PUT", "/service/carrier/batch/scene", moveCarriers],
  ["GET", "/service/carrier/export", exportCarriers],
  ["GET", "/service/carrier/zoneChoice", chooseZone],
  ["GET", "/service/carrier/gatewayChoice", chooseGateway],
  ["GET", "/service/alarmTrigger/choice", chooseTrigger],
  ["GET", "/service/atomCarrier/[id]", getAtomCarrier],
  ["GET", "/service/dm/mpDetail", getMonitoringPointDetail],
  ["GET", "/service/share/scope", listScopeTypes],
  ["GET", "/service/zone", zones.list],
  ["POST", "/service/zone", zones.create],
  ["GET", "/service/zone/[id]", zones.get],
  ["PUT", "/service/zone/[id]", zones.update],
  ["DELETE", "/service/zone/[id]", zones.remove],
  ["POST", "/service/zone/remove", removeZones],
  ["GET", "/service/zone/[id]/carrier", listBoundCarriers],
  ["GET", "/service/zone/[id]/candidate", listZoneCandidates],
  ["POST", "/service/zone/[id]/bind", bindZone],
  ["GET", "/service/carrier/[id]/zone", getCarrierZones],
  ["PUT", "/service/carrier/[id]/zone", setCarrierZones],
  ["GET", "/service/share/probeRange", getProbeRange],
  ["GET", "/service/share/zonePreset", lookUpZonePresets],
  ["GET", "/service/zonePreset", zonePresets.list],
  ["POST", "/service/zonePreset", zonePresets.create],
  ["GET", "/service/zonePreset/[id]", zonePresets.get],
  ["PUT", "/service/zonePreset/[id]", zonePresets.update],
  ["DELETE", "/service/zonePreset/[id]", zonePresets.remove],
  ["PUT", "/service/zonePreset/[id]/enabled", zonePresets.switch],
  ["POST", "/service/alarmTrigger/standard", createStandardTrigger],
  ["GET", "/service/alarmTrigger", alarmTriggers.list],
  ["POST", "/service/alarmTrigger", alarmTriggers.create],
  ["GET", "/service/alarmTrigger/[id]", alarmTriggers.get],
  ["PUT", "/service/alarmTrigger/[id]", alarmTriggers.update],
  ["DELETE", "/service/alarmTrigger/[id]", alarmTriggers.remove],
  ["PUT", "/service/alarmTrigger/[id]/enabled", switchTrigger],
  ["GET", "/service/alarmTrigger/[id]/carrier", listBoundToTrigger],
  ["GET", "/service/alarmTrigger/[id]/candidate", listBindable],
  ["PUT", "/service/alarmTrigger/enabled", switchTriggers],
  ["POST", "/service/alarmTrigger/remove", removeTriggers],
  ["GET", "/service/alarmTrigger/reach", listReach],
  ["GET", "/service/alarmTrigger/geofences", listTriggerGeofences],
  ["POST", "/service/alarmTrigger/preview", previewTrigger],
  ["GET", "/service/connectionWatch", getConnectionWatch],
  ["PUT", "/service/connectionWatch", saveConnectionWatch],
  ["GET", "/service/setupWizard", getWizard],
  ["PUT", "/service/setupWizard", saveWizard],
  ["DELETE", "/service/setupWizard", restartWizard],
  ["POST", "/service/setupWizard/access", connectAccess],
  ["POST", "/service/setupWizard/carrier", describeCarrier],
  ["POST", "/service/setupWizard/index", setIndex],
  ["POST", "/service/setupWizard/device", associateDevice],
  ["GET", "/service/carrierType", carrierTypes.list],
  ["POST", "/service/carrierType", carrierTypes.create],
  ["GET", "/service/carrierType/[id]", carrierTypes.get],
  ["PUT", "/service/carrierType/[id]", carrierTypes.update],
  ["DELETE", "/service/carrierType/[id]", carrierTypes.remove],
  ["PUT", "/service/carrierType/[id]/enabled", carrierTypes.switch],
  ["GET", "/service/share/getCarrierType", lookUpCarrierTypes],
];
