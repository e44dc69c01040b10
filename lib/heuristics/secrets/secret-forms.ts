/** A found place in a text. `end` is exclusive. */
export type TextSpan = { start: number; end: number }

/** All matches of a global pattern. `matchAll` would copy the pattern, which costs more than the search. */
export function matchSpans(text: string, pattern: RegExp): TextSpan[] {
  const places: TextSpan[] = []
  pattern.lastIndex = 0
  for (let match = pattern.exec(text); match; match = pattern.exec(text)) {
    places.push({ start: match.index, end: match.index + match[0].length })
    if (match[0] === '') pattern.lastIndex++
  }
  return places
}

const KEYS: readonly RegExp[] = [
  /(?<![\p{L}\p{N}])(?:sk|pk|rk|mk)[-_](?=[\w-]{0,100}\d|[\w-]{20})(?:\p{L}+[-_]){0,4}[\w-]{12,}/giu,
  /(?<![\p{L}\p{N}])(?:gh[opsur]_|github_pat_|glpat-|hf_|npm_|nfp_|pypi-|whsec_|xox[abprs]-|dop_v1_|shpat_|GOCSPX-|mneme_(?=[\w-]{43})|AIza|ya29\.|SG\.|key-(?=[\w-]{0,100}\d))[\w.-]{12,}(?<!\.)/gu,
  /(?<![A-Z0-9])(?:AKIA|ASIA)[A-Z0-9]{12,}/g,
  /(?<![\w-])eyJ[\w-]{8,}\.[\w-]{8,}(?:\.[\w-]*)?/g,
  /AGE-SECRET-KEY-1\w{20,}/g,
  /(?<=(?<!\w)(?:[Bb]earer|BEARER)\s{1,4})(?=[\w.~+/=-]*(?:\d|[a-z][A-Z]))[\w.~+/=-]{16,}/g,
  /(?<=Authorization:\s{0,4}Basic\s{1,4})[\w+/=]{8,}/gi,
  /(?<=\w:\/\/[^\s/@:]{0,80}:)[^\s/@]{3,80}(?=@)/g,
  /(?<=[?&#;](?:\w{0,24}token|sig|signature|key|api_?key|auth|pwd|pass\w{0,12}|code|session\w{0,12}|secret|sid)=)[^&\s]{8,}/gi,
  /(?<=WIFI:\S{0,80}P:)[^;\s]+/g,
  /(?<!\w)[A-Z0-9]{5}(?:-[A-Z0-9]{5}){3,}(?!\w)/g,
]

const KEY_BEGINS = /-----BEGIN [A-Z ]{0,40}PRIVATE KEY/g
const KEY_ENDS = /-----END [A-Z ]{0,40}PRIVATE KEY[A-Z ]{0,10}(?:-----)?/g
/** What a key block without an end may hold: more is another text. */
const KEY_BLOCK = /^[\w+/=\-:,.\s]{0,6000}/

/** Blocks of private keys, each to its end mark or, where that is missing, to the end of its letters. */
function privateKeysIn(text: string): TextSpan[] {
  const ends = matchSpans(text, KEY_ENDS)
  const found: TextSpan[] = []
  let next = 0
  for (const { start, end } of matchSpans(text, KEY_BEGINS)) {
    if (start < (found.at(-1)?.end ?? 0)) continue
    while (ends[next] && (ends[next]?.start ?? 0) < end) next++
    const closed = ends[next]?.end ?? Number.POSITIVE_INFINITY
    const open = end + (KEY_BLOCK.exec(text.slice(end, end + 6_000))?.[0].length ?? 0)
    found.push({ start, end: closed - end <= 20_000 ? closed : open })
  }
  return found
}

/** A run this long that changes often between letters, digits and cases is random. */
const [RANDOM_LENGTH, RANDOM_CHANGES] = [20, 0.25]
const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i
const kindOf = (sign: string) => (/\d/.test(sign) ? 'digit' : /[a-z]/.test(sign) ? 'lower' : 'upper')

function isRandom(run: string): boolean {
  if (run.length < RANDOM_LENGTH || !/\d/.test(run) || !/[A-Za-z]/.test(run)) return false
  const kinds = [...run].map(kindOf)
  const changes = kinds.filter((kind, at) => at > 0 && kind !== kinds[at - 1]).length
  return changes >= run.length * RANDOM_CHANGES
}

/** Ids of Mneme's own rows are random too, but open nothing. */
const OWN_ID =
  /^(?:br|branch|call|conv|fact|file|group|import|job|msg|rec|rol|run|step|str|strategy|texts|topic|trash|turn|up)_[\da-z]{20,}$/
/** Words of random letters and digits, except UUIDs and ids. */
export const randomWordsIn = (text: string): TextSpan[] =>
  matchSpans(text, /[\w-]{20,}/g).filter(({ start, end }) => {
    const word = text.slice(start, end)
    return !UUID.test(word) && !OWN_ID.test(word) && word.split(/[-_]/).some(isRandom)
  })

export const keysIn = (text: string): TextSpan[] => [
  ...privateKeysIn(text),
  ...KEYS.flatMap((pattern) => matchSpans(text, pattern)),
]
