import { groupBy } from '@/lib/shared/group-by'
import {
  ANY_MORE,
  type FactDto,
  type FactSource,
  factNorm,
  isDenial,
  type SubjectDto,
  type Triple,
  USER,
  valueBeside,
  withoutNot,
} from '@/lib/shared/memory/facts'
import { dayNamed } from '@/lib/shared/time/day'
import { UNTITLED } from '@/lib/shared/untitled'
import type { Format } from '../ui/words/use-format'

const ME = new Set([USER, 'you', 'me', 'myself', 'i'])
/** The subject that a person means: "me" and "you" are the person. */
export const subjectFor = (typed: string) => (ME.has(factNorm(typed)) ? USER : typed.trim())
const MIDNIGHT = 'T00:00:00.000Z'
/** A date (perhaps a year or month) is the same day everywhere; a moment has the day of `zone`. */
export const dayWords = (at: string, format: Format, zone: string) =>
  at.length < 10
    ? at.length < 7
      ? at
      : format.month(at)
    : at.endsWith(MIDNIGHT) || zone === 'UTC'
      ? format.utcDay(new Date(at))
      : format.day(new Date(at))

/** The same for a date field; a year or a month begins on its first day. */
export const dayField = (at: string, zone: string) =>
  at.length < 10 ? `${at}-01-01`.slice(0, 10) : dayNamed(new Date(at), zone)

/** What ended a value ("not tea") reads "no longer", next to that value. */
export const shownEnd = <F extends Triple>(fact: F, hasBefore: boolean): F =>
  hasBefore && isDenial(fact) ? { ...fact, object: `not ${ANY_MORE}` } : fact
/** A value below the one that replaced it; a denial ("not nurse") names no value that held. */
export const differingWords = (fact: Triple, next: Triple) =>
  isDenial(fact) ? `no longer ${withoutNot(fact.object)}` : valueBeside(fact, next)
/** Whether a value was said to hold after the one that replaced it had begun. */
export const isSaidLate = (fact: Pick<FactDto, 'from'>, next: Pick<FactDto, 'from'>) => next.from < fact.from

export const sourceTitle = ({ title }: Pick<FactSource, 'title'>) => title || UNTITLED
export const sourceWords = (source: FactSource) => `Message ${source.number} of “${sourceTitle(source)}”`

export type Timeline = { now: FactDto; earlier: FactDto[] }
/** Each fact that holds with the values it replaced, newest first. */
export function timelinesOf({ now, earlier }: Pick<SubjectDto, 'now' | 'earlier'>): Timeline[] {
  const before = groupBy(earlier, ({ row }) => row)
  return now.map((fact) => ({ now: fact, earlier: fact.coming ? [] : (before.get(fact.row) ?? []) }))
}
