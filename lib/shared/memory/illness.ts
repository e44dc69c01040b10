/** How words for illnesses and conditions begin. Other diagnoses need the predicate "diagnosed with". */
const STEMS =
  'disease illness syndrome disorder deficiency infection cancer kanker krebs cáncer carcinoma lymphoma melanoma leuk[ae]em leukem tumou?rs? diabet prediabet asthma astma asma copd epilep seizure migr[aäá] c[oœ]?eliac coeliak zöliak eczema rosacea lupus gout ulcer hernia reflux ibs ibd irritable_bowel pcos menopaus infertil miscarr thyroid goit dement neuropath sciatica vertigo tinnitus glaucoma cataract deaf an[ae]+mi ha?emophili hypertens arrhythmi fibrillation angina stroke autis adhd dyslex dysprax bipolar schizophren d[eé]press depresi anxiety panic_attack ptsd ocd anorexi bulimi insomni narcoleps apno?ea alcoholi addiction hiv herpes malaria sepsis covid gallstone kidney_stone palsy bifida paraly[sz] amput high_blood_pressure high_cholesterol heart_attack heart_failure slipped_dis[ck] colou?r.blind'
/** Illnesses named after somebody. A subject with such a name may be a person. */
const NAMED =
  "hashimoto graves[’'] crohn alzheimer parkinson asperger tourette sj[oö]gren raynaud m[eé]ni[eè]re addison[’'] cushing huntington[’'] marfan ehlers lyme"
const ENDINGS = '\\p{L}+(?:itis|osis|iasis|plegi[ac]|phobia|thyroidism)|(?!nost)\\p{L}+algia'
const oneOf = (stems: string) => stems.replaceAll('_', '\\s').split(' ').join('|')
const COMMON = new RegExp(`(?<!\\p{L})(?:${oneOf(STEMS)}|${ENDINGS})`, 'iu')
const BY_NAME = new RegExp(`(?<!\\p{L})(?:${oneOf(NAMED)})`, 'iu')
/** Abbreviations that are ordinary words in lower case. */
const SHORT = /(?<!\p{L})(?:AIDS|ADD|ALS|EDS|ME|MS|POTS|RA)(?!\p{L}| (?:degree|in|Office|Word)\b)/u

/** Whether a word of a subject or predicate is an illness. */
export const isCommonIllness = (word: string): boolean => COMMON.test(word)
/** Whether a value or sentence names one. */
export const namesIllness = (text: string): boolean =>
  COMMON.test(text) || BY_NAME.test(text) || SHORT.test(text)
