// Written by `npm run routes` from the route files.
import * as r0 from "@/app/api/home/login/route";
import * as r1 from "@/app/api/v1/[token]/attributes/route";
import * as r2 from "@/app/api/v1/[token]/attributes/updates/route";
import * as r3 from "@/app/api/v1/[token]/rpc/route";
import * as r4 from "@/app/api/v1/[token]/telemetry/route";
import * as r5 from "@/app/ping/route";
import * as r6 from "@/app/query/route";
import * as r7 from "@/app/service/alarmRecord/possession/route";
import * as r8 from "@/app/service/alarmRecord/route";
import * as r9 from "@/app/service/alarmSilence/[id]/end/route";
import * as r10 from "@/app/service/alarmSilence/[id]/route";
import * as r11 from "@/app/service/alarmSilence/choice/route";
import * as r12 from "@/app/service/alarmSilence/route";
import * as r13 from "@/app/service/alarmSwitchLog/csv/route";
import * as r14 from "@/app/service/alarmSwitchLog/route";
import * as r15 from "@/app/service/alarmTrigger/[id]/candidate/route";
import * as r16 from "@/app/service/alarmTrigger/[id]/carrier/route";
import * as r17 from "@/app/service/alarmTrigger/[id]/enabled/route";
import * as r18 from "@/app/service/alarmTrigger/[id]/route";
import * as r19 from "@/app/service/alarmTrigger/choice/route";
import * as r20 from "@/app/service/alarmTrigger/enabled/route";
import * as r21 from "@/app/service/alarmTrigger/geofences/route";
import * as r22 from "@/app/service/alarmTrigger/preview/route";
import * as r23 from "@/app/service/alarmTrigger/reach/route";
import * as r24 from "@/app/service/alarmTrigger/remove/route";
import * as r25 from "@/app/service/alarmTrigger/route";
import * as r26 from "@/app/service/alarmTrigger/standard/route";
import * as r27 from "@/app/service/apiKey/[id]/route";
import * as r28 from "@/app/service/apiKey/route";
import * as r29 from "@/app/service/archive/[id]/cancel/route";
import * as r30 from "@/app/service/archive/[id]/file/route";
import * as r31 from "@/app/service/archive/[id]/revoke/route";
import * as r32 from "@/app/service/archive/[id]/route";
import * as r33 from "@/app/service/archive/[id]/share/route";
import * as r34 from "@/app/service/archive/[id]/verify/route";
import * as r35 from "@/app/service/archive/route";
import * as r36 from "@/app/service/atomCarrier/[id]/route";
import * as r37 from "@/app/service/base/[id]/route";
import * as r38 from "@/app/service/base/import/route";
import * as r39 from "@/app/service/base/importTemplate/route";
import * as r40 from "@/app/service/base/route";
import * as r41 from "@/app/service/calibration/[id]/file/route";
import * as r42 from "@/app/service/calibration/[id]/revoke/route";
import * as r43 from "@/app/service/calibration/[id]/route";
import * as r44 from "@/app/service/calibration/route";
import * as r45 from "@/app/service/carrier/[id]/alarmSwitch/route";
import * as r46 from "@/app/service/carrier/[id]/alarmTrigger/route";
import * as r47 from "@/app/service/carrier/[id]/file/route";
import * as r48 from "@/app/service/carrier/[id]/loggerFile/check/route";
import * as r49 from "@/app/service/carrier/[id]/loggerFile/route";
import * as r50 from "@/app/service/carrier/[id]/loggerLayout/route";
import * as r51 from "@/app/service/carrier/[id]/lot/route";
import * as r52 from "@/app/service/carrier/[id]/monitoring/route";
import * as r53 from "@/app/service/carrier/[id]/mount/route";
import * as r54 from "@/app/service/carrier/[id]/mountable/route";
import * as r55 from "@/app/service/carrier/[id]/mounting/route";
import * as r56 from "@/app/service/carrier/[id]/operation/route";
import * as r57 from "@/app/service/carrier/[id]/record/csv/route";
import * as r58 from "@/app/service/carrier/[id]/record/route";
import * as r59 from "@/app/service/carrier/[id]/recordTime/route";
import * as r60 from "@/app/service/carrier/[id]/route";
import * as r61 from "@/app/service/carrier/[id]/status/route";
import * as r62 from "@/app/service/carrier/[id]/testAlarm/result/route";
import * as r63 from "@/app/service/carrier/[id]/testAlarm/route";
import * as r64 from "@/app/service/carrier/[id]/trace/csv/route";
import * as r65 from "@/app/service/carrier/[id]/trace/route";
import * as r66 from "@/app/service/carrier/[id]/unmount/route";
import * as r67 from "@/app/service/carrier/[id]/zone/route";
import * as r68 from "@/app/service/carrier/batch/alarmSwitch/route";
import * as r69 from "@/app/service/carrier/batch/alarmTrigger/route";
import * as r70 from "@/app/service/carrier/batch/route";
import * as r71 from "@/app/service/carrier/batch/scene/route";
import * as r72 from "@/app/service/carrier/batch/status/route";
import * as r73 from "@/app/service/carrier/export/route";
import * as r74 from "@/app/service/carrier/gatewayChoice/route";
import * as r75 from "@/app/service/carrier/map/route";
import * as r76 from "@/app/service/carrier/monitoring/route";
import * as r77 from "@/app/service/carrier/route";
import * as r78 from "@/app/service/carrier/zoneChoice/route";
import * as r79 from "@/app/service/carrierFile/[id]/route";
import * as r80 from "@/app/service/carrierType/[id]/enabled/route";
import * as r81 from "@/app/service/carrierType/[id]/route";
import * as r82 from "@/app/service/carrierType/route";
import * as r83 from "@/app/service/connectionWatch/route";
import * as r84 from "@/app/service/contact/[id]/pushDevice/route";
import * as r85 from "@/app/service/contact/[id]/route";
import * as r86 from "@/app/service/contact/move/route";
import * as r87 from "@/app/service/contact/remove/route";
import * as r88 from "@/app/service/contact/route";
import * as r89 from "@/app/service/contact/sync/route";
import * as r90 from "@/app/service/contactGroup/[id]/route";
import * as r91 from "@/app/service/contactGroup/route";
import * as r92 from "@/app/service/contactPushDevice/[id]/route";
import * as r93 from "@/app/service/count/definition/[id]/route";
import * as r94 from "@/app/service/count/definition/route";
import * as r95 from "@/app/service/count/detail/choice/route";
import * as r96 from "@/app/service/count/detail/csv/route";
import * as r97 from "@/app/service/count/detail/route";
import * as r98 from "@/app/service/count/detail/series/route";
import * as r99 from "@/app/service/count/exportTask/[id]/route";
import * as r100 from "@/app/service/count/exportTask/[id]/run/route";
import * as r101 from "@/app/service/count/exportTask/[id]/runs/route";
import * as r102 from "@/app/service/count/exportTask/[id]/switch/route";
import * as r103 from "@/app/service/count/exportTask/choice/route";
import * as r104 from "@/app/service/count/exportTask/route";
import * as r105 from "@/app/service/count/guidance/csv/route";
import * as r106 from "@/app/service/count/guidance/route";
import * as r107 from "@/app/service/count/guidance/text/route";
import * as r108 from "@/app/service/count/statistic/compare/route";
import * as r109 from "@/app/service/count/statistic/csv/route";
import * as r110 from "@/app/service/count/statistic/door/route";
import * as r111 from "@/app/service/count/statistic/heatMap/route";
import * as r112 from "@/app/service/count/statistic/route";
import * as r113 from "@/app/service/count/statistic/trend/route";
import * as r114 from "@/app/service/cron/route";
import * as r115 from "@/app/service/customer/[id]/activate/route";
import * as r116 from "@/app/service/customer/[id]/belongings/route";
import * as r117 from "@/app/service/customer/[id]/cancel/route";
import * as r118 from "@/app/service/customer/[id]/ingestToken/route";
import * as r119 from "@/app/service/customer/[id]/route";
import * as r120 from "@/app/service/customer/[id]/temperatureUnit/route";
import * as r121 from "@/app/service/customer/activate/route";
import * as r122 from "@/app/service/customer/cancel/route";
import * as r123 from "@/app/service/customer/route";
import * as r124 from "@/app/service/dashboard/[id]/first/route";
import * as r125 from "@/app/service/dashboard/[id]/route";
import * as r126 from "@/app/service/dashboard/[id]/shared/route";
import * as r127 from "@/app/service/dashboard/content/route";
import * as r128 from "@/app/service/dashboard/route";
import * as r129 from "@/app/service/decoderMapping/[id]/route";
import * as r130 from "@/app/service/decoderMapping/[id]/try/route";
import * as r131 from "@/app/service/device/[id]/bind/route";
import * as r132 from "@/app/service/device/[id]/binding/route";
import * as r133 from "@/app/service/device/[id]/calibration/route";
import * as r134 from "@/app/service/device/[id]/configuration/route";
import * as r135 from "@/app/service/device/[id]/mounting/route";
import * as r136 from "@/app/service/device/[id]/traffic/route";
import * as r137 from "@/app/service/device/[id]/unbind/route";
import * as r138 from "@/app/service/device/batch/route";
import * as r139 from "@/app/service/device/board/route";
import * as r140 from "@/app/service/device/disable/route";
import * as r141 from "@/app/service/device/enable/route";
import * as r142 from "@/app/service/device/gatewayBoard/route";
import * as r143 from "@/app/service/device/quota/route";
import * as r144 from "@/app/service/device/route";
import * as r145 from "@/app/service/deviceCommand/[id]/cancel/route";
import * as r146 from "@/app/service/deviceCommand/[id]/retry/route";
import * as r147 from "@/app/service/deviceCommand/[id]/route";
import * as r148 from "@/app/service/deviceCommand/route";
import * as r149 from "@/app/service/deviceImport/[id]/report/route";
import * as r150 from "@/app/service/deviceImport/[id]/route";
import * as r151 from "@/app/service/deviceImport/route";
import * as r152 from "@/app/service/deviceSwitch/[id]/cancel/route";
import * as r153 from "@/app/service/deviceSwitch/[id]/confirm/route";
import * as r154 from "@/app/service/deviceSwitch/[id]/route";
import * as r155 from "@/app/service/deviceSwitch/route";
import * as r156 from "@/app/service/deviceType/[id]/enabled/route";
import * as r157 from "@/app/service/deviceType/[id]/route";
import * as r158 from "@/app/service/deviceType/route";
import * as r159 from "@/app/service/display/[id]/route";
import * as r160 from "@/app/service/display/import/route";
import * as r161 from "@/app/service/display/importTemplate/route";
import * as r162 from "@/app/service/display/route";
import * as r163 from "@/app/service/dm/mpDetail/route";
import * as r164 from "@/app/service/download/record/add/route";
import * as r165 from "@/app/service/download/record/cancel/route";
import * as r166 from "@/app/service/download/record/delete/route";
import * as r167 from "@/app/service/download/record/detail/route";
import * as r168 from "@/app/service/download/record/download/route";
import * as r169 from "@/app/service/download/record/page/route";
import * as r170 from "@/app/service/download/record/progress/route";
import * as r171 from "@/app/service/download/record/userProgress/route";
import * as r172 from "@/app/service/dutyRota/[id]/route";
import * as r173 from "@/app/service/exception/[id]/acknowledge/route";
import * as r174 from "@/app/service/exception/[id]/briefing/route";
import * as r175 from "@/app/service/exception/[id]/close/route";
import * as r176 from "@/app/service/exception/[id]/handle/route";
import * as r177 from "@/app/service/exception/[id]/lot/route";
import * as r178 from "@/app/service/exception/[id]/nextNotice/route";
import * as r179 from "@/app/service/exception/[id]/reopen/route";
import * as r180 from "@/app/service/exception/[id]/route";
import * as r181 from "@/app/service/exception/acknowledge/route";
import * as r182 from "@/app/service/exception/handle/route";
import * as r183 from "@/app/service/exception/route";
import * as r184 from "@/app/service/exception/summary/route";
import * as r185 from "@/app/service/exceptionLink/push/route";
import * as r186 from "@/app/service/exceptionLink/route";
import * as r187 from "@/app/service/exceptionReason/[id]/route";
import * as r188 from "@/app/service/exceptionReason/choice/route";
import * as r189 from "@/app/service/exceptionReason/route";
import * as r190 from "@/app/service/exportLink/file/route";
import * as r191 from "@/app/service/exportLink/route";
import * as r192 from "@/app/service/find/code/generate/route";
import * as r193 from "@/app/service/find/sensor/page/route";
import * as r194 from "@/app/service/forwardSet/[id]/enabled/route";
import * as r195 from "@/app/service/forwardSet/[id]/route";
import * as r196 from "@/app/service/forwardSet/add/route";
import * as r197 from "@/app/service/forwardSet/del/route";
import * as r198 from "@/app/service/forwardSet/detail/route";
import * as r199 from "@/app/service/forwardSet/page/route";
import * as r200 from "@/app/service/forwardSet/platform/route";
import * as r201 from "@/app/service/forwardSet/replay/route";
import * as r202 from "@/app/service/forwardSet/skip/route";
import * as r203 from "@/app/service/forwardSet/test/route";
import * as r204 from "@/app/service/forwardSet/update/route";
import * as r205 from "@/app/service/gas/[id]/route";
import * as r206 from "@/app/service/gas/[id]/token/route";
import * as r207 from "@/app/service/gas/import/route";
import * as r208 from "@/app/service/gas/importTemplate/route";
import * as r209 from "@/app/service/gas/route";
import * as r210 from "@/app/service/gateway/[id]/route";
import * as r211 from "@/app/service/gateway/[id]/token/route";
import * as r212 from "@/app/service/gateway/import/route";
import * as r213 from "@/app/service/gateway/importTemplate/route";
import * as r214 from "@/app/service/gateway/route";
import * as r215 from "@/app/service/geofence/[id]/enabled/route";
import * as r216 from "@/app/service/geofence/[id]/route";
import * as r217 from "@/app/service/geofence/choice/route";
import * as r218 from "@/app/service/geofence/route";
import * as r219 from "@/app/service/geofenceEvent/route";
import * as r220 from "@/app/service/guide/[id]/route";
import * as r221 from "@/app/service/guide/add/route";
import * as r222 from "@/app/service/guide/del/[id]/route";
import * as r223 from "@/app/service/guide/group/add/route";
import * as r224 from "@/app/service/guide/group/del/[id]/route";
import * as r225 from "@/app/service/guide/group/sort/route";
import * as r226 from "@/app/service/guide/group/update/route";
import * as r227 from "@/app/service/guide/groups/route";
import * as r228 from "@/app/service/guide/list/[id]/route";
import * as r229 from "@/app/service/guide/sort/route";
import * as r230 from "@/app/service/guide/update/route";
import * as r231 from "@/app/service/health/route";
import * as r232 from "@/app/service/home/checklist/route";
import * as r233 from "@/app/service/home/overview/route";
import * as r234 from "@/app/service/home/plan/route";
import * as r235 from "@/app/service/home/statistics/route";
import * as r236 from "@/app/service/ingest/chirpstack/route";
import * as r237 from "@/app/service/ingest/influx/api/v2/write/route";
import * as r238 from "@/app/service/ingest/influx/ping/route";
import * as r239 from "@/app/service/ingest/influx/query/route";
import * as r240 from "@/app/service/ingest/influx/route";
import * as r241 from "@/app/service/ingest/influx/write/route";
import * as r242 from "@/app/service/ingest/osmand/route";
import * as r243 from "@/app/service/ingest/properties/route";
import * as r244 from "@/app/service/ingest/readings/route";
import * as r245 from "@/app/service/ingest/thingsboard/[token]/telemetry/route";
import * as r246 from "@/app/service/ingest/tts/route";
import * as r247 from "@/app/service/ingest/zigbee2mqtt/route";
import * as r248 from "@/app/service/invalidReading/restore/route";
import * as r249 from "@/app/service/invalidReading/route";
import * as r250 from "@/app/service/invalidRule/[id]/apply/route";
import * as r251 from "@/app/service/invalidRule/[id]/enabled/route";
import * as r252 from "@/app/service/invalidRule/[id]/giveBack/route";
import * as r253 from "@/app/service/invalidRule/[id]/preview/route";
import * as r254 from "@/app/service/invalidRule/[id]/route";
import * as r255 from "@/app/service/invalidRule/route";
import * as r256 from "@/app/service/live/route";
import * as r257 from "@/app/service/loggerFile/[id]/alarm/route";
import * as r258 from "@/app/service/loggerFile/[id]/route";
import * as r259 from "@/app/service/loggerTemplate/route";
import * as r260 from "@/app/service/loginLog/route";
import * as r261 from "@/app/service/lot/[id]/decision/draft/route";
import * as r262 from "@/app/service/lot/[id]/decision/route";
import * as r263 from "@/app/service/lot/[id]/placement/route";
import * as r264 from "@/app/service/lot/[id]/route";
import * as r265 from "@/app/service/lot/[id]/verdict/route";
import * as r266 from "@/app/service/lot/import/route";
import * as r267 from "@/app/service/lot/route";
import * as r268 from "@/app/service/lot/scan/route";
import * as r269 from "@/app/service/magnetism/[id]/route";
import * as r270 from "@/app/service/magnetism/[id]/token/route";
import * as r271 from "@/app/service/magnetism/import/route";
import * as r272 from "@/app/service/magnetism/importTemplate/route";
import * as r273 from "@/app/service/magnetism/route";
import * as r274 from "@/app/service/menu/[id]/route";
import * as r275 from "@/app/service/menu/mine/route";
import * as r276 from "@/app/service/menu/route";
import * as r277 from "@/app/service/menu/sort/route";
import * as r278 from "@/app/service/mine/addShortcut/route";
import * as r279 from "@/app/service/mine/avatar/route";
import * as r280 from "@/app/service/mine/guide/route";
import * as r281 from "@/app/service/mine/homeStyle/route";
import * as r282 from "@/app/service/mine/info/route";
import * as r283 from "@/app/service/mine/locale/route";
import * as r284 from "@/app/service/mine/loginQrcode/get/route";
import * as r285 from "@/app/service/mine/loginQrcode/refresh/route";
import * as r286 from "@/app/service/mine/me/route";
import * as r287 from "@/app/service/mine/password/route";
import * as r288 from "@/app/service/mine/personal/route";
import * as r289 from "@/app/service/mine/resource/route";
import * as r290 from "@/app/service/mine/screen/route";
import * as r291 from "@/app/service/mine/search/route";
import * as r292 from "@/app/service/mine/shortcut/route";
import * as r293 from "@/app/service/mine/shortcutMenu/route";
import * as r294 from "@/app/service/mine/switch/route";
import * as r295 from "@/app/service/mine/totp/confirm/route";
import * as r296 from "@/app/service/mine/totp/route";
import * as r297 from "@/app/service/mine/upload/route";
import * as r298 from "@/app/service/mine/view/[id]/route";
import * as r299 from "@/app/service/mine/view/route";
import * as r300 from "@/app/service/monitorFinding/route";
import * as r301 from "@/app/service/monitorRun/route";
import * as r302 from "@/app/service/monitorTask/[id]/enabled/route";
import * as r303 from "@/app/service/monitorTask/[id]/route";
import * as r304 from "@/app/service/monitorTask/[id]/run/route";
import * as r305 from "@/app/service/monitorTask/choice/route";
import * as r306 from "@/app/service/monitorTask/group/route";
import * as r307 from "@/app/service/monitorTask/route";
import * as r308 from "@/app/service/notice/reply/route";
import * as r309 from "@/app/service/noticeChannel/route";
import * as r310 from "@/app/service/noticeChannel/states/route";
import * as r311 from "@/app/service/noticeChannel/test/[id]/route";
import * as r312 from "@/app/service/noticeChannel/test/route";
import * as r313 from "@/app/service/noticeChannel/troubles/route";
import * as r314 from "@/app/service/noticeLog/[id]/route";
import * as r315 from "@/app/service/noticeLog/csv/route";
import * as r316 from "@/app/service/noticeLog/route";
import * as r317 from "@/app/service/overview/route";
import * as r318 from "@/app/service/parameter/[id]/route";
import * as r319 from "@/app/service/parameter/route";
import * as r320 from "@/app/service/plinthBinding/[id]/route";
import * as r321 from "@/app/service/plinthBinding/route";
import * as r322 from "@/app/service/printGroup/[id]/enabled/route";
import * as r323 from "@/app/service/printGroup/[id]/preview/route";
import * as r324 from "@/app/service/printGroup/[id]/print/route";
import * as r325 from "@/app/service/printGroup/[id]/route";
import * as r326 from "@/app/service/printGroup/addPrintGroup/route";
import * as r327 from "@/app/service/printGroup/checkPrintGroup/route";
import * as r328 from "@/app/service/printGroup/delete/route";
import * as r329 from "@/app/service/printGroup/info/route";
import * as r330 from "@/app/service/printGroup/list/route";
import * as r331 from "@/app/service/printGroup/route";
import * as r332 from "@/app/service/printGroup/save/route";
import * as r333 from "@/app/service/printGroup/updateGroupName/route";
import * as r334 from "@/app/service/printJob/[id]/cancel/route";
import * as r335 from "@/app/service/printJob/[id]/confirm/route";
import * as r336 from "@/app/service/printJob/[id]/retry/route";
import * as r337 from "@/app/service/printJob/[id]/route";
import * as r338 from "@/app/service/printJob/preview/route";
import * as r339 from "@/app/service/printJob/route";
import * as r340 from "@/app/service/printer/[id]/check/route";
import * as r341 from "@/app/service/printer/[id]/enabled/route";
import * as r342 from "@/app/service/printer/[id]/route";
import * as r343 from "@/app/service/printer/[id]/test/route";
import * as r344 from "@/app/service/printer/info/route";
import * as r345 from "@/app/service/printer/route";
import * as r346 from "@/app/service/product/[id]/route";
import * as r347 from "@/app/service/product/route";
import * as r348 from "@/app/service/push/[id]/route";
import * as r349 from "@/app/service/push/[id]/test/route";
import * as r350 from "@/app/service/push/release/route";
import * as r351 from "@/app/service/push/renew/route";
import * as r352 from "@/app/service/push/route";
import * as r353 from "@/app/service/queryCode/data/route";
import * as r354 from "@/app/service/queryCode/route";
import * as r355 from "@/app/service/queryCode/wall/route";
import * as r356 from "@/app/service/recordPoint/[id]/route";
import * as r357 from "@/app/service/relay/[id]/route";
import * as r358 from "@/app/service/relay/import/route";
import * as r359 from "@/app/service/relay/importTemplate/route";
import * as r360 from "@/app/service/relay/route";
import * as r361 from "@/app/service/replyProvider/[id]/route";
import * as r362 from "@/app/service/replyProvider/[id]/secret/route";
import * as r363 from "@/app/service/replyProvider/route";
import * as r364 from "@/app/service/report/[id]/cancel/route";
import * as r365 from "@/app/service/report/[id]/file/route";
import * as r366 from "@/app/service/report/[id]/judge/route";
import * as r367 from "@/app/service/report/[id]/remake/route";
import * as r368 from "@/app/service/report/[id]/route";
import * as r369 from "@/app/service/report/[id]/sign/route";
import * as r370 from "@/app/service/report/choice/route";
import * as r371 from "@/app/service/report/estimate/route";
import * as r372 from "@/app/service/report/route";
import * as r373 from "@/app/service/report/subject/route";
import * as r374 from "@/app/service/reportCheck/route";
import * as r375 from "@/app/service/reportTemplate/[id]/route";
import * as r376 from "@/app/service/reportTemplate/[id]/use/route";
import * as r377 from "@/app/service/reportTemplate/route";
import * as r378 from "@/app/service/role/[id]/activate/route";
import * as r379 from "@/app/service/role/[id]/cancel/route";
import * as r380 from "@/app/service/role/[id]/route";
import * as r381 from "@/app/service/role/[id]/users/route";
import * as r382 from "@/app/service/role/activate/route";
import * as r383 from "@/app/service/role/cancel/route";
import * as r384 from "@/app/service/role/catalogue/route";
import * as r385 from "@/app/service/role/choice/route";
import * as r386 from "@/app/service/role/holders/route";
import * as r387 from "@/app/service/role/route";
import * as r388 from "@/app/service/scene/[id]/candidate/route";
import * as r389 from "@/app/service/scene/[id]/holdings/route";
import * as r390 from "@/app/service/scene/[id]/move/route";
import * as r391 from "@/app/service/scene/[id]/picture/route";
import * as r392 from "@/app/service/scene/[id]/placement/route";
import * as r393 from "@/app/service/scene/[id]/route";
import * as r394 from "@/app/service/scene/route";
import * as r395 from "@/app/service/secondment/[id]/confirm/route";
import * as r396 from "@/app/service/secondment/[id]/decline/route";
import * as r397 from "@/app/service/secondment/[id]/return/route";
import * as r398 from "@/app/service/secondment/[id]/revoke/route";
import * as r399 from "@/app/service/secondment/[id]/route";
import * as r400 from "@/app/service/secondment/route";
import * as r401 from "@/app/service/sensor/[id]/route";
import * as r402 from "@/app/service/sensor/[id]/token/route";
import * as r403 from "@/app/service/sensor/importSensor/route";
import * as r404 from "@/app/service/sensor/importTemplate/route";
import * as r405 from "@/app/service/sensor/lst/[type]/route";
import * as r406 from "@/app/service/sensor/route";
import * as r407 from "@/app/service/sensor/upt/route";
import * as r408 from "@/app/service/setupWizard/access/route";
import * as r409 from "@/app/service/setupWizard/carrier/route";
import * as r410 from "@/app/service/setupWizard/device/route";
import * as r411 from "@/app/service/setupWizard/index/route";
import * as r412 from "@/app/service/setupWizard/route";
import * as r413 from "@/app/service/share/backup/download/route";
import * as r414 from "@/app/service/share/backup/file/list/route";
import * as r415 from "@/app/service/share/backup/link/route";
import * as r416 from "@/app/service/share/backup/scene/route";
import * as r417 from "@/app/service/share/carrier_mode/route";
import * as r418 from "@/app/service/share/download/route";
import * as r419 from "@/app/service/share/ex_catalog/route";
import * as r420 from "@/app/service/share/exportHistory/route";
import * as r421 from "@/app/service/share/forward/route";
import * as r422 from "@/app/service/share/getCarrierType/route";
import * as r423 from "@/app/service/share/getDeviceType/[id]/route";
import * as r424 from "@/app/service/share/getDeviceType/route";
import * as r425 from "@/app/service/share/getFullScene/route";
import * as r426 from "@/app/service/share/guide/route";
import * as r427 from "@/app/service/share/history/choice/route";
import * as r428 from "@/app/service/share/history/completeness/route";
import * as r429 from "@/app/service/share/history/csv/route";
import * as r430 from "@/app/service/share/history/event/route";
import * as r431 from "@/app/service/share/history/excursion/route";
import * as r432 from "@/app/service/share/history/invalid/route";
import * as r433 from "@/app/service/share/history/logger/csv/route";
import * as r434 from "@/app/service/share/history/logger/route";
import * as r435 from "@/app/service/share/history/logger/table/route";
import * as r436 from "@/app/service/share/history/loggerFile/route";
import * as r437 from "@/app/service/share/history/outside/route";
import * as r438 from "@/app/service/share/history/route";
import * as r439 from "@/app/service/share/history/statistics/route";
import * as r440 from "@/app/service/share/history/table/route";
import * as r441 from "@/app/service/share/history/view/route";
import * as r442 from "@/app/service/share/param/route";
import * as r443 from "@/app/service/share/probeRange/route";
import * as r444 from "@/app/service/share/product/route";
import * as r445 from "@/app/service/share/roleType/route";
import * as r446 from "@/app/service/share/scope/route";
import * as r447 from "@/app/service/share/signature/detail/route";
import * as r448 from "@/app/service/share/signature/save/route";
import * as r449 from "@/app/service/share/tree/route";
import * as r450 from "@/app/service/share/unit/route";
import * as r451 from "@/app/service/share/verificationPreset/route";
import * as r452 from "@/app/service/share/zonePreset/route";
import * as r453 from "@/app/service/shareCode/[id]/opening/route";
import * as r454 from "@/app/service/shareCode/[id]/route";
import * as r455 from "@/app/service/shareCode/label/route";
import * as r456 from "@/app/service/shareCode/route";
import * as r457 from "@/app/service/shareCode/subject/route";
import * as r458 from "@/app/service/signature/[id]/image/route";
import * as r459 from "@/app/service/streets/route";
import * as r460 from "@/app/service/sysLog/[id]/route";
import * as r461 from "@/app/service/sysLog/csv/route";
import * as r462 from "@/app/service/sysLog/route";
import * as r463 from "@/app/service/sysLog/setting/route";
import * as r464 from "@/app/service/sysLog/verify/route";
import * as r465 from "@/app/service/tempRecord/[id]/approve/route";
import * as r466 from "@/app/service/tempRecord/[id]/comment/route";
import * as r467 from "@/app/service/tempRecord/[id]/correct/route";
import * as r468 from "@/app/service/tempRecord/[id]/csv/route";
import * as r469 from "@/app/service/tempRecord/[id]/reject/route";
import * as r470 from "@/app/service/tempRecord/[id]/review/route";
import * as r471 from "@/app/service/tempRecord/[id]/route";
import * as r472 from "@/app/service/tempRecord/[id]/submit/route";
import * as r473 from "@/app/service/tempRecord/[id]/value/route";
import * as r474 from "@/app/service/tempRecord/approve/route";
import * as r475 from "@/app/service/tempRecord/csv/route";
import * as r476 from "@/app/service/tempRecord/hash/route";
import * as r477 from "@/app/service/tempRecord/route";
import * as r478 from "@/app/service/transport/[id]/arrive/route";
import * as r479 from "@/app/service/transport/[id]/cancel/route";
import * as r480 from "@/app/service/transport/[id]/close/route";
import * as r481 from "@/app/service/transport/[id]/code/route";
import * as r482 from "@/app/service/transport/[id]/depart/route";
import * as r483 from "@/app/service/transport/[id]/handover/route";
import * as r484 from "@/app/service/transport/[id]/journey/route";
import * as r485 from "@/app/service/transport/[id]/load/route";
import * as r486 from "@/app/service/transport/[id]/photo/route";
import * as r487 from "@/app/service/transport/[id]/precooling/route";
import * as r488 from "@/app/service/transport/[id]/route";
import * as r489 from "@/app/service/transport/board/route";
import * as r490 from "@/app/service/transport/import/route";
import * as r491 from "@/app/service/transport/route";
import * as r492 from "@/app/service/transportCode/route";
import * as r493 from "@/app/service/treeUtil/tree/route";
import * as r494 from "@/app/service/unit/[id]/route";
import * as r495 from "@/app/service/unit/route";
import * as r496 from "@/app/service/unknownDevice/[id]/route";
import * as r497 from "@/app/service/unknownDevice/register/route";
import * as r498 from "@/app/service/unknownDevice/route";
import * as r499 from "@/app/service/user/[id]/activate/route";
import * as r500 from "@/app/service/user/[id]/cancel/route";
import * as r501 from "@/app/service/user/[id]/resetPassword/route";
import * as r502 from "@/app/service/user/[id]/route";
import * as r503 from "@/app/service/user/activate/route";
import * as r504 from "@/app/service/user/cancel/route";
import * as r505 from "@/app/service/user/captcha/route";
import * as r506 from "@/app/service/user/customer/route";
import * as r507 from "@/app/service/user/forgotPassword/route";
import * as r508 from "@/app/service/user/login/route";
import * as r509 from "@/app/service/user/logout/route";
import * as r510 from "@/app/service/user/qrLogin/route";
import * as r511 from "@/app/service/user/resetForgotten/route";
import * as r512 from "@/app/service/user/resetPassword/route";
import * as r513 from "@/app/service/user/role/route";
import * as r514 from "@/app/service/user/route";
import * as r515 from "@/app/service/verificationDue/route";
import * as r516 from "@/app/service/verificationPreset/[id]/enabled/route";
import * as r517 from "@/app/service/verificationPreset/[id]/route";
import * as r518 from "@/app/service/verificationPreset/route";
import * as r519 from "@/app/service/verificationTask/[id]/check/route";
import * as r520 from "@/app/service/verificationTask/[id]/confirm/route";
import * as r521 from "@/app/service/verificationTask/[id]/device/route";
import * as r522 from "@/app/service/verificationTask/[id]/mark/route";
import * as r523 from "@/app/service/verificationTask/[id]/picture/route";
import * as r524 from "@/app/service/verificationTask/[id]/plan/route";
import * as r525 from "@/app/service/verificationTask/[id]/route";
import * as r526 from "@/app/service/verificationTask/[id]/sample/route";
import * as r527 from "@/app/service/verificationTask/[id]/start/route";
import * as r528 from "@/app/service/verificationTask/[id]/stop/route";
import * as r529 from "@/app/service/verificationTask/[id]/unmark/route";
import * as r530 from "@/app/service/verificationTask/route";
import * as r531 from "@/app/service/workOrder/[id]/accept/route";
import * as r532 from "@/app/service/workOrder/[id]/cancel/route";
import * as r533 from "@/app/service/workOrder/[id]/comment/route";
import * as r534 from "@/app/service/workOrder/[id]/confirm/route";
import * as r535 from "@/app/service/workOrder/[id]/photo/route";
import * as r536 from "@/app/service/workOrder/[id]/process/route";
import * as r537 from "@/app/service/workOrder/[id]/rate/route";
import * as r538 from "@/app/service/workOrder/[id]/release/route";
import * as r539 from "@/app/service/workOrder/[id]/return/route";
import * as r540 from "@/app/service/workOrder/[id]/route";
import * as r541 from "@/app/service/workOrder/people/route";
import * as r542 from "@/app/service/workOrder/route";
import * as r543 from "@/app/service/workOrder/statistics/route";
import * as r544 from "@/app/service/workOrderRule/[id]/enabled/route";
import * as r545 from "@/app/service/workOrderRule/[id]/route";
import * as r546 from "@/app/service/workOrderRule/route";
import * as r547 from "@/app/service/zone/[id]/bind/route";
import * as r548 from "@/app/service/zone/[id]/candidate/route";
import * as r549 from "@/app/service/zone/[id]/carrier/route";
import * as r550 from "@/app/service/zone/[id]/route";
import * as r551 from "@/app/service/zone/remove/route";
import * as r552 from "@/app/service/zone/route";
import * as r553 from "@/app/service/zonePreset/[id]/enabled/route";
import * as r554 from "@/app/service/zonePreset/[id]/route";
import * as r555 from "@/app/service/zonePreset/route";
import * as r556 from "@/app/write/route";
import { callsOf } from "@/lib/http/handle";
import type { Route } from "@/lib/http/openapi";

