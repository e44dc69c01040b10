/**
 * Text that both databases and providers accept: NUL and lone surrogates become the replacement character.
 */
export const wellFormed = (text: string) => text.replaceAll('\0', '\ufffd').toWellFormed()
/** NUL and lone surrogates. */
export const UNSTORABLE = /\0|\p{Surrogate}/u

/**
 * Invisible characters: controls, and those that Unicode lets fonts ignore, such as tags and direction marks.
 */
const HIDDEN =
  '[\\x01-\\x08\\x0e-\\x1f\\x7f-\\x84\\x86-\\x9f\\u2065\\ufff9-\\ufffb\\p{Default_Ignorable_Code_Point}]'
const PICTURE = '\\p{Extended_Pictographic}'
const RIGHT_TO_LEFT =
  '[\\u0590-\\u061b\\u061d-\\u08ff\\ufb1d-\\ufdff\\ufe70-\\ufefc\\u{10800}-\\u{10fff}\\u{1e800}-\\u{1efff}]'
const of = (...scripts: string[]) => scripts.map((script) => `\\p{Script_Extensions=${script}}`).join('')
const JOINING = of(
  ...['Arab', 'Syrc', 'Nkoo', 'Mong', 'Deva', 'Beng', 'Guru', 'Gujr', 'Orya', 'Taml', 'Telu', 'Knda', 'Mlym'],
  ...['Sinh', 'Tibt', 'Mymr', 'Khmr', 'Java', 'Bali'],
)
const UNSPACED = of('Thai', 'Laoo', 'Khmr', 'Mymr', 'Tibt', 'Java', 'Bali')
const tagged = (code: string) => [...code].map((sign) => String.fromCodePoint(0xe0000 + sign.charCodeAt(0)))
const FLAGS = ['gbeng', 'gbsct', 'gbwls'].map((code) => `${tagged(code).join('')}\u{e007f}`)
/** Hidden characters where an emoji or a script needs one. Each begins with its own sign, which is fast. */
const NEEDED = [
  `\u{1f3f4}(?:${FLAGS.join('|')})`,
  `\\u200d(?<=${PICTURE}\\ufe0f?\\p{Emoji_Modifier}?.)(?=${PICTURE})`,
  `[\\ufe0e\\ufe0f](?<=${PICTURE}.)`,
  '\\ufe0f(?<=[#*\\d].)(?=\\u20e3)',
  `[\\u200c\\u200d](?<=(?=[\\p{L}\\p{M}])[${JOINING}].)`,
  `\\u200b(?<=(?=[\\p{L}\\p{M}])[${UNSPACED}].)`,
  `[\\u061c\\u200e\\u200f](?<!${HIDDEN}.)(?:(?<=${RIGHT_TO_LEFT}[^\\n]{0,40}.)|(?=${RIGHT_TO_LEFT}))`,
  `[\\ufe00-\\ufe02](?<=[\\p{Sm}0${of('Han', 'Hira', 'Kana', 'Mymr', 'Phag')}].)`,
  '[\\u{e0100}-\\u{e01ef}](?<=\\p{Script=Han}.)',
  '[\\u180b-\\u180f](?<=[\\u1820-\\u18aa].)',
  '\\u034f(?<=[\\p{L}\\p{M}].)(?=\\p{M})',
  '\\u115f(?=[\\u1161-\\u11a7])|\\u1160(?<=[\\u1100-\\u115e].)',
]
const SUSPECT = new RegExp(HIDDEN, 'u')
const UNSEEN = new RegExp(`(${NEEDED.join('|')})|${HIDDEN}`, 'gu')
/** Removes invisible characters, except where an emoji or a script needs them. */
export const visibleText = (text: string) => (SUSPECT.test(text) ? text.replace(UNSEEN, '$1') : text)

/** Text of a file, an import, a tool or a model as it is stored: what it shows, and nothing else. */
export const storableText = (text: string) => visibleText(wellFormed(text))

/** The same for any JSON value, including its keys. */
export const storableJson = (value: unknown, made: (text: string) => string = storableText): unknown => {
  if (typeof value === 'string') return made(value)
  if (Array.isArray(value)) return value.map((inner) => storableJson(inner, made))
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(
      Object.entries(value).map(([key, inner]) => [made(key), storableJson(inner, made)]),
    )
  return value ?? null
}

const endsInHalf = (text: string) => /[\ud800-\udbff]$/.test(text)
/** More than what decides about a character before it. */
const CONTEXT_CHARS = 64
/** For streamed text: a split surrogate pair waits for its other half, a joiner for what it joins. */
export class StorableStream {
  private seen = ''
  private half = ''

  next(piece: string): string {
    const given = this.half + piece
    this.half = endsInHalf(given) ? given.slice(-1) : ''
    const all = this.seen + (this.half ? given.slice(0, -1) : given)
    const shown = storableText(all).slice(storableText(this.seen).length)
    this.seen = all.slice(-CONTEXT_CHARS)
    return shown
  }
}
