import fc from 'fast-check'

/** Phrases, symbols and scripts that trigger the rules for sentences, commands, facts, dates and keys. */
const PHRASES =
  `[|(|{|<|!|?|.|,|;|:|-|*|#|>|_|~|/|\\|"|'|\`|$|%|&|=|+|^|@|0|1|9|a|A|é|ß|“|”|„|«|»|…|。|、|！|？|ｱ|あ|語|한|ไ|က|ก|ق|א|я|Я|ñ|🙂|\u0301|\u200b|\u202e|\u2028|\u0085|\v|\f|\r|\t|\n|
[[|]]|((|{{|!!|??|..|...|--|**|__|~~|//|\`\`\`|\`\`|"""|''|"a|'a'|“a|„a|«a|$1|\\frac|- |* |> |# |a.|a. |a? |a! |A. |1. |1) |1.|1,|1,000|1.1.|12:30 |2024-01-02 |1 May |May 1 |in May |on 3. |am 3. |z. B. |Dr. |No. 5 |e.g. |
search |read |write |list |find |delete |append a to b.md |write a to b |write a to |save to |replace a with |replace a |set a to |set a=|get |get state |in a.md replace b |edit a.md |and then |then |, then |. then | and |and | to |to file |in | in | with |
okay so |ok, |hi |so well and |please |could you please |tell me |remind me |do you remember |what |what is |why |who |which kind of |how many |when |where |was |wer |wie |qui |que |¿qué |did I tell you |I told you |habe ich |hab ich dir |
turn 1|turn 1, |turn 1 and |turns 1-2 |[turn 1]|[turn 1 of conversation a] |=== a ===
|--- who=user
|\u007c a
|my cat is |my name is |my cat's name is |I live in |I like |the a is |my a |my favourite |i am called |call me |mein a ist |je m'appelle |if |would |no longer |not a |ne |now |since 2020 |
the user said: |the answer: |Insights: a; |Turn 1: |noted: |a said: “|You told a: “|summarize |summarize the |everything |what do you know |about |
https://|https://a@|//|//a|sk-|sk-a|Bearer |Basic a |api_key=|api key: |authorization: |access_token |"api_key":"|a@b.c |www.|a.b.|a/b/|../|a-|a_|aA|a'b|a’|l'a |don't |a,b;|a: b
|{"a":|[1,|null,|\\n|\\u0000|0x|%20|<a>|<!--|<|im_start|>|&amp;|the the |i |I |me |you are |are you |we |ab|abc |lorem ipsum dolor |the quick brown fox jumps over the lazy dog. |日本 |日本語。|你好。|。。|สวัสดี|ကမ္ဘာ|हिन्दी |مرحبا |שלום |Привет. |Ελλάδα |한국어 |え？|「あ」|def a |class a |function a |compare |plan |versus |vs |first |first then |if i had |how much `.split(
    '|',
  )

const BLOCKS: readonly (readonly [number, number])[] = [
  [0x21, 0x7e],
  [0xa1, 0x24f],
  [0x370, 0x5ff],
  [0x600, 0x6ff],
  [0x900, 0xdff],
  [0xe00, 0x109f],
  [0x2000, 0x206f],
  [0x20a0, 0x2bff],
  [0x3001, 0x30ff],
  [0x4e00, 0x9fff],
  [0xac00, 0xd7a3],
  [0xff01, 0xffee],
  [0x1f300, 0x1faff],
]
const sign = fc
  .constantFrom(...BLOCKS)
  .chain(([from, to]) => fc.integer({ min: from, max: to }))
  .map((code) => String.fromCodePoint(code))
const phrase = fc.constantFrom(...PHRASES.filter(Boolean))
const unit = fc.oneof(
  phrase,
  fc.array(sign, { minLength: 1, maxLength: 3 }).map((signs) => signs.join('')),
  fc.tuple(phrase, phrase).map((two) => two.join('')),
  fc.tuple(phrase, sign, fc.constantFrom(' ', '\n', '. ', '')).map((parts) => parts.join('')),
)
/** A repeated text with an optional opening and closing. `count` = each repetition gets its own number. */
const shape = fc.record({
  open: fc.oneof({ weight: 3, arbitrary: fc.constant('') }, phrase),
  unit,
  close: fc.oneof(
    { weight: 3, arbitrary: fc.constant('') },
    phrase,
    fc.constantFrom('?', '.', '!', '```', '"'),
  ),
  count: fc.oneof({ weight: 3, arbitrary: fc.constant(false) }, fc.constant(true)),
})

export type Crafted = { name: string; textOf(chars: number): string }

function crafted({
  open,
  unit,
  close,
  count,
}: {
  open: string
  unit: string
  close: string
  count: boolean
}) {
  return {
    name: JSON.stringify([open, count ? `${unit}N` : unit, close]),
    textOf(chars: number) {
      const room = Math.max(0, chars - open.length - close.length)
      let body = count ? '' : unit.repeat(Math.ceil(room / unit.length))
      for (let n = 1; body.length < room; n++) body += `${unit}${n} `
      return `${open}${body.slice(0, room)}${close}`.toWellFormed()
    },
  }
}

/** Every phrase repeated by itself, then random combinations of phrases, symbols and scripts. */
export function craftedTexts(count: number, seed: number): Crafted[] {
  const plain = PHRASES.filter(Boolean).map((unit) => ({ open: '', unit, close: '', count: false }))
  const random = fc.sample(shape, { numRuns: Math.max(0, count - plain.length), seed })
  // A blank message is refused before anything reads it.
  const isBlank = ({ textOf }: Crafted) => !textOf(1_000).trim()
  return [...plain, ...random]
    .map(crafted)
    .filter((one) => !isBlank(one))
    .slice(0, count)
}
