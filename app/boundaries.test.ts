import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { UNSTORABLE, visibleText } from '@/lib/shared/storable'
import { foreignText, textSchema } from '@/lib/shared/text'

const root = path.resolve(import.meta.dirname, '..')
/** Where text comes in: requests, settings, the environment, files and models. */
const FOLDERS = ['lib/shared', 'lib/settings', 'lib/config', 'lib/prompts', 'lib/openai', 'lib/db/transfer']
const FILES = ['lib/shared/base-url.ts', 'lib/services/library.ts']
/** These read what Mneme itself stored, made by the schemas of the other files. */
const STORED = new Set([
  'lib/shared/turn/depth.ts',
  'lib/shared/turn/events.ts',
  'lib/shared/turn/messages.ts',
  'lib/shared/memory/source.ts',
  'lib/shared/learning/verdict.ts',
  'lib/shared/transfer/transfer.ts',
  'lib/shared/workspace.ts',
  'lib/db/transfer/sample.ts',
])
/** A proof that is read back from its row, and prompts, which contain word joiners of ours. */
const EXCEPT = ['lib/shared/memory/forget.ts turnListSchema', 'lib/shared/memory/forget.ts proofSchema']
const KEPT = 'lib/db/transfer/bundle-rows.ts bundleRows blobs.text'

const sources = (folder: string) =>
  readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
    .map((name) => path.posix.join(folder, name))
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.|\/testing/.test(file))

const PROBES = ['', 'ab', 'https://example.org/a', 'file:a.db', 'a'.repeat(20)].flatMap((text) =>
  ['\0', '\ud800', '\u{e0041}', '\u202e', '\u200b'].flatMap((sign) => [
    text + sign,
    sign + text,
    `a${sign}${text}`,
  ]),
)
const isUnfit = (text: unknown) =>
  typeof text === 'string' && (UNSTORABLE.test(text) || visibleText(text) !== text)
/** Whether a schema of texts lets through what cannot be stored or seen. */
const isLeaky = (schema: z.ZodType) =>
  PROBES.some((probe) => {
    const read = schema.safeParse(probe)
    return read.success && isUnfit(read.data)
  })

const isSchema = (value: unknown): value is z.ZodType => value instanceof z.ZodType
const begin = (schema: z.ZodType): z.ZodType =>
  schema instanceof z.ZodPipe ? begin(schema.in as z.ZodType) : schema
/** The fields of a schema that take a text as it came, by their path. */
function leaks(schema: z.ZodType, at: string, seen = new Set<unknown>()): string[] {
  const inner = (more: [unknown, string][]) =>
    more.flatMap(([one, name]) => (isSchema(one) ? leaks(one, `${at}${name}`, seen) : []))
  if (begin(schema) instanceof z.ZodString || begin(schema) instanceof z.ZodStringFormat)
    return isLeaky(schema) ? [at] : []
  if (seen.has(schema)) return []
  seen.add(schema)
  if (schema instanceof z.ZodObject)
    return inner([...Object.entries(schema.shape).map(([name, one]): [unknown, string] => [one, `.${name}`])])
  if (schema instanceof z.ZodArray) return inner([[schema.element, '[]']])
  if (schema instanceof z.ZodRecord)
    return inner([
      [schema.keyType, '.KEY'],
      [schema.valueType, '.*'],
    ])
  if (schema instanceof z.ZodTuple) return inner(schema.def.items.map((one, i) => [one, `.${i}`]))
  if (schema instanceof z.ZodUnion) return inner(schema.options.map((one) => [one, '']))
  if (schema instanceof z.ZodIntersection)
    return inner([
      [schema.def.left, ''],
      [schema.def.right, ''],
    ])
  if (schema instanceof z.ZodLazy) return inner([[schema.def.getter(), '']])
  if (schema instanceof z.ZodPipe)
    return inner([
      [schema.in, ''],
      [schema.out, ''],
    ])
  return 'innerType' in schema.def ? inner([[schema.def.innerType, '']]) : []
}

/** The schemas of a module, also those in its tables. */
const schemasIn = (value: unknown, at: string, depth = 0): [string, z.ZodType][] =>
  isSchema(value)
    ? [[at, value]]
    : typeof value === 'object' && value !== null && depth < 4
      ? Object.entries(value).flatMap(([name, one]) => schemasIn(one, `${at} ${name}`, depth + 1))
      : []

describe('every text that comes in', () => {
  it('is read by a schema that refuses or repairs what cannot be stored, and removes what nobody sees', async () => {
    const found: string[] = []
    let schemas = 0
    for (const file of [...FOLDERS.flatMap(sources), ...FILES].filter((one) => !STORED.has(one)))
      for (const [at, schema] of schemasIn(await import(/* @vite-ignore */ path.join(root, file)), file)) {
        if (EXCEPT.includes(at)) continue
        schemas++
        found.push(...leaks(schema, at))
      }
    expect(found).toEqual([KEPT])
    expect(schemas).toBeGreaterThan(120)
  })

  it('of an action, a route, the environment or a service has no schema of its own', () => {
    const files = [...['app', 'lib/config', 'lib/settings'].flatMap(sources), ...FILES]
    const own = files.filter((file) =>
      /\.string\(\)(?!\s*\.regex\()/.test(readFileSync(path.join(root, file), 'utf8')),
    )
    expect(own).toEqual([])
  })

  it('would be noticed otherwise, wherever it stands', () => {
    const plain = z.string()
    const nested = z.strictObject({
      a: z.array(plain).optional(),
      b: z.record(plain, z.int()).default({}),
      c: z.union([z.int(), plain.trim().max(5)]),
      d: plain.transform((text) => text.trim()),
      e: z.tuple([plain.nullable()]),
      f: z.object({ g: plain.refine(() => true).catch('') }).readonly(),
    })
    expect(leaks(nested, 'x')).toEqual(['x.a[]', 'x.b.KEY', 'x.c', 'x.d', 'x.e.0', 'x.f.g'])
    const clean = z.object({
      a: textSchema(5).trim().min(1),
      b: foreignText(5).pipe(textSchema(3)),
      c: z.string().regex(/^[a-z]+$/),
      d: z.enum(['a']),
      e: z.iso.datetime(),
    })
    expect(leaks(clean, 'x')).toEqual([])
  })
})
