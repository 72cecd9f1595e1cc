import { pinyin } from "pinyin-pro";

/** Province names by code, where the common name differs from the plain transliteration of the Chinese name. */
const PROVINCES = {
  11: ["Beijing", "Pekín", "北京市"],
  12: ["Tianjin", "Tianjin", "天津市"],
  13: ["Hebei", "Hebei", "河北省"],
  14: ["Shanxi", "Shanxi", "山西省"],
  15: ["Inner Mongolia", "Mongolia Interior", "内モンゴル自治区"],
  21: ["Liaoning", "Liaoning", "遼寧省"],
  22: ["Jilin", "Jilin", "吉林省"],
  23: ["Heilongjiang", "Heilongjiang", "黒竜江省"],
  31: ["Shanghai", "Shanghái", "上海市"],
  32: ["Jiangsu", "Jiangsu", "江蘇省"],
  33: ["Zhejiang", "Zhejiang", "浙江省"],
  34: ["Anhui", "Anhui", "安徽省"],
  35: ["Fujian", "Fujian", "福建省"],
  36: ["Jiangxi", "Jiangxi", "江西省"],
  37: ["Shandong", "Shandong", "山東省"],
  41: ["Henan", "Henan", "河南省"],
  42: ["Hubei", "Hubei", "湖北省"],
  43: ["Hunan", "Hunan", "湖南省"],
  44: ["Guangdong", "Cantón", "広東省"],
  45: ["Guangxi", "Guangxi", "広西チワン族自治区"],
  46: ["Hainan", "Hainan", "海南省"],
  50: ["Chongqing", "Chongqing", "重慶市"],
  51: ["Sichuan", "Sichuan", "四川省"],
  52: ["Guizhou", "Guizhou", "貴州省"],
  53: ["Yunnan", "Yunnan", "雲南省"],
  54: ["Tibet", "Tíbet", "チベット自治区"],
  61: ["Shaanxi", "Shaanxi", "陝西省"],
  62: ["Gansu", "Gansu", "甘粛省"],
  63: ["Qinghai", "Qinghai", "青海省"],
  64: ["Ningxia", "Ningxia", "寧夏回族自治区"],
  65: ["Xinjiang", "Xinjiang", "新疆ウイグル自治区"],
  71: ["Taiwan", "Taiwán", "台湾"],
  81: ["Hong Kong", "Hong Kong", "香港"],
  82: ["Macao", "Macao", "マカオ"],
};

/** Places whose Latin spelling differs from the Chinese pronunciation. */
const LATIN = {
  哈尔滨: "Harbin",
  齐齐哈尔: "Qiqihar",
  呼和浩特: "Hohhot",
  鄂尔多斯: "Ordos",
  呼伦贝尔: "Hulunbuir",
  锡林郭勒: "Xilingol",
  阿拉善: "Alxa",
  巴彦淖尔: "Bayannur",
  乌兰察布: "Ulanqab",
  兴安: "Hinggan",
  乌鲁木齐: "Ürümqi",
  克拉玛依: "Karamay",
  喀什: "Kashgar",
  和田: "Hotan",
  阿克苏: "Aksu",
  巴音郭楞: "Bayingolin",
  吐鲁番: "Turpan",
  哈密: "Hami",
  拉萨: "Lhasa",
  日喀则: "Shigatse",
  阿坝: "Ngawa",
  甘孜: "Garzê",
};

const PEOPLES = "土家|布依|朝鲜|哈尼|景颇|傈僳|柯尔克孜|哈萨克|蒙古|仡佬|傣|壮|苗|侗|藏|羌|彝|白|回|黎";
/** The administrative suffix of a Chinese name, with the peoples of an autonomous area. */
const KIND = new RegExp(`(?:(?:${PEOPLES})族?)*自治[州县]$|(?:市|地区|盟|县|林区|区)$`);

/** The names of a province in all languages of the interface. */
export function provinceNames(code, chinese) {
  const [en, es, ja] = PROVINCES[code];
  return { name_zh: chinese, name_en: en, name_es: es, name_ja: ja };
}

/** The names of a prefecture; the Latin spelling omits the administrative suffix. */
export function prefectureNames(chinese) {
  const short = chinese.replace(KIND, "");
  const place = short.length > 1 ? short : chinese;
  const spoken = pinyin(place, { toneType: "none", v: true, separator: "" });
  const capital = LATIN[place] ?? spoken.charAt(0).toUpperCase() + spoken.slice(1);
  return { name_zh: place, name_en: capital, name_es: capital, name_ja: place };
}

/** The names of a country by its two-letter code. */
export function countryNames(letters) {
  const nameIn = (language) => new Intl.DisplayNames([language], { type: "region" }).of(letters);
  return Object.fromEntries(["zh", "en", "es", "ja"].map((language) => [`name_${language}`, nameIn(language)]));
}
