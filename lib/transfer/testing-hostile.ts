import fc from 'fast-check'
import { type TestDb, testDb } from '@/lib/db/testing'
import { limits } from '@/lib/shared/limits'
import { ZIPS } from './archive/testing-hostile-zip'
import { exported, importBytes, importText } from './testing-import'
import { drawnStore, seedStore } from './testing-store'

export type Fields = Record<string, unknown>
export const say = (content: unknown, more: Fields = {}) => ({ role: 'user', content, ...more })
export const talk = (...messages: unknown[]) => ({ id: 't', title: 'T', messages })
const node = (parent: string | null, text = 'Hi', more: Fields = {}) => ({
  message: { id: `m${text}`, author: { role: 'user' }, content: { parts: [text] }, ...more },
  parent,
  children: [],
})
const chatgpt = (mapping: Fields, current_node: string | null = 'b') => [
  { id: 'g', title: 'G', mapping, current_node },
]
const utf16 = (text: string) => Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, 'utf16le')])
export const deep = (levels: number, open = '[', close = ']') => open.repeat(levels) + close.repeat(levels)

/** A valid export of a small store, then spoilt. */
type Spoil = (conversation: Record<string, Fields[]> & { conversation: Fields }) => void
export const [SAMPLE] = fc.sample(drawnStore, { numRuns: 1, seed: 7 }) as [Parameters<typeof seedStore>[1]]
const first = (rows: Fields[] | undefined): Fields => rows?.[0] ?? {}
/** Changes the first row of a kind. */
const set =
  (name: string, change: (row: Fields) => Fields): Spoil =>
  (one) =>
    void Object.assign(first(one[name]), change(first(one[name])))
let sample = ''
/** The export that is spoilt. */
export async function takeSample() {
  const from = await testDb()
  await seedStore(from, SAMPLE)
  sample = await exported(from)
  await from.close()
}
export const spoilt = (spoil: Spoil) => {
  const file = JSON.parse(sample) as { conversations: Parameters<Spoil>[0][] }
  file.conversations = file.conversations.slice(0, 1)
  for (const one of file.conversations) spoil(one)
  return JSON.stringify(file)
}

/**
 * Files of which nothing may be written. `says` must be in the reason or the error. Spoilt exports need
 * `takeSample` first.
 */
