import type { Unit } from './calendar'

const alternatives = (words: string) => words.trim().split(/\s+/)
/**
 * Names of the months in English, German, French, Spanish, Italian, Portuguese and Russian, as pieces of a
 * pattern.
 */
export const MONTHS: readonly string[] = [
  'january jan januar janvier enero gennaio janeiro января январь январе',
  'february feb februar février fevrier febrero febbraio fevereiro февраля февраль феврале',
  'march mar märz maerz mars marzo março марта март марте',
  'april apr avril abril aprile апреля апрель апреле',
  'may mai mayo maggio maio мая май мае',
  'june jun juni juin junio giugno junho июня июнь июне',
  'july jul juli juillet julio luglio julho июля июль июле',
  'august aug août aout agosto августа август августе',
  'september sept sep septembre septiembre settembre setembro сентября сентябрь сентябре',
  'october oct oktober octobre octubre ottobre outubro октября октябрь октябре',
  'november nov novembre noviembre novembro ноября ноябрь ноябре',
  'december dec dezember décembre decembre diciembre dicembre dezembro декабря декабрь декабре',
]
const MONTH_OF = new Map(
  MONTHS.flatMap((names, i) => alternatives(names).map((name) => [name, i + 1] as const)),
)
export const MONTH = [...MONTH_OF.keys()].sort((a, b) => b.length - a.length).join('|')
export const monthOf = (name: string | undefined) => MONTH_OF.get(name ?? '')

const WEEKDAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday']
export const WEEKDAY = WEEKDAYS.join('|')
export const weekdayNumber = (name: string | undefined) => WEEKDAYS.indexOf(name ?? '') + 1

export const SEASON = 'spring|summer|autumn|fall|winter'
const SEASONS: Record<string, number> = { spring: 3, summer: 6, autumn: 9, fall: 9, winter: 12 }
export const seasonMonth = (name: string | undefined) => SEASONS[name ?? '']

const COUNTS =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty'
const TENS = 'twenty thirty forty fifty sixty seventy eighty ninety'
const COUNT_OF = new Map([
  ...alternatives(COUNTS).map((word, i) => [word, i] as const),
  ...alternatives(TENS).map((word, i) => [word, 10 * (i + 2)] as const),
])
const CHINESE = '零一二三四五六七八九十'
export const CHINESE_COUNT = `[${CHINESE}两\\d]{1,4}`
export function countNamed(word: string | undefined): number | null {
  if (!word) return null
  if (/^\d{1,4}$/.test(word)) return Number(word)
  if (/^an?$|^两$/.test(word)) return word === '两' ? 2 : 1
  const [first = '', second] = word.split(/[ -]/)
  const spelled = COUNT_OF.get(first)
  if (spelled !== undefined) return spelled + (COUNT_OF.get(second ?? '') ?? 0)
  const [, tens, ten, ones] = /^([二三四五六七八九])?(十)?([一二三四五六七八九])?$/.exec(word) ?? []
  if (!tens && !ten && !ones) return null
  if (!ten) return tens && ones ? null : CHINESE.indexOf(tens ?? ones ?? '')
  return (tens ? CHINESE.indexOf(tens) : 1) * 10 + (ones ? CHINESE.indexOf(ones) : 0)
}
const [tens, ones] = [TENS, COUNTS].map((words) => alternatives(words).join('|'))
export const COUNT = `\\d{1,4}|an?|(?:${tens})(?:[ -](?:${alternatives(COUNTS).slice(1, 10).join('|')}))?|${ones}`

/** Vague counts, as [most, least]. */
const VAGUE: [pattern: string, range: [most: number, least: number]][] = [
  ['(?:a )?couple(?: of)?', [3, 1]],
  ['(?:a )?few', [5, 2]],
  ['several', [6, 3]],
]
export const SOME = VAGUE.map(([pattern]) => pattern).join('|')
export const someOf = (words: string) =>
  VAGUE.find(([pattern]) => new RegExp(`^(?:${pattern})$`).test(words))?.[1]

export const UNIT = '(?:day|week|weekend|fortnight|month|quarter|year)s?|mon|mo|wks?|yrs?'
/** A unit with the count of it that one stands for: a fortnight is two weeks. */
export function timeUnit(word: string | undefined): { unit: Unit; times: number } | null {
  if (!word) return null
  if (/^fortnight/.test(word)) return { unit: 'week', times: 2 }
  const unit = /^(?:mo|mon)$/.test(word)
    ? 'month'
    : /^wk/.test(word)
      ? 'week'
      : /^yr/.test(word)
        ? 'year'
        : word.replace(/s$/, '')
  return { unit: unit as Unit, times: 1 }
}

