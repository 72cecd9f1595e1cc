import type { AnalysisResult } from "@/db/enums";
import type { ReasonCode } from "../reasons";

type Words = { comments: readonly string[]; measures: readonly string[]; remark: string };

type Handling = { analysisResult: AnalysisResult; zh: Words; de: Words };

/** The handling texts of an exception, by its reason. */
export const HANDLING: Record<ReasonCode, Handling> = {
  "door-left-open": {
    analysisResult: "confirmed",
    zh: {
      comments: ["已通知现场人员关门", "值班护士正在查看，柜门未关严"],
      measures: ["关闭柜门，确认门封条完好，观察 30 分钟温度恢复正常", "重新整理物品，关严柜门并加贴“随手关门”提示"],
      remark: "物品核心温度未超限，继续使用。",
    },
    de: {
      comments: ["Tür stand offen, wird geschlossen", "Kollege ist auf dem Weg zur Halle"],
      measures: ["Tür geschlossen, Dichtung geprüft, Temperatur nach 20 Minuten wieder im Bereich"],
      remark: "Kerntemperatur der Ware gemessen und in Ordnung.",
    },
  },
  "power-failure": {
    analysisResult: "confirmed",
    zh: {
      comments: ["已联系后勤检查供电", "插座跳闸，正在恢复"],
      measures: ["恢复供电并检查空气开关，启用备用电源线路", "将物品转移至备用冰箱，恢复供电后移回"],
      remark: "停电期间未开门，已登记暴露时间。",
    },
    de: {
      comments: ["Haustechnik ist verständigt"],
      measures: [
        "Sicherung wieder eingeschaltet, Ursache war ein defekter Verdampferlüfter",
        "Ware umgelagert, Stromkreis geprüft",
      ],
      remark: "Ware nach Sichtprüfung freigegeben.",
    },
  },
  defrost: {
    analysisResult: "excluded",
    zh: {
      comments: ["除霜期间温度上升，属正常情况"],
      measures: ["除霜结束后复核温度，已恢复正常", "调整除霜时间，避开出入库高峰"],
      remark: "建议今后除霜前先切换为除霜状态。",
    },
    de: {
      comments: ["Abtauung läuft, wird beobachtet"],
      measures: ["Abtauung beendet, Temperatur wieder im Bereich", "Abtauzeiten mit dem Kältetechniker angepasst"],
      remark: "Keine Auswirkung auf die Ware.",
    },
  },
  loading: {
    analysisResult: "excluded",
    zh: {
      comments: ["正在装卸货，完成后恢复", "新到一批疫苗正在入库"],
      measures: ["装卸完成后关闭库门，温度恢复正常", "分批入库，缩短开门时间"],
      remark: "装卸过程符合操作规程。",
    },
    de: {
      comments: ["Verladung, dauert noch etwa 15 Minuten", "Anlieferung wird eingelagert"],
      measures: ["Verladung beendet, Tür geschlossen", "Anlieferung künftig in zwei Teilen"],
      remark: "Ware war nur kurz außerhalb des Bereichs.",
    },
  },
  "equipment-failure": {
    analysisResult: "confirmed",
    zh: {
      comments: ["疑似压缩机故障，已报修", "温控器异常，设备科已到场"],
      measures: [
        "更换压缩机启动继电器，运行 24 小时温度稳定",
        "厂家工程师更换温控器并校准",
        "物品转移至备用设备，维修后验收合格",
      ],
      remark: "受影响物品已隔离并评估，结果记录在案。",
    },
    de: {
      comments: ["Kältetechniker ist bestellt", "Aggregat läuft im Notbetrieb"],
      measures: ["Kältetechniker hat das Expansionsventil getauscht", "Thermostat getauscht und abgeglichen"],
      remark: "Betroffene Ware gesperrt und bewertet.",
    },
  },
  "sensor-failure": {
    analysisResult: "excluded",
    zh: { comments: ["与标准温度计比对偏差较大"], measures: ["更换探头并重新校准"], remark: "设备温度实际正常。" },
    de: { comments: ["Vergleichsmessung läuft"], measures: ["Fühler getauscht"], remark: "Die Anlage war in Ordnung." },
  },
  maintenance: {
    analysisResult: "excluded",
    zh: {
      comments: ["库房清洁，湿度暂时升高"],
      measures: ["清洁完成后开启除湿机，湿度恢复正常"],
      remark: "按计划清洁，药品已加盖防潮。",
    },
    de: {
      comments: ["Nassreinigung der Halle"],
      measures: ["Nach der Reinigung gelüftet, Luftfeuchte wieder im Bereich"],
      remark: "Geplante Reinigung.",
    },
  },
  battery: {
    analysisResult: "confirmed",
    zh: { comments: ["电池电量耗尽，待更换"], measures: ["更换电池，数据恢复上传"], remark: "已加入电池更换计划。" },
    de: { comments: ["Batterie leer"], measures: ["Batterie gewechselt"], remark: "Wechselintervall angepasst." },
  },
  network: {
    analysisResult: "confirmed",
    zh: {
      comments: ["网关断线，信息科正在处理", "交换机维护，稍后恢复"],
      measures: ["重启交换机，网关恢复在线", "更换网线接头，通信恢复正常"],
      remark: "断线期间人工巡检温度正常。",
    },
    de: {
      comments: ["Netzwerk wird gewartet"],
      measures: ["Switch neu gestartet, Gateway wieder erreichbar"],
      remark: "Temperaturen während des Ausfalls von Hand abgelesen.",
    },
  },
  other: {
    analysisResult: "suspected",
    zh: { comments: ["已收到，持续观察"], measures: ["持续观察 2 小时，未再出现"], remark: "原因待查。" },
    de: {
      comments: ["Wird beobachtet"],
      measures: ["Zwei Stunden beobachtet, nicht wieder aufgetreten"],
      remark: "Ursache offen.",
    },
  },
};
