import { daysIn } from '@/lib/shared/time/day'
import { timeRangeOf } from '@/lib/shared/time/time-range'
import { WEEKDAY } from '@/lib/shared/time/words'

export const NUMBER =
  '(?:1[01]\\d|\\d{1,2}|(?:twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety)(?:[- ](?:one|two|three|four|five|six|seven|eight|nine))?|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen)'
export const AGE = new RegExp(
  `^(${NUMBER}(?= months)(?: months)?|${NUMBER})(?:[ -](?:years?|yrs?)(?:[ -]old| of age)| old|y\\/?o)?(?=$|[.!;,)](?!\\d)|\\s(?:and (?!out|counting|over|under|up|down)|(?:but|so|now|today|next|this|in|last|recently|yesterday)(?!\\p{L})(?! (?:a half|minutes|miles|total))))`,
  'iu',
)
export const numbersIn = (text: string): string[] => text.match(/\d+(?:[.,:]\d+)*/g) ?? []
export const UNITS = {
  money: 'euros?|pounds?|dollars?|quid|francs?',
  dose: 'mg|ml|mcg',
  weight: 'kg|kilos?',
  distance: 'km|miles?',
  duration: 'hours?|minutes?',
} as const
export const MONTH =
  '(?:january|february|march|april|may|june|july|august|september|october|november|december|jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec)'
export const DATE = new RegExp(
  `^(?:on\\s+|in\\s+)?(?:the\\s+)?(\\d{1,2}(?:st|nd|rd|th)?(?:\\s+of)?\\s+${MONTH}(?:,?\\s+\\d{4})?|${MONTH}\\s+(?:the\\s+)?\\d{1,2}(?:st|nd|rd|th)?(?:,?\\s+\\d{4})?|\\d{1,4}[./-]\\d{1,2}(?:[./-]\\d{1,4})?|\\p{L}+ of ${MONTH}|New Year['’]s (?:Eve|Day)|Christmas(?: Eve| Day)?|Boxing Day|Hallowe['’]?en|Valentine['’]s Day|${MONTH}(?:\\s+\\d{4})?|(?:19|20)\\d{2})(?![\\p{L}\\d])`,
  'iu',
)

export type SaidAt = { now: Date; zone: string }

const YEAR = '(?:19|20)\\d\\d'
const RELATIVE = `(?:(?:last|this) (?:week(?:end)?|month|year|spring|summer|autumn|fall|winter|${MONTH}|${WEEKDAY})|yesterday|(?:\\d{1,2}|an?|one|two|three|four|five|six|seven|eight|nine|ten) (?:days?|weeks?|months?|years?) ago)(?![\\p{L}\\d])`
const NAMED = `(?:(?:early |late |mid[- ])?(?:${MONTH}(?: \\d{1,2}(?:st|nd|rd|th)?(?!\\d))?(?:,? (?:of )?${YEAR})?|\\d{1,2}(?:st|nd|rd|th)? (?:of )?${MONTH}(?: ${YEAR})?|${YEAR}))(?![\\p{L}\\d])`
const SINCE = new RegExp(`(?<!\\p{L})(since (?:${RELATIVE}|${NAMED})|from (?:${NAMED}))`, 'iu')
/** "in March", "last year": when something began or ended. */
export const WHEN = new RegExp(`(?<!\\p{L})((?:back )?(?:in|on) (?:the )?${NAMED}|${RELATIVE})`, 'iu')
const HAS_YEAR = new RegExp(YEAR)
/** What begins or ends at a time. Anything else of that time would be past. */
const BEGINS =
  /^(?:have |has |was |were |got |just |finally |recently )*(?:moved|relocated|joined|started|adopted|rescued|bought|inherited|became|went|turned|retired|settled|married|engaged|divorced|diagnosed|promoted|quit|left|lost|resigned|fired|sacked|sold|gave|died|passed|broke|split|stopped|laid)(?!\p{L})/iu

const MOST = 20

/** Reads from a clause since when something is so, or no longer so; null = it does not say. */
export function datesIn(said: SaidAt | undefined): (clause: string) => Date | null {
  const known = new Map<string, Date | null>()
  return (clause) => {
    const time = SINCE.exec(clause)?.[1] ?? (BEGINS.test(clause) ? WHEN.exec(clause)?.[1] : undefined)
    if (!said || !time) return null
    if (!known.has(time)) {
      const range = known.size < MOST ? timeRangeOf(time, said.now, said.zone) : null
      const isPlan = /^from/i.test(time)
      let day: Date | null = null
      if (range && (isPlan || range.from < said.now)) {
        // A named day is stored as its midnight in UTC, so that it stays the same day in every zone.
        day = new Date(daysIn(said.zone)(range.from.getTime()))
        // "From 1 February" is the next one, unless it is today.
        if (isPlan && range.to <= said.now && !HAS_YEAR.test(time))
          day.setUTCFullYear(day.getUTCFullYear() + 1)
      }
      known.set(time, day)
    }
    return known.get(time) ?? null
  }
}

/** The age on a day ("2026-11-26") by a date of birth with a year ("9 July 1986"); '' = unknown. */
export function ageOn(today: string, born: string): string {
  const at = new Date(`${born.replace(/(?<=\d)(?:st|nd|rd|th)| of/g, '')} UTC`)
  if (!/\d{4}/.test(born) || today === '' || Number.isNaN(at.getTime())) return ''
  const years = Number(today.slice(0, 4)) - at.getUTCFullYear()
  return String(years - Number(today.slice(5) < at.toISOString().slice(5, 10)))
}
