import { casual as german } from 'chrono-node/de'
import { casual as english } from 'chrono-node/en'
import { casual as spanish } from 'chrono-node/es'
import { casual as french } from 'chrono-node/fr'
import { casual as italian } from 'chrono-node/it'
import { casual as dutch } from 'chrono-node/nl'
import { casual as portuguese } from 'chrono-node/pt'
import { DateTime } from 'luxon'
import { DAY_MS } from '../day'
import { zonedMoment } from './calendar'

const LANGUAGES = [english, german, spanish, french, italian, dutch, portuguese]
/** `slack` = how many days a date may be beside it; null = it names no day. */
type Named = { text: string; day: number; month: string; slack: number | null }

function datesIn(text: string, now: Date, zone: string): Named[] {
  const timezone = DateTime.fromJSDate(now, { zone }).offset
  const found = LANGUAGES.flatMap((one) => one.parse(text, { instant: now, timezone }, { forwardDate: true }))
  return found.map(({ text, start }) => {
    const [year, month, date] = [start.get('year') ?? 0, start.get('month') ?? 1, start.get('day') ?? 1]
    const day = Date.UTC(year, month - 1, date) / DAY_MS
    const isNamed = text.match(/\d+/g)?.some((number) => Number(number) === date)
    const ahead = Math.abs(day - now.getTime() / DAY_MS)
    const counted = start.isCertain('day') ? (isNamed ? 0 : Math.max(1, ahead / 10)) : null
    return { text, day, month: `${year}-${month}`, slack: start.isCertain('weekday') ? 7 : counted }
  })
}

/**
 * A value without the dates that were said or follow from what was said at `now`: "20 December" after "in
 * three weeks", give or take a tenth.
 */
export function withoutCounted(value: string, said: string, now: Date, zone: string): string {
  const named = datesIn(value, now, zone)
  if (named.length === 0) return value
  const given = datesIn(said, now, zone)
  const follows = ({ day, month, slack }: Named) =>
    given.some((one) =>
      slack === null ? one.month === month : one.slack !== null && Math.abs(one.day - day) <= one.slack,
    )
  return named.filter(follows).reduce((rest, { text }) => rest.replace(text, ' '), value)
}

/** The days that a value of `at` names, each as its beginning in the zone. */
export const namedDays = (value: string, at: Date, zone: string): Date[] =>
  /\d/.test(value) ? datesIn(value, at, zone).map(({ day }) => zonedMoment(new Date(day * DAY_MS), zone)) : []
