import { readdirSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'

const root = path.resolve(import.meta.dirname, '../..')
/** What each folder may import besides itself and `shared`. */
const LEARNING = [
  'lib/learning',
  'lib/memory',
  'lib/prompts',
  'lib/model',
  'lib/heuristics',
  'lib/settings',
  'lib/db',
  'lib/config',
]
const ARROW: Record<string, string[]> = {
  'lib/shared': [],
  'lib/config': [],
  'lib/telemetry': ['lib/config'],
  'lib/prompts': [],
  'lib/heuristics': [],
  'lib/db': ['lib/heuristics', 'lib/config'],
  'lib/settings': ['lib/db', 'lib/config'],
  'lib/model': ['lib/heuristics', 'lib/prompts', 'lib/settings', 'lib/config', 'lib/db'],
  'lib/memory': ['lib/prompts', 'lib/model', 'lib/heuristics', 'lib/settings', 'lib/db', 'lib/config'],
  'lib/learning': LEARNING,
  'lib/transfer': ['lib/learning', 'lib/memory', 'lib/settings', 'lib/db', 'lib/config'],
  'lib/agent': LEARNING,
  'lib/runtime': ['lib/agent', 'lib/telemetry', ...LEARNING],
  'lib/jobs': ['lib/agent', 'lib/telemetry', ...LEARNING],
  'lib/services': ['lib/jobs', 'lib/runtime', 'lib/agent', 'lib/transfer', 'lib/telemetry', ...LEARNING],
  'lib/mcp': ['lib/services'],
  'lib/openai': ['lib/services'],
  'lib/server': ['lib/services', 'lib/jobs', 'lib/runtime', 'lib/agent', ...LEARNING],
  components: [],
}
const isTest = (file: string) =>
  /\.test\.tsx?$/.test(file) ||
  /testing[\w-]*\.ts$/.test(path.basename(file)) ||
  /\.contract\.|\/contract\//.test(file)

function sources(folder: string): string[] {
  return readdirSync(path.join(root, folder)).flatMap((name) => {
    const file = `${folder}/${name}`
    if (name === 'generated' || name === 'node_modules') return []
    return statSync(path.join(root, file)).isDirectory() ? sources(file) : /\.tsx?$/.test(name) ? [file] : []
  })
}
const importsOf = (text: string) =>
  [...text.matchAll(/(?:from|import)\s*\(?\s*['"]([^'"]+)['"]/g)].map((match) => match[1] ?? '')
const resolved = (file: string, target: string) =>
  target.startsWith('@/')
    ? target.slice(2)
    : target.startsWith('.')
      ? path.posix.normalize(path.posix.join(path.posix.dirname(file), target))
      : target
const folderOf = (file: string) =>
  file.startsWith('lib/') ? file.split('/').slice(0, 2).join('/') : (file.split('/')[0] ?? '')

/**
 * The only places that call other machines. The first calls addresses people type, and others receive its
 * `fetch`; the second sends telemetry to the address of the environment. Pages call Mneme itself.
 */
const OUTWARD = ['lib/model/reach/reach-fetch.ts', 'lib/telemetry/otlp.ts']
function callsOutward(file: string, text: string, imports: string[]): boolean {
  if (OUTWARD.includes(file) || file.startsWith('components/')) return false
  const ofTheProcess =
    /(?<!typeof )globalThis\.fetch/.test(text) ||
    (/(?<![\w.])fetch\(/.test(text) && !/\bfetch: (Fetch|typeof globalThis\.fetch)/.test(text))
  const ofAPackage = text
    .split('createOpenAI(')
    .some((after, i) => i > 0 && !/\bfetch\b/.test(after.slice(0, 300)))
  const ofServers = /ClientTransport\(/.test(text) && file !== 'lib/agent/tools/servers/connect.ts'
  return (
    ofTheProcess ||
    ofServers ||
    ofAPackage ||
    imports.some((name) => name === 'undici' || name.startsWith('@opentelemetry/exporter-')) ||
    /\bhttps?\.(request|get)\(|\b(net|tls)\.connect\(/.test(text)
  )
}

/** What carries a turn to the page. Everything else of the AI SDK calls models. */
const STREAM = [
  'createUIMessageStream',
  'createUIMessageStreamResponse',
  'readUIMessageStream',
  'DefaultChatTransport',
  'APICallError',
]
const ofTheSdk = (text: string) =>
  [...text.matchAll(/import (\{[^}]*\}|\* as \w+) from 'ai'/g)].flatMap(
    ([, names]) => names?.match(/\w+/g) ?? [],
  )

type Source = { file: string; text: string }
function violations(files: Source[]): string[] {
  return files.flatMap(({ file, text }) => {
    const from = folderOf(file)
    const found = importsOf(text).map((target) => resolved(file, target))
    const wrong = found.filter((target) => {
      const to = folderOf(target)
      const ours = ['lib', 'app', 'components', 'bench', 'e2e', 'scripts'].includes(
        target.split('/')[0] ?? '',
      )
      if (!ours || to === from || to === 'lib/shared' || from === 'app') return false
      if (from === 'components' && target.startsWith('app/actions/'))
        return !/\/(actions|api)\.ts$/.test(file)
      return !(ARROW[from] ?? []).includes(to)
    })
    const env = /process\.env\b/.test(text) && file !== 'lib/config/env.ts' ? ['process.env'] : []
    const prisma =
      from !== 'lib/db' &&
      found.some((target) => target.startsWith('@prisma/') || target.includes('db/generated'))
        ? ['prisma']
        : []
    const sdk = found.filter(
      (target) =>
        (target === 'ai' &&
          ofTheSdk(text).some((name) => !STREAM.includes(name)) &&
          !['lib/model', 'lib/agent'].includes(from)) ||
        (target === '@ai-sdk/openai' && from !== 'lib/model'),
    )
    const calls = callsOutward(file, text, found) ? ['a call outward'] : []
    const length = text.split('\n').length > 301 ? ['over 300 lines'] : []
    const raw = from !== 'lib/db' && /\$(query|execute)Raw/.test(text) ? ['raw SQL'] : []
    return [...wrong, ...env, ...prisma, ...sdk, ...length, ...raw, ...calls].map(
      (target) => `${file} -> ${target}`,
    )
  })
}

/** Groups of files that import each other in a circle, type imports included (Tarjan 1972). */
function circles(files: Source[]): string[][] {
  const known = new Set(files.map(({ file }) => file))
  const fileOf = (target: string) => [target, `${target}.ts`, `${target}.tsx`].find((name) => known.has(name))
  const next = new Map(
    files.map(({ file, text }) => [
      file,
      importsOf(text).flatMap((target) => fileOf(resolved(file, target)) ?? []),
    ]),
  )
  const order = new Map<string, number>()
  const lowest = new Map<string, number>()
  const path: string[] = []
  const found: string[][] = []
  const visit = (file: string) => {
    order.set(file, order.size)
    lowest.set(file, order.size - 1)
    path.push(file)
    for (const other of next.get(file) ?? []) {
      if (!order.has(other)) visit(other)
      if (path.includes(other))
        lowest.set(file, Math.min(lowest.get(file) ?? 0, lowest.get(other) ?? 0, order.get(other) ?? 0))
    }
    if (lowest.get(file) !== order.get(file)) return
    const group = path.splice(path.indexOf(file))
    if (group.length > 1) found.push(group.sort())
  }
  for (const { file } of files) if (!order.has(file)) visit(file)
  return found
}

describe('the house', () => {
  it('has no file that imports itself through others', () => {
    const files = ['lib', 'components', 'app'].flatMap(sources).filter((file) => !isTest(file))
    const read = files.map((file) => ({ file, text: readFileSync(path.join(root, file), 'utf8') }))
    expect(circles(read)).toEqual([])
  })

  it('negative control: a circle is found, of types too', () => {
    expect(
      circles([
        { file: 'lib/a.ts', text: "import { b } from './b'" },
        { file: 'lib/b.ts', text: "import type { C } from '@/lib/c'" },
        { file: 'lib/c.ts', text: "import { a } from './a'\nimport { d } from './d'" },
        { file: 'lib/d.ts', text: '' },
      ]),
    ).toEqual([['lib/a.ts', 'lib/b.ts', 'lib/c.ts']])
  })

  it('keeps the arrow of imports, one reader of the environment, one place for SQL, and small files', () => {
    const files = ['lib', 'components', 'app'].flatMap(sources).filter((file) => !isTest(file))
    expect(
      violations(files.map((file) => ({ file, text: readFileSync(path.join(root, file), 'utf8') }))),
    ).toEqual([])
  })

  it('negative control: a component that imports the database is found', () => {
    expect(
      violations([
        { file: 'components/chat/x.tsx', text: "import { database } from '@/lib/db/engine/client'" },
      ]),
    ).toEqual(['components/chat/x.tsx -> lib/db/engine/client'])
    for (const text of [
      'await fetch(url)',
      'const fetch = options.fetch ?? globalThis.fetch',
      'createOpenAI({ apiKey })',
      "import { request } from 'undici'",
      "await import('@opentelemetry/exporter-trace-otlp-http')",
      'http.request(url)',
    ])
      expect(violations([{ file: 'lib/model/x.ts', text }])).toEqual(['lib/model/x.ts -> a call outward'])
    for (const text of ["import { generateText } from 'ai'", "import * as ai from 'ai'"])
      expect(violations([{ file: 'app/x.ts', text }])).toEqual(['app/x.ts -> ai'])
    expect(violations([{ file: 'lib/memory/x.ts', text: 'const a = process.env.HOME' }])).toEqual([
      'lib/memory/x.ts -> process.env',
    ])
  })
})
