import type { Person, PersonQuestion } from '../persons/person'
import type { ShownText } from './shown'

/** `current` = null if the question asks for no value that changed. */
export type Score = { needs: boolean; missing: string[][]; current: boolean | null; outdated: string[] }

const literal = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/\s+/g, '\\s+')
/** A value, whatever its capitals; a number does not stand inside a longer one. */
function pattern(value: string): RegExp {
  const before = /^\d/.test(value) ? '(?<!\\d)(?<!\\d[.,])' : ''
  const after = /\d$/.test(value) ? '(?!\\d)' : ''
  return new RegExp(before + literal(value) + after, 'giu')
}
const holds = (text: string, value: string) => pattern(value).test(text)

/** Fact lines name the value before this way, and denials begin with "not". */
const BEFORE = /\bbefore: [^)\n]*/g

/** Whether a text gives a value as one that holds. */
function states(text: string, value: string, within: string): boolean {
  const denied = new RegExp(`\\b(?:not|no longer) ${literal(value)}`, 'giu')
  const rest = text.replace(BEFORE, '').replace(denied, '')
  return holds(within.includes(value) ? rest.replace(pattern(within), '') : rest, value)
}

/** The values that the current one replaced, as the person's file notes them. */
function replacedBy({ turns }: Person, current: string): string[] {
  const facts = turns.flatMap(({ facts }) => facts)
  const found = new Set<string>()
  const add = (value: string) => {
    for (const { object, replaces } of facts)
      if (replaces && !found.has(replaces) && !holds(replaces, current) && holds(object, value)) {
        found.add(replaces)
        add(replaces)
      }
  }
  add(current)
  return [...found]
}

/** Whether one text is known to be later than another one, or of the same turn. */
const isAsLate = (now: ShownText, one: ShownText) =>
  now === one ||
  (now.at !== null && one.at !== null && (now.at > one.at || (now.at === one.at && Number.isFinite(now.at))))

/**
 * An old value that a prompt states is marked if a message or item that is as late or later states the current
 * one, or the same text does. It does not count where the prompt itself calls it old: `(before: …)`, "not …",
 * and a fact with `until=`. Marks (`later changed: see b2`) are not believed: what they point to must be there.
 */
function isUnmarked(shown: readonly ShownText[], old: string, current: string | null): boolean {
  const said = shown.filter(({ system }) => !system)
  const says = ({ text, ended }: ShownText, value: string, within: string) =>
    !ended && states(text, value, within)
  const news = current === null ? [] : said.filter((one) => says(one, current, ''))
  return said
    .filter((one) => says(one, old, current ?? ''))
    .some((one) => !news.some((now) => isAsLate(now, one)))
}

/** Whether the current value is there, and every value before it that is there too is marked. */
function isMarked(shown: readonly ShownText[], person: Person, current: string, outdated: readonly string[]) {
  const isThere = shown.some(({ text, ended, system }) => !ended && !system && states(text, current, ''))
  const old = [...outdated, ...replacedBy(person, current)]
  return isThere && !old.some((value) => isUnmarked(shown, value, current))
}

/** What the first prompt of a question contains of what its answer needs. */
export function scoreOf(shown: readonly ShownText[], person: Person, question: PersonQuestion): Score {
  const { needs, outdated } = question
  const current = question.current ?? null
  const all = shown.map(({ header, text }) => `${header}\n${text}`)
  const isThere = (value: string) => all.some((text) => holds(text, value))
  const missing = needs.filter((texts) => !texts.some(isThere))
  return {
    needs: missing.length === 0,
    missing,
    current: current === null ? null : isMarked(shown, person, current, outdated),
    outdated: outdated.filter((value) => isUnmarked(shown, value, current)),
  }
}
