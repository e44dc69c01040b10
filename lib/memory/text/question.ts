import { DAY_MS } from '@/lib/shared/day'
import { type QueryWord, queryWords } from './terms'

export type Question = {
  words: QueryWord[]
  /** Whom it is about, by role: `my` and `I` = the person, `you` = the assistant. */
  about: 'user' | 'assistant' | null
  when: boolean
  /** Asks for somebody or something by name. */
  name: boolean
  /** Requests advice, so stated likes and dislikes matter. */
  advice: boolean
  dates: AskedDates[]
}

const FIRST = /\b(?:i|i'm|i've|i'd|my|mine|me|myself)\b/i
const SECOND =
  /\b(?:did|do|have|had|were|could) you (?:say|tell|suggest|recommend|mention|advise|propose|explain|give|list|write|provide|offer|warn|describe)|\byou (?:said|told|suggested|recommended|mentioned|advised|proposed|explained|gave|listed|wrote|provided|offered|warned|described)\b|\byour (?:advice|suggestion|recommendation|answer|explanation|list)/i
const WHEN =
  /\bwhen\b|\b(?:what|which) (?:date|day|month|year|time|week)\b|\bhow long ago\b|\bsince when\b|\bwann\b|\bquand\b|\bcuándo\b/i

const NAME =
  /\b(?:who|whom|whose|where|which|name|called|named|city|country|place|title|band|book|movie|song|game)\b/i
const ADVICE =
  /\b(?:(?:suggest|recommend|empf[ei]hl|vorschl[aä]g|conseill|recommand|suggèr|recomi?end|sugier|aconsej)\w*|(?:advi[sc]e|should (?:i|we)|help (?:me|us)(?! (?:to )?(?:remember|recall|find))|ideas for|tips|best way|how (?:can|could) (?:i|we)|soll(?:te)? ich|hilf mir|tipps|aide-moi|ayúdame)\b)/i

export const questionOf = (text: string): Question => ({
  words: queryWords(text),
  about: SECOND.test(text) ? 'assistant' : FIRST.test(text) ? 'user' : null,
  when: WHEN.test(text),
  name: NAME.test(text),
  advice: ADVICE.test(text),
  dates: askedDates(text),
})

/** A date in a text, in parts, since a question may omit the year or the day. `month` from 0. */
export type AskedDates = { year: number | null; month: number | null; day: number | null }

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const MONTH =
  'jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?'
const monthOf = (name: string | undefined) => (name ? MONTHS.indexOf(name.slice(0, 3).toLowerCase()) : -1)
const DATE = new RegExp(
  [
    '\\b(?<iy>(?:19|20)\\d\\d)-(?<im>\\d{2})(?:-(?<id>\\d{2}))?\\b',
    `\\b(?<d1>\\d{1,2})(?:st|nd|rd|th)?(?: of)? (?<m1>${MONTH})\\b\\.?(?:,? (?<y1>(?:19|20)\\d\\d))?`,
    `\\b(?<m2>${MONTH})\\b\\.? (?<d2>\\d{1,2})(?:st|nd|rd|th)?\\b(?!\\d)(?:,? (?<y2>(?:19|20)\\d\\d))?`,
    `\\b(?<m3>${MONTH})\\b,? (?:of )?(?<y3>(?:19|20)\\d\\d)`,
    `\\b(?:in|during|of|since|by|until|early|late|mid|last|this|around)[ -](?<m4>${MONTH})\\b(?! \\d{1,2}(?:st|nd|rd|th)?\\b(?!\\d))(?:,? (?:of )?(?<y4>(?:19|20)\\d\\d))?`,
    '\\b(?:in|during|of|since|by|until|early|late|mid)[ -](?<y5>(?:19|20)\\d\\d)\\b(?!-\\d)',
  ].join('|'),
  'giu',
)

const number = (text: string | undefined) => (text === undefined ? null : Number(text))
/** The dates in a text, at most 4, without relative ones (last week). */
export function askedDates(text: string): AskedDates[] {
  const found: AskedDates[] = []
  for (const { groups: g = {} } of text.slice(0, 2_000).matchAll(DATE)) {
    const month = g.im ? Number(g.im) - 1 : monthOf(g.m1 ?? g.m2 ?? g.m3 ?? g.m4)
    const day = number(g.id ?? g.d1 ?? g.d2)
    if (g.y5) found.push({ year: Number(g.y5), month: null, day: null })
    if (month >= 0 && month < 12 && (day === null || (day >= 1 && day <= 31)))
      found.push({ year: number(g.iy ?? g.y1 ?? g.y2 ?? g.y3 ?? g.y4), month, day })
  }
  return found.slice(0, 4)
}

/** How fast closeness fades before a date and after it. */
const [BEFORE, BEHIND] = [4 * DAY_MS, 15 * DAY_MS]
/** The first moment of a date, and the first one after it. */
const bounds = ({ month, day }: AskedDates, year: number): [from: number, to: number] => {
  const from = Date.UTC(year, month ?? 0, day ?? 1)
  return [from, day === null ? Date.UTC(year, (month ?? 11) + 1, 1) : from + DAY_MS]
}

/** The range of moments in which a date of these years can fit at least this well. */
export function dateSpans(
  asked: readonly AskedDates[],
  fit: number,
  years: readonly [first: number, last: number],
): [from: number, to: number][] {
  const fade = -Math.log(fit)
  return asked.flatMap((date) => {
    const named =
      date.year === null
        ? Array.from({ length: years[1] - years[0] + 1 }, (_, i) => years[0] + i)
        : [date.year]
    return named.map((year): [number, number] => {
      const [from, to] = bounds(date, year)
      return [from - fade * BEFORE, to + fade * BEHIND]
    })
  })
}

/**
 * How well a moment fits a date in the question, 0 to 1. People talk about things on the day and for some
 * weeks after, so closeness fades slowly after the date and fast before it.
 */
export function dateFit(asked: readonly AskedDates[], at: number): number {
  let best = 0
  for (const date of asked) {
    const moment = new Date(at)
    for (const year of date.year === null
      ? [moment.getUTCFullYear(), moment.getUTCFullYear() - 1]
      : [date.year]) {
      const [from, to] = bounds(date, year)
      const late = at < from ? (from - at) / BEFORE : at >= to ? (at - to) / BEHIND : 0
      best = Math.max(best, Math.exp(-late))
    }
  }
  return best
}
