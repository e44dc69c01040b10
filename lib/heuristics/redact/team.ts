import { literally } from '@/lib/shared/literally'
import { matchSpans, type TextSpan } from '../secrets/secret-forms'
import { nameSpans } from './name'
import { type Finder, redact } from './redact'

const NTH = '\\d{1,2}(?:st|nd|rd|th|\\.)?'
const YEAR = '(?:,?\\s(?:19|20)\\d{2})?'
const DAY = `(?:\\d{4}-\\d{2}-\\d{2}|\\d{1,2}[./-]\\d{1,2}(?:[./-]\\d{2,4})?|${NTH}\\s(?:of\\s)?\\p{L}{3,9}${YEAR}|\\p{L}{3,9}\\s${NTH}${YEAR}|(?:19|20)\\d{2})`
const BIRTH = '(?:born|birthdays?|birth ?(?:dates?|years?)|date of birth|dob)'
const BIRTHS = new RegExp(
  `(?<=(?<!\\p{L})${BIRTH}(?:\\s(?:is|was|on|in)){0,2}[:,\\s]{1,3})${DAY}(?![\\p{L}\\p{N}])|(?<![\\p{L}\\p{N}.-])${DAY}(?=\\s(?:is|was)\\s(?:\\S{1,30}\\s)?${BIRTH})`,
  'giu',
)
/** `@name` as people are mentioned (not a package, a decorator or a rule of CSS), profiles, and user names. */
const HANDLES: readonly RegExp[] = [
  /(?<![\w.@/`])(?!@[\w.]+\n|@(?:media|import|param|returns?|override|deprecated|types?)\b)@[a-z_][\w.-]{1,30}(?<=\w)(?![\w/]|\s?[({])/gi,
  /(?<=\b(?:github|gitlab|twitter|x|instagram|facebook|tiktok|t)\.(?:com|me)\/@?|\blinkedin\.com\/in\/)[\w.-]{2,60}(?<=\w)(?![\w/-])/gi,
  /(?<=\b(?:handle|user ?name|login|nick(?:name)?|screen name)(?:\s(?:is|was)|:)\s["'“`]?)[\w.-]*[\d_.-][\w.-]*(?<=\w)/gi,
]
const PORT_AND_PATH = '(?::\\d{2,5})?(?:/[^\\s"\'<>)\\]]*(?<![.,;:!?]))?'
/** Names that only an internal network resolves, and hosts of its usual services except public ones in .org. */
const INTERNAL = new RegExp(
  `(?:https?://)?(?<![\\w.-])(?:(?:[\\w-]+\\.)+(?:local|internal|intranet|corp|lan|localdomain)|(?:[\\w-]+\\.)*(?:intranet|internal|jira|confluence|wiki|gitlab|jenkins|grafana|kibana|vpn|staging)\\.[\\w-]+\\.(?!org\\b)[\\w.-]*\\w)(?![\\w-]|\\.\\w|\\()${PORT_AND_PATH}|https?://(?!localhost\\b)(?:[\\w-]+\\.)*[\\w-]+(?<=//[\\w-]+|\\.(?:home|private))(?=[/:\\s]|$)${PORT_AND_PATH}`,
  'gi',
)

/** Whole names in any spelling, a single name as it is written; where `loose`, all parts in any. */
function peopleIn(names: readonly string[], loose: boolean): (text: string) => TextSpan[] {
  const parts = names.flatMap((name) => name.split(/\s+/)).filter((part) => /^\p{Lu}[^.]{2}/u.test(part))
  const words = (some: readonly string[], flags: string) =>
    some.length
      ? [new RegExp(`(?<![\\p{L}\\p{N}])(?:${some.map(literally).join('|')})(?![\\p{L}\\p{N}])`, flags)]
      : []
  const full = names.filter((name) => name.includes(' '))
  const patterns = [...words(full, 'giu'), ...words([...names, ...parts], loose ? 'giu' : 'gu')]
  return (text) => patterns.flatMap((pattern) => matchSpans(text, pattern))
}

export const introducedIn = (texts: readonly string[]): string[] => [
  ...new Set(texts.flatMap((text) => nameSpans(text).map(({ start, end }) => text.slice(start, end)))),
]

/** `redact` for what leaves this installation. `loose` = a tag or domain, where names have no capitals. */
export function redactionFor(people: readonly string[]) {
  const finders = (loose: boolean): Finder[] => [
    { type: 'host', find: (text) => matchSpans(text, INTERNAL) },
    { type: 'birth', find: (text) => matchSpans(text, BIRTHS) },
    { type: 'handle', find: (text) => HANDLES.flatMap((pattern) => matchSpans(text, pattern)) },
    { type: 'name', find: peopleIn(people, loose) },
  ]
  const [strict, loose] = [finders(false), finders(true)]
  return (text: string, isLoose = false) => redact(text, isLoose ? loose : strict)
}

/** Capitalised within a sentence, or with a possessive. */
const CAPITALISED =
  /(?<=[\p{Ll}\p{N},;:’'"()-]\s)(?!I\b)\p{Lu}\p{Ll}+(?:\s\p{Lu}\p{Ll}+)*(?!\p{L})|(?<!\p{L})\p{Lu}\p{Ll}+(?=['’]s(?!\p{L}))/gu
const NAME_TAG = /^(?:Male|Female|First|Last)Name$/

/** Finds words that may be names, for a person to look at. The list of usual ones takes 0.3 s to load. */
export async function nameGuesser() {
  const { default: nlp } = await import('compromise/two')
  const { one } = nlp.model() as { one: { lexicon: Record<string, string | string[]> } }
  const isKnown = (word: string) => NAME_TAG.test(String(one.lexicon[word.toLowerCase()]))
  return (text: string, loose = false): string[] => {
    const words = text.match(loose ? /\p{L}{2,}/gu : /(?<!\p{L})\p{Lu}\p{Ll}+(?!\p{L})/gu) ?? []
    return [...new Set([...(text.match(CAPITALISED) ?? []), ...words.filter(isKnown)])]
  }
}
