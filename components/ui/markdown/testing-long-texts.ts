/** Long texts for tests and benches: families of hostile Markdown, and ordinary text, of any length. */
export type LongText = { name: string; kind: 'hostile' | 'ordinary' | 'control'; text: string }

const filled = (unit: string, chars: number) => unit.repeat(Math.ceil(chars / unit.length)).slice(0, chars)

/** Repeated verbatim. */
const UNITS = [
  ...[
    '> ',
    '>',
    '- ',
    '* ',
    '1. ',
    '> - ',
    '- a\n',
    '- a\n\n',
    '- a\n* b\n+ c\n',
    '> a\n',
    '# a\n',
    'a\n===\n',
  ],
  ...[
    '[',
    '[]',
    '[a](',
    '![',
    '![[]()',
    '[a][b]',
    '[a](<b',
    '[a](b "',
    '[\\',
    '[x]: a\n',
    '[^1] ',
    '[^1]: a\n',
  ],
  ...[
    '*a_',
    '*a ',
    '**a ',
    'a**b',
    '*a**b',
    '_a ',
    '_*',
    '~a ~~b ',
    '`a``b```c',
    '*',
    '\\*',
    '\\',
    '```\na\n',
  ],
  ...['<', '<a b="c" ', '<!-- ', '<a@b', '&amp;', '&#x', 'www.', 'www.a.b ', 'http://', 'a@b.c ', 'a@', '|'],
  ...['|a|\n|-|\n', 'a|b\n-|-\n', 'a\n\n', 'a\n', 'a  \n', '[turn 1,', '[turn 1] ', '~~~~\n~~~\n'],
  ...['$', '$a ', '$$', '$$a\n', '$$\n', '\\(', '\\[\n', '$x^2$ ', '$$\nx\n$$\n', '$\\'],
  ...[
    '漢字。**漢',
    'สวัสดีชาวโลก',
    'مرحبا بالعالم ',
    'abc مرحبا ',
    '😀👩‍👩‍👧',
    'a\u0301\u0302\u0303',
    '{"a":[[1,2],"c_d"]},',
  ],
]

const SHAPES: Record<string, (chars: number) => string> = {
  'open and closed emphasis': (n) => filled('*a **b ', n / 2) + filled(' c** d*', n / 2),
  'blank lines': (n) => `a${filled('\n', n)}b`,
  tabs: (n) => `a${filled('\t', n)}b`,
  'growing code marks': (n) =>
    filled(Array.from({ length: 80 }, (_, i) => `${'`'.repeat(i + 1)} `).join(''), n),
  'a nested list': (n) =>
    filled(Array.from({ length: 60 }, (_, i) => `${' '.repeat(2 * i)}- a\n`).join(''), n),
  'lazy lines in quotes': (n) => '> '.repeat(30) + filled('a\n', n),
  'a table of a thousand columns': (n) =>
    `${filled('|a', 2_000)}\n${filled('|-', 2_000)}\n${filled('|b', n)}`,
  'an open fence in a list': (n) => `- a\n  \`\`\`\n${filled('  b\n', n)}`,
  'references and definitions': (n) => `${filled('[a] ', n / 2)}\n\n${filled('[a]: b\n', n / 2)}`,
}

const SENTENCE = 'The quick **brown** fox jumps over `lazy` dogs and [remembers](https://example.org/a) it. '
const RECORD = (i: number) => ({
  id: i,
  name: 'Ada_Lovelace',
  tags: ['a_b', 'c*d'],
  nested: { ok: true, at: '2024-01-01T00:00:00Z' },
})
const records = (n: number) => Array.from({ length: Math.ceil(n / 100) }, (_, i) => RECORD(i))
const LOG = '2024-01-01 12:00:00.123 INFO [worker-1] request_id=a1b2 path=/api/*/items status=200 <ok>\n'
const CODE =
  'export function add(a: number, b: number) {\n  // adds "two" numbers\n  return a * b + `x`\n}\n\n'

const ORDINARY: Record<string, (chars: number) => string> = {
  'minified JSON': (n) => JSON.stringify(records(n)),
  'JSON in a fence': (n) =>
    `Here it is:\n\n\`\`\`json\n${JSON.stringify(records(n / 2), null, 2)}\n\`\`\`\n\nDone.`,
  'minified JSON in a fence': (n) => `\`\`\`json\n${JSON.stringify(records(n))}\n\`\`\``,
  'a log': (n) => filled(LOG, n),
  'a log in a fence': (n) => `\`\`\`\n${filled(LOG, n)}\`\`\``,
  code: (n) => `\`\`\`ts\n${filled(CODE, n)}\n\`\`\``,
  'code in steps': (n) =>
    Array.from(
      { length: Math.ceil(n / 600) },
      (_, i) => `${i + 1}. Step\n\n   \`\`\`ts\n   ${CODE.replaceAll('\n', '\n   ')}\n   \`\`\`\n`,
    ).join('\n'),
  'a table': (n) =>
    `| name | value | note |\n|---|--:|---|\n${filled('| one two | **12** | some words here |\n', n)}`,
  prose: (n) => filled(`## A heading\n\n${filled(SENTENCE, 700)}\n\n- one **point**\n- another\n\n`, n),
  'a long list': (n) => filled('1. An item of a list with `code` and some words\n', n),
}

const HOSTILE_CHARS = [3_001, 20_000, 50_000, 200_000]
const ORDINARY_CHARS = [2_000, 10_000, 24_000, 50_000, 105_000, 200_000]

const named = (name: string, kind: LongText['kind'], make: (chars: number) => string, sizes: number[]) =>
  sizes.map((chars): LongText => ({ name: `${JSON.stringify(name)} ${chars}`, kind, text: make(chars) }))

/** 300 texts of up to 200,000 characters, hostile ones first; or all of them in the given sizes. */
export const longTexts = (hostile = HOSTILE_CHARS, ordinary = ORDINARY_CHARS): LongText[] =>
  [
    ...UNITS.flatMap((unit) => named(unit, 'hostile', (chars) => filled(unit, chars), hostile)),
    ...Object.entries(SHAPES).flatMap(([name, make]) => named(name, 'hostile', make, hostile)),
    ...Object.entries(ORDINARY).flatMap(([name, make]) => named(name, 'ordinary', make, ordinary)),
  ].map((long) => ({ ...long, text: long.text.slice(0, 200_000) }))
