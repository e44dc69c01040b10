import { literally } from '@/lib/shared/literally'
import { matchSpans, type TextSpan } from '../secrets/secret-forms'

const PART = "\\p{Lu}[\\p{L}'’-]{1,24}"
const NAME = `${PART}(?:\\s(?:\\p{Lu}\\.|(?:van|von|de|da|del|di|der|den|la|le|al|bin)(?!\\p{L})(?:\\s(?:der|den|la)(?!\\p{L}))?|${PART})){0,3}(?<=\\p{L})`
const after = (words: string) => new RegExp(`(?=\\p{Lu})(?<=(?<!\\p{L})(?:${words}))${NAME}`, 'gu')

/** A text names a person after these words; nothing here knows names themselves. */
const CUES: readonly RegExp[] = [
  after('(?:Mr|Mrs|Ms|Mx|Dr|Prof|Herr|Frau|Señora?|Mme|mr|mrs|ms|dr)\\.?\\s|(?:Miss|Madam|Sir|Professor)\\s'),
  after(
    "(?:[Mm]y|[Hh]is|[Hh]er|[Tt]heir)\\s(?:(?:full|first|last|maiden|middle|real)\\s)?name(?:'s|’s|\\sis)\\s",
  ),
  after(
    '(?:calls?|called)\\s(?:me|him|her)\\s|(?:was|is|am|were)\\s(?:named|called)\\s|[Nn]amed\\s(?:him|her)\\s',
  ),
  after(
    '(?:[Ff]ull\\s|[Ff]irst\\s|[Ll]ast\\s|[Cc]ustomer\\s)?[Nn]ame:\\s{0,8}|[Dd]irected\\s[Bb]y:\\s{0,8}|[Aa]ttn:?\\s',
  ),
  after('(?:Dear|Hi|Hello)\\s'),
  after('(?:[Rr]egards|[Ss]incerely|[Cc]heers),\\n{1,2}'),
  after(
    '(?:[Mm]y|[Hh]is|[Hh]er|our|their)\\s(?:sister|brother|mother|father|mum|mom|dad|wife|husband|partner|son|daughter|kid|child|friend|boss|manager|colleague|neighbour|neighbor|aunt|uncle|cousin)\\s',
  ),
]
const NOBODY =
  /^(?:All|Everyone|Everybody|Team|Sir|Madam|There|World|Customer|User|Support|None|Null|Unknown|The|A|An|I|It|This|That|Not|No|Yes|Bot|Assistant|Claude|Root|Admin|Street|Road|Mr|Mrs|Ms|Dr|Prof)(?!\p{L})/u
/** Names found by a cue are searched for in the rest of the text, up to this many. */
const MOST = 20

/** Names of people where the text itself introduces them, and the same names elsewhere in it. */
export function nameSpans(text: string): TextSpan[] {
  const cued = CUES.flatMap((cue) => matchSpans(text, cue)).filter(
    ({ start, end }) => !NOBODY.test(text.slice(start, end)),
  )
  const names = [...new Set(cued.map(({ start, end }) => text.slice(start, end)))].slice(0, MOST)
  if (names.length === 0) return []
  const all = matchSpans(
    text,
    new RegExp(`(?<![\\p{L}\\p{N}])(?:${names.map(literally).join('|')})(?!\\p{L})`, 'gu'),
  )
  return names.length < MOST ? all : [...cued, ...all]
}