type Calendar = readonly [pattern: string, unit: Unit, by: number][]
/** Calendar words of other languages: the unit, and how many units from the present one. */
export const ELSEWHERE: Calendar = [
  ["heute|aujourd['’]hui|hoy|oggi|hoje|сегодня", 'day', 0],
  ['vorgestern|avant-hier|anteayer|altro ieri|anteontem|позавчера', 'day', -2],
  ['vorletzten? woche|позапрошл(?:ой неделе|ая неделя)', 'week', -2],
  ['vorletzten? monat|позапрошл(?:ом месяце|ый месяц)', 'month', -2],
  ['vorletzte[sn]? jahr|позапрошл(?:ом году|ый год)', 'year', -2],
  ['gestern|ayer|ieri|ontem|вчера', 'day', -1],
  ['hier', 'day', -1],
  ['demain|domani|amanhã|завтра', 'day', 1],
  [
    'letzte[sn]? wochenende|le week-?end dernier|el fin de semana pasado|lo scorso fine settimana|fim de semana passado|прошлы[ех] выходны[ех]',
    'weekend',
    -1,
  ],
  [
    'letzten? woche|la semaine derni[eè]re|la semana pasada|la settimana scorsa|semana passada|прошлой неделе|прошлая неделя',
    'week',
    -1,
  ],
  ['diese woche|cette semaine|esta semana|questa settimana|этой неделе', 'week', 0],
  [
    'letzten? monat|le mois dernier|el mes pasado|il mese scorso|mês passado|прошлом месяце|прошлый месяц',
    'month',
    -1,
  ],
  ['diesen monat|ce mois-ci|este mes|questo mese|este mês|этом месяце', 'month', 0],
  [
    "letzte[sn]? jahr|l['’]ann[eé]e derni[eè]re|el año pasado|l['’]anno scorso|ano passado|прошлом году|прошлый год",
    'year',
    -1,
  ],
  ["dieses jahr|cette année|este año|quest['’]anno|este ano|этом году", 'year', 0],
]
/** The same in scripts that put no space between words. */
export const UNSPACED: Calendar = [
  ['今天|今日', 'day', 0],
  ['前天|一昨日', 'day', -2],
  ['昨天|昨日', 'day', -1],
  ['明天|明日', 'day', 1],
  ['上上个?(?:周|星期)(?!末)|先々週|先先週', 'week', -2],
  ['上上个?月|先々月|先先月', 'month', -2],
  ['前年|一昨年', 'year', -2],
  ['上个?周末', 'weekend', -1],
  ['这个?周末', 'weekend', 0],
  ['上个?(?:周|星期)|先週', 'week', -1],
  ['[这本]个?(?:周|星期)|今週', 'week', 0],
  ['下个?(?:周|星期)', 'week', 1],
  ['上个?月|先月', 'month', -1],
  ['[这本]个?月|今月', 'month', 0],
  ['下个?月', 'month', 1],
  ['去年', 'year', -1],
  ['今年', 'year', 0],
  ['明年', 'year', 1],
]

const AGO_UNITS: [pattern: string, unit: Unit][] = [
  ['tage?n?|jours?|d[ií]as?|giorn[oi]|дн(?:ей|я)|день|天', 'day'],
  ['wochen?|semaines?|semanas?|settiman[ae]|недел[юиь]|周|个星期', 'week'],
  ['monate?n?|mois|mes(?:es)?|mes[ei]|месяц(?:а|ев)?|个月', 'month'],
  ['jahre?n?|ans?|años?|ann[oi]|anos?|год[а]?|лет|年', 'year'],
]
const any = AGO_UNITS.map(([pattern]) => pattern).join('|')
export const AGO_ELSEWHERE = [
  `(?:vor|il y a|hace|há) (?<n1>\\d{1,4}|несколько) (?<u1>${any})`,
  `(?<n2>\\d{1,4}|несколько|пар[уы]) (?<u2>${any}) (?:fa|atrás|назад)`,
]
export const AGO_UNSPACED = `(?<n3>${CHINESE_COUNT}|几)(?<u3>天|周|个星期|个月|年)前`
export const agoUnit = (word: string | undefined) =>
  AGO_UNITS.find(([pattern]) => new RegExp(`^(?:${pattern})$`).test(word ?? ''))?.[1]
export const agoCount = (word: string | undefined): number | [most: number, least: number] | null =>
  word === '几' || word === 'несколько' ? [5, 2] : /^пар/.test(word ?? '') ? [3, 1] : countNamed(word)
