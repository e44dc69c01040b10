import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'

const root = path.resolve(import.meta.dirname, '../..')
const read = (file: string) => readFileSync(path.join(root, file), 'utf8')
const MOST_WORDS = 1_200
/** Read by Node and Next, not set by a person. */
const NOT_OURS = ['NODE_ENV']

const markdownIn = (folder: string): string[] =>
  readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => path.posix.join(folder, name.replaceAll(path.sep, '/')))
const documents = ['README.md', 'ARCHITECTURE.md', ...markdownIn('docs')]

/** The anchor that GitHub gives a heading. */
const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-')
const anchorsOf = (text: string) =>
  [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => anchorOf(heading))
const linksOf = (text: string) => [...text.matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = '']) => target)

/** Relative links to a file or heading that does not exist. */
function brokenLinks(file: string, text: string): string[] {
  return linksOf(text).filter((link) => {
    if (/^[a-z]+:/.test(link)) return false
    const [target = '', anchor] = link.split('#')
    const to = target ? path.posix.join(path.posix.dirname(file), target) : file
    if (!existsSync(path.join(root, to))) return true
    return anchor !== undefined && !anchorsOf(to === file ? text : read(to)).includes(anchor)
  })
}

/** Names in a document that the linked file does not contain. */
function missingNames(file: string, text: string): string[] {
  const named = text.matchAll(/\[`([A-Za-z][\w.]*)`\]\(([^)\s#]+\.tsx?)\)/g)
  return [...named].flatMap(([, name = '', target = '']) => {
    if (/\.(ts|tsx|mjs|js|prisma)$/.test(name)) return []
    const source = read(path.posix.join(path.posix.dirname(file), target))
    const last = name.split('.').at(-1) ?? ''
    return new RegExp(`\\b${last}\\b`).test(source) ? [] : [`${name} in ${target}`]
  })
}

const variables = [...read('lib/config/env.ts').matchAll(/^ {4}([A-Z][A-Z_]+): /gm)].map(
  ([, name = '']) => name,
)

describe('the documents', () => {
  it.each(documents)('%s links to files and headings that exist', (file) => {
    expect(brokenLinks(file, read(file))).toEqual([])
    expect(missingNames(file, read(file))).toEqual([])
  })

  it('negative control: a lost file, heading and name are found', () => {
    const text = '# Here\n[`env`](lib/config/env.ts) [a](lib/none.ts) [b](#here) [c](#there)'
    expect(brokenLinks('README.md', text)).toEqual(['lib/none.ts', '#there'])
    expect(missingNames('README.md', '[`nothingLikeIt`](lib/config/env.ts)')).toHaveLength(1)
  })

  it('keep the map short enough to read', () => {
    expect(read('ARCHITECTURE.md').trim().split(/\s+/).length).toBeLessThanOrEqual(MOST_WORDS)
  })

  it('name a test for every promise', () => {
    const rows = read('docs/promises.md').match(/^\| \d+ \|.*$/gm) ?? []
    expect(rows.length).toBeGreaterThanOrEqual(39)
    expect(rows.map((row) => Number(row.split('|')[1]))).toEqual(rows.map((_, i) => i + 1))
    const untested = rows.filter((row) => !/\.(test|spec)\.tsx?\)|`bench -- \w+`/.test(row))
    expect(untested).toEqual([])
  })

  it('name every bench', () => {
    const benches = [...read('bench/registry.ts').matchAll(/from '\.\/([\w/]+)'/g)]
      .map(([, from = '']) => from.split('/').at(-1) ?? '')
      .filter((name) => name !== 'bench')
    const listed = read('docs/benchmarks.md').match(/(?<=^\| `)\w+/gm) ?? []
    expect([...listed].sort()).toEqual(benches.sort())
  })

  it('explain every environment variable, and no other', () => {
    const ours = variables.filter((name) => !NOT_OURS.includes(name))
    expect(ours.length).toBeGreaterThan(20)
    const configuration = read('docs/configuration.md')
    expect(ours.filter((name) => !configuration.includes(`\`${name}\``))).toEqual([])
    const example = read('.env.example').match(/(?<=^#)[A-Z][A-Z_]+(?==)/gm) ?? []
    expect(example.filter((name) => !variables.includes(name))).toEqual([])
  })

  it('explain every setting', () => {
    const names = [...read('lib/settings/definitions.ts').matchAll(/^ {2}'?([a-z]+(?:\.\w+)?)'?: define/gm)]
    expect(names.length).toBeGreaterThan(15)
    const configuration = read('docs/configuration.md')
    expect(names.filter(([, name]) => !configuration.includes(`\`${name}\``))).toEqual([])
  })
})