/** Every call of the API but the one that describes them. */
export const ROUTES: readonly Route[] = [
  ...callsOf("/api/home/login", r0),
  ...callsOf("/api/v1/[token]/attributes", r1),
  ...callsOf("/api/v1/[token]/attributes/updates", r2),
  ...callsOf("/api/v1/[token]/rpc", r3),
  ...callsOf("/api/v1/[token]/telemetry", r4),
  ...callsOf("/ping", r5),
  ...callsOf("/query", r6),
  ...callsOf("/service/alarmRecord/possession", r7),
  ...callsOf("/service/alarmRecord", r8),
  ...callsOf("/service/alarmSilence/[id]/end", r9),
  ...callsOf("/service/alarmSilence/[id]", r10),
  ...callsOf("/service/alarmSilence/choice", r11),
  ...callsOf("/service/alarmSilence", r12),
  ...callsOf("/service/alarmSwitchLog/csv", r13),
  ...callsOf("/service/alarmSwitchLog", r14),
  ...callsOf("/service/alarmTrigger/[id]/candidate", r15),
  ...callsOf("/service/alarmTrigger/[id]/carrier", r16),
  ...callsOf("/service/alarmTrigger/[id]/enabled", r17),
  ...callsOf("/service/alarmTrigger/[id]", r18),
  ...callsOf("/service/alarmTrigger/choice", r19),
  ...callsOf("/service/alarmTrigger/enabled", r20),
  ...callsOf("/service/alarmTrigger/geofences", r21),
  ...callsOf("/service/alarmTrigger/preview", r22),
  ...callsOf("/service/alarmTrigger/reach", r23),
  ...callsOf("/service/alarmTrigger/remove", r24),
  ...callsOf("/service/alarmTrigger", r25),
  ...callsOf("/service/alarmTrigger/standard", r26),
  ...callsOf("/service/apiKey/[id]", r27),
  ...callsOf("/service/apiKey", r28),
  ...callsOf("/service/archive/[id]/cancel", r29),
  ...callsOf("/service/archive/[id]/file", r30),
  ...callsOf("/service/archive/[id]/revoke", r31),
  ...callsOf("/service/archive/[id]", r32),
  ...callsOf("/service/archive/[id]/share", r33),
  ...callsOf("/service/archive/[id]/verify", r34),
  ...callsOf("/service/archive", r35),
  ...callsOf("/service/atomCarrier/[id]", r36),
  ...callsOf("/service/base/[id]", r37),
  ...callsOf("/service/base/import", r38),
  ...callsOf("/service/base/importTemplate", r39),
  ...callsOf("/service/base", r40),
  ...callsOf("/service/calibration/[id]/file", r41),
  ...callsOf("/service/calibration/[id]/revoke", r42),
  ...callsOf("/service/calibration/[id]", r43),
  ...callsOf("/service/calibration", r44),
  ...callsOf("/service/carrier/[id]/alarmSwitch", r45),
  ...callsOf("/service/carrier/[id]/alarmTrigger", r46),
  ...callsOf("/service/carrier/[id]/file", r47),
  ...callsOf("/service/carrier/[id]/loggerFile/check", r48),
  ...callsOf("/service/carrier/[id]/loggerFile", r49),
  ...callsOf("/service/carrier/[id]/loggerLayout", r50),
  ...callsOf("/service/carrier/[id]/lot", r51),
  ...callsOf("/service/carrier/[id]/monitoring", r52),
  ...callsOf("/service/carrier/[id]/mount", r53),
  ...callsOf("/service/carrier/[id]/mountable", r54),
  ...callsOf("/service/carrier/[id]/mounting", r55),
  ...callsOf("/service/carrier/[id]/operation", r56),
  ...callsOf("/service/carrier/[id]/record/csv", r57),
  ...callsOf("/service/carrier/[id]/record", r58),
  ...callsOf("/service/carrier/[id]/recordTime", r59),
  ...callsOf("/service/carrier/[id]", r60),
  ...callsOf("/service/carrier/[id]/status", r61),
  ...callsOf("/service/carrier/[id]/testAlarm/result", r62),
  ...callsOf("/service/carrier/[id]/testAlarm", r63),
  ...callsOf("/service/carrier/[id]/trace/csv", r64),
  ...callsOf("/service/carrier/[id]/trace", r65),
  ...callsOf("/service/carrier/[id]/unmount", r66),
  ...callsOf("/service/carrier/[id]/zone", r67),
  ...callsOf("/service/carrier/batch/alarmSwitch", r68),
  ...callsOf("/service/carrier/batch/alarmTrigger", r69),
  ...callsOf("/service/carrier/batch", r70),
  ...callsOf("/service/carrier/batch/scene", r71),
  ...callsOf("/service/carrier/batch/status", r72),
  ...callsOf("/service/carrier/export", r73),
  ...callsOf("/service/carrier/gatewayChoice", r74),
  ...callsOf("/service/carrier/map", r75),
  ...callsOf("/service/carrier/monitoring", r76),
  ...callsOf("/service/carrier", r77),
  ...callsOf("/service/carrier/zoneChoice", r78),
  ...callsOf("/service/carrierFile/[id]", r79),
  ...callsOf("/service/carrierType/[id]/enabled", r80),
  ...callsOf("/service/carrierType/[id]", r81),
  ...callsOf("/service/carrierType", r82),
  ...callsOf("/service/connectionWatch", r83),
  ...callsOf("/service/contact/[id]/pushDevice", r84),
  ...callsOf("/service/contact/[id]", r85),
  ...callsOf("/service/contact/move", r86),
  ...callsOf("/service/contact/remove", r87),
  ...callsOf("/service/contact", r88),
  ...callsOf("/service/contact/sync", r89),
  ...callsOf("/service/contactGroup/[id]", r90),
  ...callsOf("/service/contactGroup", r91),
  ...callsOf("/service/contactPushDevice/[id]", r92),
  ...callsOf("/service/count/definition/[id]", r93),
  ...callsOf("/service/count/definition", r94),
  ...callsOf("/service/count/detail/choice", r95),
  ...callsOf("/service/count/detail/csv", r96),
  ...callsOf("/service/count/detail", r97),
  ...callsOf("/service/count/detail/series", r98),
  ...callsOf("/service/count/exportTask/[id]", r99),
  ...callsOf("/service/count/exportTask/[id]/run", r100),
  ...callsOf("/service/count/exportTask/[id]/runs", r101),
  ...callsOf("/service/count/exportTask/[id]/switch", r102),
  ...callsOf("/service/count/exportTask/choice", r103),
  ...callsOf("/service/count/exportTask", r104),
  ...callsOf("/service/count/guidance/csv", r105),
  ...callsOf("/service/count/guidance", r106),
  ...callsOf("/service/count/guidance/text", r107),
  ...callsOf("/service/count/statistic/compare", r108),
  ...callsOf("/service/count/statistic/csv", r109),
  ...callsOf("/service/count/statistic/door", r110),
  ...callsOf("/service/count/statistic/heatMap", r111),
  ...callsOf("/service/count/statistic", r112),
  ...callsOf("/service/count/statistic/trend", r113),
  ...callsOf("/service/cron", r114),
  ...callsOf("/service/customer/[id]/activate", r115),
  ...callsOf("/service/customer/[id]/belongings", r116),
  ...callsOf("/service/customer/[id]/cancel", r117),
  ...callsOf("/service/customer/[id]/ingestToken", r118),
  ...callsOf("/service/customer/[id]", r119),
  ...callsOf("/service/customer/[id]/temperatureUnit", r120),
  ...callsOf("/service/customer/activate", r121),
  ...callsOf("/service/customer/cancel", r122),
  ...callsOf("/service/customer", r123),
  ...callsOf("/service/dashboard/[id]/first", r124),
  ...callsOf("/service/dashboard/[id]", r125),
  ...callsOf("/service/dashboard/[id]/shared", r126),
  ...callsOf("/service/dashboard/content", r127),
  ...callsOf("/service/dashboard", r128),
  ...callsOf("/service/decoderMapping/[id]", r129),
  ...callsOf("/service/decoderMapping/[id]/try", r130),
  ...callsOf("/service/device/[id]/bind", r131),
  ...callsOf("/service/device/[id]/binding", r132),
  ...callsOf("/service/device/[id]/calibration", r133),
  ...callsOf("/service/device/[id]/configuration", r134),
  ...callsOf("/service/device/[id]/mounting", r135),
  ...callsOf("/service/device/[id]/traffic", r136),
  ...callsOf("/service/device/[id]/unbind", r137),
  ...callsOf("/service/device/batch", r138),
  ...callsOf("/service/device/board", r139),
  ...callsOf("/service/device/disable", r140),
  ...callsOf("/service/device/enable", r141),
  ...callsOf("/service/device/gatewayBoard", r142),
  ...callsOf("/service/device/quota", r143),
  ...callsOf("/service/device", r144),
  ...callsOf("/service/deviceCommand/[id]/cancel", r145),
  ...callsOf("/service/deviceCommand/[id]/retry", r146),
  ...callsOf("/service/deviceCommand/[id]", r147),
  ...callsOf("/service/deviceCommand", r148),
  ...callsOf("/service/deviceImport/[id]/report", r149),
  ...callsOf("/service/deviceImport/[id]", r150),
  ...callsOf("/service/deviceImport", r151),
  ...callsOf("/service/deviceSwitch/[id]/cancel", r152),
  ...callsOf("/service/deviceSwitch/[id]/confirm", r153),
  ...callsOf("/service/deviceSwitch/[id]", r154),
  ...callsOf("/service/deviceSwitch", r155),
  ...callsOf("/service/deviceType/[id]/enabled", r156),
  ...callsOf("/service/deviceType/[id]", r157),
  ...callsOf("/service/deviceType", r158),
  ...callsOf("/service/display/[id]", r159),
  ...callsOf("/service/display/import", r160),
  ...callsOf("/service/display/importTemplate", r161),
  ...callsOf("/service/display", r162),
  ...callsOf("/service/dm/mpDetail", r163),
  ...callsOf("/service/download/record/add", r164),
  ...callsOf("/service/download/record/cancel", r165),
  ...callsOf("/service/download/record/delete", r166),
  ...callsOf("/service/download/record/detail", r167),
  ...callsOf("/service/download/record/download", r168),
  ...callsOf("/service/download/record/page", r169),
  ...callsOf("/service/download/record/progress", r170),
  ...callsOf("/service/download/record/userProgress", r171),
  ...callsOf("/service/dutyRota/[id]", r172),
  ...callsOf("/service/exception/[id]/acknowledge", r173),
  ...callsOf("/service/exception/[id]/briefing", r174),
  ...callsOf("/service/exception/[id]/close", r175),
  ...callsOf("/service/exception/[id]/handle", r176),
  ...callsOf("/service/exception/[id]/lot", r177),
  ...callsOf("/service/exception/[id]/nextNotice", r178),
  ...callsOf("/service/exception/[id]/reopen", r179),
  ...callsOf("/service/exception/[id]", r180),
  ...callsOf("/service/exception/acknowledge", r181),
  ...callsOf("/service/exception/handle", r182),
  ...callsOf("/service/exception", r183),
  ...callsOf("/service/exception/summary", r184),
  ...callsOf("/service/exceptionLink/push", r185),
  ...callsOf("/service/exceptionLink", r186),
  ...callsOf("/service/exceptionReason/[id]", r187),
  ...callsOf("/service/exceptionReason/choice", r188),
  ...callsOf("/service/exceptionReason", r189),
  ...callsOf("/service/exportLink/file", r190),
  ...callsOf("/service/exportLink", r191),
  ...callsOf("/service/find/code/generate", r192),
  ...callsOf("/service/find/sensor/page", r193),
  ...callsOf("/service/forwardSet/[id]/enabled", r194),
  ...callsOf("/service/forwardSet/[id]", r195),
  ...callsOf("/service/forwardSet/add", r196),
  ...callsOf("/service/forwardSet/del", r197),
  ...callsOf("/service/forwardSet/detail", r198),
  ...callsOf("/service/forwardSet/page", r199),
  ...callsOf("/service/forwardSet/platform", r200),
  ...callsOf("/service/forwardSet/replay", r201),
  ...callsOf("/service/forwardSet/skip", r202),
  ...callsOf("/service/forwardSet/test", r203),
  ...callsOf("/service/forwardSet/update", r204),
  ...callsOf("/service/gas/[id]", r205),
  ...callsOf("/service/gas/[id]/token", r206),
  ...callsOf("/service/gas/import", r207),
  ...callsOf("/service/gas/importTemplate", r208),
  ...callsOf("/service/gas", r209),
  ...callsOf("/service/gateway/[id]", r210),
  ...callsOf("/service/gateway/[id]/token", r211),
  ...callsOf("/service/gateway/import", r212),
  ...callsOf("/service/gateway/importTemplate", r213),
  ...callsOf("/service/gateway", r214),
  ...callsOf("/service/geofence/[id]/enabled", r215),
  ...callsOf("/service/geofence/[id]", r216),
  ...callsOf("/service/geofence/choice", r217),
  ...callsOf("/service/geofence", r218),
  ...callsOf("/service/geofenceEvent", r219),
  ...callsOf("/service/guide/[id]", r220),
  ...callsOf("/service/guide/add", r221),
  ...callsOf("/service/guide/del/[id]", r222),
  ...callsOf("/service/guide/group/add", r223),
  ...callsOf("/service/guide/group/del/[id]", r224),
  ...callsOf("/service/guide/group/sort", r225),
  ...callsOf("/service/guide/group/update", r226),
  ...callsOf("/service/guide/groups", r227),
  ...callsOf("/service/guide/list/[id]", r228),
  ...callsOf("/service/guide/sort", r229),
  ...callsOf("/service/guide/update", r230),
  ...callsOf("/service/health", r231),
  ...callsOf("/service/home/checklist", r232),
  ...callsOf("/service/home/overview", r233),
  ...callsOf("/service/home/plan", r234),
  ...callsOf("/service/home/statistics", r235),
  ...callsOf("/service/ingest/chirpstack", r236),
  ...callsOf("/service/ingest/influx/api/v2/write", r237),
  ...callsOf("/service/ingest/influx/ping", r238),
  ...callsOf("/service/ingest/influx/query", r239),
  ...callsOf("/service/ingest/influx", r240),
  ...callsOf("/service/ingest/influx/write", r241),
  ...callsOf("/service/ingest/osmand", r242),
  ...callsOf("/service/ingest/properties", r243),
  ...callsOf("/service/ingest/readings", r244),
  ...callsOf("/service/ingest/thingsboard/[token]/telemetry", r245),
  ...callsOf("/service/ingest/tts", r246),
  ...callsOf("/service/ingest/zigbee2mqtt", r247),
  ...callsOf("/service/invalidReading/restore", r248),
  ...callsOf("/service/invalidReading", r249),
  ...callsOf("/service/invalidRule/[id]/apply", r250),
  ...callsOf("/service/invalidRule/[id]/enabled", r251),
  ...callsOf("/service/invalidRule/[id]/giveBack", r252),
  ...callsOf("/service/invalidRule/[id]/preview", r253),
  ...callsOf("/service/invalidRule/[id]", r254),
  ...callsOf("/service/invalidRule", r255),
  ...callsOf("/service/live", r256),
  ...callsOf("/service/loggerFile/[id]/alarm", r257),
  ...callsOf("/service/loggerFile/[id]", r258),
  ...callsOf("/service/loggerTemplate", r259),
  ...callsOf("/service/loginLog", r260),
  ...callsOf("/service/lot/[id]/decision/draft", r261),
  ...callsOf("/service/lot/[id]/decision", r262),
  ...callsOf("/service/lot/[id]/placement", r263),
  ...callsOf("/service/lot/[id]", r264),
  ...callsOf("/service/lot/[id]/verdict", r265),
  ...callsOf("/service/lot/import", r266),
  ...callsOf("/service/lot", r267),
  ...callsOf("/service/lot/scan", r268),
  ...callsOf("/service/magnetism/[id]", r269),
  ...callsOf("/service/magnetism/[id]/token", r270),
  ...callsOf("/service/magnetism/import", r271),
  ...callsOf("/service/magnetism/importTemplate", r272),
  ...callsOf("/service/magnetism", r273),
  ...callsOf("/service/menu/[id]", r274),
  ...callsOf("/service/menu/mine", r275),
  ...callsOf("/service/menu", r276),
  ...callsOf("/service/menu/sort", r277),
  ...callsOf("/service/mine/addShortcut", r278),
  ...callsOf("/service/mine/avatar", r279),
  ...callsOf("/service/mine/guide", r280),
  ...callsOf("/service/mine/homeStyle", r281),
  ...callsOf("/service/mine/info", r282),
  ...callsOf("/service/mine/locale", r283),
  ...callsOf("/service/mine/loginQrcode/get", r284),
  ...callsOf("/service/mine/loginQrcode/refresh", r285),
  ...callsOf("/service/mine/me", r286),
  ...callsOf("/service/mine/password", r287),
  ...callsOf("/service/mine/personal", r288),
  ...callsOf("/service/mine/resource", r289),
  ...callsOf("/service/mine/screen", r290),
  ...callsOf("/service/mine/search", r291),
  ...callsOf("/service/mine/shortcut", r292),
  ...callsOf("/service/mine/shortcutMenu", r293),
  ...callsOf("/service/mine/switch", r294),
  ...callsOf("/service/mine/totp/confirm", r295),
  ...callsOf("/service/mine/totp", r296),
  ...callsOf("/service/mine/upload", r297),
  ...callsOf("/service/mine/view/[id]", r298),
  ...callsOf("/service/mine/view", r299),
  ...callsOf("/service/monitorFinding", r300),
  ...callsOf("/service/monitorRun", r301),
  ...callsOf("/service/monitorTask/[id]/enabled", r302),
  ...callsOf("/service/monitorTask/[id]", r303),
  ...callsOf("/service/monitorTask/[id]/run", r304),
  ...callsOf("/service/monitorTask/choice", r305),
  ...callsOf("/service/monitorTask/group", r306),
  ...callsOf("/service/monitorTask", r307),
  ...callsOf("/service/notice/reply", r308),
  ...callsOf("/service/noticeChannel", r309),
  ...callsOf("/service/noticeChannel/states", r310),
  ...callsOf("/service/noticeChannel/test/[id]", r311),
  ...callsOf("/service/noticeChannel/test", r312),
  ...callsOf("/service/noticeChannel/troubles", r313),
  ...callsOf("/service/noticeLog/[id]", r314),
  ...callsOf("/service/noticeLog/csv", r315),
  ...callsOf("/service/noticeLog", r316),
  ...callsOf("/service/overview", r317),
  ...callsOf("/service/parameter/[id]", r318),
  ...callsOf("/service/parameter", r319),
  ...callsOf("/service/plinthBinding/[id]", r320),
  ...callsOf("/service/plinthBinding", r321),
  ...callsOf("/service/printGroup/[id]/enabled", r322),
  ...callsOf("/service/printGroup/[id]/preview", r323),
  ...callsOf("/service/printGroup/[id]/print", r324),
  ...callsOf("/service/printGroup/[id]", r325),
  ...callsOf("/service/printGroup/addPrintGroup", r326),
  ...callsOf("/service/printGroup/checkPrintGroup", r327),
  ...callsOf("/service/printGroup/delete", r328),
  ...callsOf("/service/printGroup/info", r329),
  ...callsOf("/service/printGroup/list", r330),
  ...callsOf("/service/printGroup", r331),
  ...callsOf("/service/printGroup/save", r332),
  ...callsOf("/service/printGroup/updateGroupName", r333),
  ...callsOf("/service/printJob/[id]/cancel", r334),
  ...callsOf("/service/printJob/[id]/confirm", r335),
  ...callsOf("/service/printJob/[id]/retry", r336),
  ...callsOf("/service/printJob/[id]", r337),
  ...callsOf("/service/printJob/preview", r338),
  ...callsOf("/service/printJob", r339),
  ...callsOf("/service/printer/[id]/check", r340),
  ...callsOf("/service/printer/[id]/enabled", r341),
  ...callsOf("/service/printer/[id]", r342),
  ...callsOf("/service/printer/[id]/test", r343),
  ...callsOf("/service/printer/info", r344),
  ...callsOf("/service/printer", r345),
  ...callsOf("/service/product/[id]", r346),
  ...callsOf("/service/product", r347),
  ...callsOf("/service/push/[id]", r348),
  ...callsOf("/service/push/[id]/test", r349),
  ...callsOf("/service/push/release", r350),
  ...callsOf("/service/push/renew", r351),
  ...callsOf("/service/push", r352),
  ...callsOf("/service/queryCode/data", r353),
  ...callsOf("/service/queryCode", r354),
  ...callsOf("/service/queryCode/wall", r355),
  ...callsOf("/service/recordPoint/[id]", r356),
  ...callsOf("/service/relay/[id]", r357),
  ...callsOf("/service/relay/import", r358),
  ...callsOf("/service/relay/importTemplate", r359),
  ...callsOf("/service/relay", r360),
  ...callsOf("/service/replyProvider/[id]", r361),
  ...callsOf("/service/replyProvider/[id]/secret", r362),
  ...callsOf("/service/replyProvider", r363),
  ...callsOf("/service/report/[id]/cancel", r364),
  ...callsOf("/service/report/[id]/file", r365),
  ...callsOf("/service/report/[id]/judge", r366),
  ...callsOf("/service/report/[id]/remake", r367),
  ...callsOf("/service/report/[id]", r368),
  ...callsOf("/service/report/[id]/sign", r369),
  ...callsOf("/service/report/choice", r370),
  ...callsOf("/service/report/estimate", r371),
  ...callsOf("/service/report", r372),
  ...callsOf("/service/report/subject", r373),
  ...callsOf("/service/reportCheck", r374),
  ...callsOf("/service/reportTemplate/[id]", r375),
  ...callsOf("/service/reportTemplate/[id]/use", r376),
  ...callsOf("/service/reportTemplate", r377),
  ...callsOf("/service/role/[id]/activate", r378),
  ...callsOf("/service/role/[id]/cancel", r379),
  ...callsOf("/service/role/[id]", r380),
  ...callsOf("/service/role/[id]/users", r381),
  ...callsOf("/service/role/activate", r382),
  ...callsOf("/service/role/cancel", r383),
  ...callsOf("/service/role/catalogue", r384),
  ...callsOf("/service/role/choice", r385),
  ...callsOf("/service/role/holders", r386),
  ...callsOf("/service/role", r387),
  ...callsOf("/service/scene/[id]/candidate", r388),
  ...callsOf("/service/scene/[id]/holdings", r389),
  ...callsOf("/service/scene/[id]/move", r390),
  ...callsOf("/service/scene/[id]/picture", r391),
  ...callsOf("/service/scene/[id]/placement", r392),
  ...callsOf("/service/scene/[id]", r393),
  ...callsOf("/service/scene", r394),
  ...callsOf("/service/secondment/[id]/confirm", r395),
  ...callsOf("/service/secondment/[id]/decline", r396),
  ...callsOf("/service/secondment/[id]/return", r397),
  ...callsOf("/service/secondment/[id]/revoke", r398),
  ...callsOf("/service/secondment/[id]", r399),
  ...callsOf("/service/secondment", r400),
  ...callsOf("/service/sensor/[id]", r401),
  ...callsOf("/service/sensor/[id]/token", r402),
  ...callsOf("/service/sensor/importSensor", r403),
  ...callsOf("/service/sensor/importTemplate", r404),
  ...callsOf("/service/sensor/lst/[type]", r405),
  ...callsOf("/service/sensor", r406),
  ...callsOf("/service/sensor/upt", r407),
  ...callsOf("/service/setupWizard/access", r408),
  ...callsOf("/service/setupWizard/carrier", r409),
  ...callsOf("/service/setupWizard/device", r410),
  ...callsOf("/service/setupWizard/index", r411),
  ...callsOf("/service/setupWizard", r412),
  ...callsOf("/service/share/backup/download", r413),
  ...callsOf("/service/share/backup/file/list", r414),
  ...callsOf("/service/share/backup/link", r415),
  ...callsOf("/service/share/backup/scene", r416),
  ...callsOf("/service/share/carrier_mode", r417),
  ...callsOf("/service/share/download", r418),
  ...callsOf("/service/share/ex_catalog", r419),
  ...callsOf("/service/share/exportHistory", r420),
  ...callsOf("/service/share/forward", r421),
  ...callsOf("/service/share/getCarrierType", r422),
  ...callsOf("/service/share/getDeviceType/[id]", r423),
  ...callsOf("/service/share/getDeviceType", r424),
  ...callsOf("/service/share/getFullScene", r425),
  ...callsOf("/service/share/guide", r426),
  ...callsOf("/service/share/history/choice", r427),
  ...callsOf("/service/share/history/completeness", r428),
  ...callsOf("/service/share/history/csv", r429),
  ...callsOf("/service/share/history/event", r430),
  ...callsOf("/service/share/history/excursion", r431),
  ...callsOf("/service/share/history/invalid", r432),
  ...callsOf("/service/share/history/logger/csv", r433),
  ...callsOf("/service/share/history/logger", r434),
  ...callsOf("/service/share/history/logger/table", r435),
  ...callsOf("/service/share/history/loggerFile", r436),
  ...callsOf("/service/share/history/outside", r437),
  ...callsOf("/service/share/history", r438),
  ...callsOf("/service/share/history/statistics", r439),
  ...callsOf("/service/share/history/table", r440),
  ...callsOf("/service/share/history/view", r441),
  ...callsOf("/service/share/param", r442),
  ...callsOf("/service/share/probeRange", r443),
  ...callsOf("/service/share/product", r444),
  ...callsOf("/service/share/roleType", r445),
  ...callsOf("/service/share/scope", r446),
  ...callsOf("/service/share/signature/detail", r447),
  ...callsOf("/service/share/signature/save", r448),
  ...callsOf("/service/share/tree", r449),
  ...callsOf("/service/share/unit", r450),
  ...callsOf("/service/share/verificationPreset", r451),
  ...callsOf("/service/share/zonePreset", r452),
  ...callsOf("/service/shareCode/[id]/opening", r453),
  ...callsOf("/service/shareCode/[id]", r454),
  ...callsOf("/service/shareCode/label", r455),
  ...callsOf("/service/shareCode", r456),
  ...callsOf("/service/shareCode/subject", r457),
  ...callsOf("/service/signature/[id]/image", r458),
  ...callsOf("/service/streets", r459),
  ...callsOf("/service/sysLog/[id]", r460),
  ...callsOf("/service/sysLog/csv", r461),
  ...callsOf("/service/sysLog", r462),
  ...callsOf("/service/sysLog/setting", r463),
  ...callsOf("/service/sysLog/verify", r464),
  ...callsOf("/service/tempRecord/[id]/approve", r465),
  ...callsOf("/service/tempRecord/[id]/comment", r466),
  ...callsOf("/service/tempRecord/[id]/correct", r467),
  ...callsOf("/service/tempRecord/[id]/csv", r468),
  ...callsOf("/service/tempRecord/[id]/reject", r469),
  ...callsOf("/service/tempRecord/[id]/review", r470),
  ...callsOf("/service/tempRecord/[id]", r471),
  ...callsOf("/service/tempRecord/[id]/submit", r472),
  ...callsOf("/service/tempRecord/[id]/value", r473),
  ...callsOf("/service/tempRecord/approve", r474),
  ...callsOf("/service/tempRecord/csv", r475),
  ...callsOf("/service/tempRecord/hash", r476),
  ...callsOf("/service/tempRecord", r477),
  ...callsOf("/service/transport/[id]/arrive", r478),
  ...callsOf("/service/transport/[id]/cancel", r479),
  ...callsOf("/service/transport/[id]/close", r480),
  ...callsOf("/service/transport/[id]/code", r481),
  ...callsOf("/service/transport/[id]/depart", r482),
  ...callsOf("/service/transport/[id]/handover", r483),
  ...callsOf("/service/transport/[id]/journey", r484),
  ...callsOf("/service/transport/[id]/load", r485),
  ...callsOf("/service/transport/[id]/photo", r486),
  ...callsOf("/service/transport/[id]/precooling", r487),
  ...callsOf("/service/transport/[id]", r488),
  ...callsOf("/service/transport/board", r489),
  ...callsOf("/service/transport/import", r490),
  ...callsOf("/service/transport", r491),
  ...callsOf("/service/transportCode", r492),
  ...callsOf("/service/treeUtil/tree", r493),
  ...callsOf("/service/unit/[id]", r494),
  ...callsOf("/service/unit", r495),
  ...callsOf("/service/unknownDevice/[id]", r496),
  ...callsOf("/service/unknownDevice/register", r497),
  ...callsOf("/service/unknownDevice", r498),
  ...callsOf("/service/user/[id]/activate", r499),
  ...callsOf("/service/user/[id]/cancel", r500),
  ...callsOf("/service/user/[id]/resetPassword", r501),
  ...callsOf("/service/user/[id]", r502),
  ...callsOf("/service/user/activate", r503),
  ...callsOf("/service/user/cancel", r504),
  ...callsOf("/service/user/captcha", r505),
  ...callsOf("/service/user/customer", r506),
  ...callsOf("/service/user/forgotPassword", r507),
  ...callsOf("/service/user/login", r508),
  ...callsOf("/service/user/logout", r509),
  ...callsOf("/service/user/qrLogin", r510),
  ...callsOf("/service/user/resetForgotten", r511),
  ...callsOf("/service/user/resetPassword", r512),
  ...callsOf("/service/user/role", r513),
  ...callsOf("/service/user", r514),
  ...callsOf("/service/verificationDue", r515),
  ...callsOf("/service/verificationPreset/[id]/enabled", r516),
  ...callsOf("/service/verificationPreset/[id]", r517),
  ...callsOf("/service/verificationPreset", r518),
  ...callsOf("/service/verificationTask/[id]/check", r519),
  ...callsOf("/service/verificationTask/[id]/confirm", r520),
  ...callsOf("/service/verificationTask/[id]/device", r521),
  ...callsOf("/service/verificationTask/[id]/mark", r522),
  ...callsOf("/service/verificationTask/[id]/picture", r523),
  ...callsOf("/service/verificationTask/[id]/plan", r524),
  ...callsOf("/service/verificationTask/[id]", r525),
  ...callsOf("/service/verificationTask/[id]/sample", r526),
  ...callsOf("/service/verificationTask/[id]/start", r527),
  ...callsOf("/service/verificationTask/[id]/stop", r528),
  ...callsOf("/service/verificationTask/[id]/unmark", r529),
  ...callsOf("/service/verificationTask", r530),
  ...callsOf("/service/workOrder/[id]/accept", r531),
  ...callsOf("/service/workOrder/[id]/cancel", r532),
  ...callsOf("/service/workOrder/[id]/comment", r533),
  ...callsOf("/service/workOrder/[id]/confirm", r534),
  ...callsOf("/service/workOrder/[id]/photo", r535),
  ...callsOf("/service/workOrder/[id]/process", r536),
  ...callsOf("/service/workOrder/[id]/rate", r537),
  ...callsOf("/service/workOrder/[id]/release", r538),
  ...callsOf("/service/workOrder/[id]/return", r539),
  ...callsOf("/service/workOrder/[id]", r540),
  ...callsOf("/service/workOrder/people", r541),
  ...callsOf("/service/workOrder", r542),
  ...callsOf("/service/workOrder/statistics", r543),
  ...callsOf("/service/workOrderRule/[id]/enabled", r544),
  ...callsOf("/service/workOrderRule/[id]", r545),
  ...callsOf("/service/workOrderRule", r546),
  ...callsOf("/service/zone/[id]/bind", r547),
  ...callsOf("/service/zone/[id]/candidate", r548),
  ...callsOf("/service/zone/[id]/carrier", r549),
  ...callsOf("/service/zone/[id]", r550),
  ...callsOf("/service/zone/remove", r551),
  ...callsOf("/service/zone", r552),
  ...callsOf("/service/zonePreset/[id]/enabled", r553),
  ...callsOf("/service/zonePreset/[id]", r554),
  ...callsOf("/service/zonePreset", r555),
  ...callsOf("/write", r556),
];