export const FILES: [name: string, file: () => string | Uint8Array, says: RegExp][] = [
  ['nothing', () => '', /contains no conversation/],
  ['only blanks', () => ' \n\t ', /contains no conversation/],
  ['an empty list', () => '[]', /contains no conversation/],
  ['a number', () => '42', /not a conversation/],
  ['a web page', () => '<!doctype html><title>Log in</title>', /neither a ZIP nor a JSON file/],
  ['a picture', () => Buffer.from([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10]), /neither a ZIP nor a JSON file/],
  ['a ZIP archive', () => Buffer.from([0x50, 0x4b, 3, 4, 0, 0]), /ZIP/],
  ['gzip', () => Buffer.from([0x1f, 0x8b, 8, 0]), /compressed/],
  ['UTF-16 cut off', () => utf16(JSON.stringify(talk(say('Hi')))).subarray(0, -1), /not UTF-8|cut off/],
  ['Latin-1', () => Buffer.from(JSON.stringify(talk(say('caf\u00e9'))), 'latin1'), /not UTF-8/],
  [
    'random bytes',
    () => Uint8Array.from({ length: 5_000 }, (_, i) => (i * 7_919 + 13) % 251),
    /neither a ZIP nor a JSON file|not UTF-8/,
  ],
  ['cut in a text', () => JSON.stringify(talk(say('A long message'))).slice(0, -12), /cut off/],
  ['cut between values', () => '[{"id":"a","messages":[', /cut off/],
  ['a list of messages cut off', () => JSON.stringify([say('One'), say('Two')]).slice(0, -1), /cut off/],
  ['two commas', () => '[{"role":"user","content":"a"},,]', /not valid JSON/],
  ['text behind the end', () => `${JSON.stringify(talk(say('Hi')))} } `, /not valid JSON/],
  ['a nesting bomb as file', () => deep(200_000), /nested/],
  [
    'a nesting bomb in a message',
    () => `[{"id":"t","messages":[{"role":"user","content":${deep(5_000)}}]}]`,
    /nested more than/,
  ],
  [
    'a nesting bomb of objects',
    () => `[{"id":"t","messages":[],"a":${'{"a":'.repeat(5_000)}1${'}'.repeat(5_000)}}]`,
    /nested more than/,
  ],
  [
    'a field twice',
    () => '[{"id":"t","messages":[{"role":"user","content":"a","content":"b"}]}]',
    /"content" appears twice/,
  ],
  [
    'a message id twice',
    () => JSON.stringify([talk(say('a', { id: 'x' }), say('b', { id: 'x' }))]),
    /have the id x/,
  ],
  [
    '__proto__',
    () => '[{"id":"t","__proto__":{"polluted":1},"messages":[{"role":"user","content":"a"}]}]',
    /__proto__/,
  ],
  [
    'constructor.prototype',
    () =>
      '[{"id":"t","constructor":{"prototype":{"polluted":1}},"messages":[{"role":"user","content":"a"}]}]',
    /prototype/,
  ],
  ['a date beyond all', () => '[{"id":"t","messages":[{"role":"user","content":"a","at":1e999}]}]', /date/],
  ['a date in the year 275000', () => JSON.stringify([talk(say('a', { at: 8.6e15 }))]), /impossible date/],
  ['a date before 1970', () => JSON.stringify([talk(say('a', { at: -5_000 }))]), /impossible date/],
  ['a date that is a list', () => JSON.stringify([talk(say('a', { at: [1] }))]), /date of the wrong type/],
  ['a message that is a number', () => JSON.stringify([talk(say('a'), 7)]), /no speaker or no text/],
  ['no text at all', () => JSON.stringify([talk(say(''), say(null), say({ a: 1 }))]), /no message with text/],
  [
    'a turn of five million characters',
    () => JSON.stringify([talk(say('x'.repeat(limits.transfer.turnChars + 1)))]),
    /longer than/,
  ],
  ['a circle of parents', () => JSON.stringify(chatgpt({ a: node('b'), b: node('a') })), /loop/],
  [
    'a circle of children',
    () =>
      JSON.stringify(
        chatgpt({ a: { ...node(null), children: ['b'] }, b: { ...node('a'), children: ['a'] } }, null),
      ),
    /loop/,
  ],
  [
    'a parent that is missing',
    () => JSON.stringify(chatgpt({ b: node('nowhere') })),
    /refers to a message that is missing/,
  ],
  ['a mapping of numbers', () => JSON.stringify(chatgpt({ b: 7 })), /of the wrong type/],
  [
    'a Claude sender nobody knows',
    () =>
      JSON.stringify([{ uuid: 'c', name: 'C', chat_messages: [{ uuid: 'm', sender: 'root', text: 'Hi' }] }]),
    /unknown role: root/,
  ],
  ['an export from the future', () => '{"mneme":{"format":99},"conversations":[]}', /newer version of Mneme/],
  ['../ in a file name', () => spoilt(set('touches', () => ({ path: '../../etc/passwd' }))), /touches/],
  ['an absolute upload', () => spoilt(set('uploads', () => ({ path: '/etc/passwd' }))), /uploads/],
  ['an id with a slash', () => spoilt(set('turns', () => ({ id: '../x' }))), /turns/],
  ['a turn twice', () => spoilt((one) => void one.turns?.push(first(one.turns))), /two turns/],
  [
    'a turn that is its own parent',
    () => spoilt(set('turns', (row) => ({ parentId: row.id }))),
    /impossible/,
  ],
  [
    "somebody else's turn as parent",
    () => spoilt(set('turns', () => ({ parentId: 'turn_of_somebody' }))),
    /impossible/,
  ],
  [
    "somebody else's turn in a context",
    () => spoilt(set('contexts', () => ({ turnId: 'turn_of_somebody' }))),
    /not contain/,
  ],
  [
    "somebody else's summary",
    () => spoilt(set('provenance', () => ({ refId: 'sum_of_somebody' }))),
    /not contain/,
  ],
  [
    'a branch that goes nowhere',
    () => spoilt(set('branches', () => ({ path: [['branch_of_somebody', 3]] }))),
    /path/,
  ],
  ['a text that is missing', () => spoilt((one) => void one.blobs?.splice(0)), /missing/],
  ['a status nobody knows', () => spoilt(set('turns', () => ({ status: 'root' }))), /turns/],
  ['numbers over what fits', () => spoilt(set('turns', () => ({ number: 1e15 }))), /turns/],
  ['broken steps', () => spoilt((one) => void one.steps?.push({ id: 'step_x' })), /steps/],
  ...ZIPS,
]

const everything = async ({ db }: TestDb) =>
  Promise.all(
    [
      db.conversation,
      db.turn,
      db.branch,
      db.blob,
      db.context,
      db.summary,
      db.trash,
      db.step,
      db.setting,
      db.change,
    ].map((table) => (table as typeof db.turn).count()),
  )

/** The result: files not refused whole for the right reason, CPU time in milliseconds, and memory growth. */
export async function tryFiles(test: TestDb): Promise<{ wrong: string[]; ms: number; bytes: number }> {
  await takeSample()
  await importText(test, JSON.stringify(talk(say('Warm'), say('up'))))
  const before = JSON.stringify(await everything(test))
  const memory = process.memoryUsage().rss
  const wrong: string[] = []
  let [peak, ms] = [memory, 0]
  for (const [name, file, says] of FILES) {
    const bytes = file()
    const started = process.cpuUsage()
    const report = await importBytes(test, bytes)
    const used = process.cpuUsage(started)
    ms += (used.user + used.system) / 1_000
    peak = Math.max(peak, process.memoryUsage().rss)
    const said = [
      report.error?.message,
      report.error?.hint,
      ...report.conversations.map((one) => one.reason),
    ].join(' ')
    if (report.added + report.unchanged > 0 || JSON.stringify(await everything(test)) !== before)
      wrong.push(`${name}: something was written`)
    else if (!says.test(said)) wrong.push(`${name}: ${said}`)
  }
  return { wrong, ms, bytes: peak - memory }
}
