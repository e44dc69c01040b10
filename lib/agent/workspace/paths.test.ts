import path from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { limits } from '@/lib/shared/limits'
import { normalisePath, type PathResult } from './paths'

const ATOMS = [
  ...[
    '..',
    '.',
    '...',
    '/',
    '\\',
    '//',
    '/../',
    '..\\',
    'a',
    'notes',
    'plan.md',
    ' ',
    '~',
    '$HOME',
    'C:',
    'c:\\',
    'file:///',
    '\\\\server\\share',
    '',
    'CON',
    '%',
  ],
  ...[
    '%2e',
    '%2E%2e',
    '%2f',
    '%5c',
    '%252e%252e%252f',
    '%25',
    '%32%65',
    '%%32%65',
    '%00',
    '%c0%ae',
    '%C0%AF',
    '%e0%80%ae',
    '%c1%9c',
    '%u002e',
    '%uff0e',
    '%e2%80%a4',
    '%ef%bc%8f',
    '%20',
  ],
  ...[
    '\0',
    '\n',
    '\r',
    '\t',
    '\u007f',
    '\u0085',
    '\u2028',
    '\ud800',
    '\udc00',
    '\u202e',
    '\u200b',
    '\ufeff',
    '\u00ad',
    '\u200d',
    '\u2060',
    '\ufe0f',
    '\u034f',
  ],
  ...[
    '．',
    '․',
    '‥',
    '…',
    '﹒',
    '。',
    '｡',
    '۔',
    '／',
    '＼',
    '∕',
    '⁄',
    '⧸',
    '∖',
    '﹨',
    '╱',
    'é',
    'e\u0301',
    '\u0301',
    'Å',
    '한',
    '\u1100',
    '\u1161',
    '⒈',
    '℀',
  ],
  ...[
    '__proto__',
    'constructor',
    'prototype',
    'toString',
    'hasOwnProperty',
    'etc/passwd',
    '.ssh',
    'x'.repeat(130),
  ],
]
const hostile = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.array(fc.constantFrom(...ATOMS), { maxLength: 12 }).map((parts) => parts.join('')),
  },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 60 }) },
  {
    weight: 1,
    arbitrary: fc
      .array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 30 })
      .map((units) => String.fromCharCode(...units)),
  },
)

const decodeAll = (text: string): string => {
  const next = text
    .replace(/%c0%ae/gi, '.')
    .replace(/%c0%af/gi, '/')
    .replace(/(?:%[0-9a-f]{2})+/gi, (codes) => Buffer.from(codes.replaceAll('%', ''), 'hex').toString())
  return next === text ? text : decodeAll(next)
}
const inside = (text: string) =>
  path.posix.resolve('/root', text).startsWith('/root/') &&
  path.win32.resolve('C:\\root', text).startsWith('C:\\root\\')

/** Whether what was accepted could mean anything but one place inside the root, to whoever reads it. */
function escapes(result: PathResult, normalise: typeof normalisePath): boolean {
  if (!result.ok) return result.problem.trim() === ''
  const { path: clean } = result
  const again = normalise(clean)
  const contained =
    clean !== '' &&
    clean.length <= limits.workspace.pathChars &&
    clean.isWellFormed() &&
    clean === clean.normalize('NFC') &&
    !/[\p{Cc}\p{Zl}\p{Zp}\\]|^\/|\/$|\/\/|^[a-z]:/iu.test(clean) &&
    clean
      .split('/')
      .every(
        (segment) =>
          segment === segment.trim() &&
          segment !== '__proto__' &&
          !/^\.*$/.test(segment.normalize('NFKC').replace(/\p{Default_Ignorable_Code_Point}/gu, '')),
      ) &&
    [clean, clean.replaceAll(/[／＼∕⁄]/g, '/'), decodeAll(clean)].every(inside) &&
    again.ok &&
    again.path === clean
  return !contained
}

/** How many of `count` hostile paths got out. */
const violations = (normalise: typeof normalisePath, count: number) =>
  fc.sample(hostile, { numRuns: count, seed: 26 }).filter((text) => {
    try {
      return escapes(normalise(text), normalise)
    } catch {
      return true
    }
  }).length

const good = (input: string) => {
  const result = normalisePath(input)
  return result.ok ? result.path : result.problem
}

describe('paths of the workspace', () => {
  it('contains every one of 10,000 hostile paths', () => {
    expect(violations(normalisePath, 10_000)).toBe(0)
  })

  it('accepts a good share of them, so that containing is not refusing everything', () => {
    const accepted = fc.sample(hostile, { numRuns: 2_000, seed: 26 }).filter((text) => normalisePath(text).ok)
    expect(accepted.length).toBeGreaterThan(400)
  })

  it('negative control: cleaning as servers often do lets paths out', () => {
    const posix = (input: string): PathResult => ({
      ok: true,
      path: path.posix.normalize(input).replace(/^\/+/, ''),
    })
    const once = (input: string): PathResult => ({
      ok: true,
      path: input.replaceAll('../', '').replace(/^\/+/, ''),
    })
    const ascii = (input: string): PathResult => {
      const segments = input.split(/[/\\]/).filter((segment) => segment && segment !== '.')
      return segments.includes('..') || !segments.length
        ? { ok: false, problem: 'no' }
        : { ok: true, path: segments.join('/') }
    }
    for (const broken of [posix, once, ascii]) expect(violations(broken, 300)).toBeGreaterThan(0)
  })

  it.each([
    ['notes.md', 'notes.md'],
    ['/notes/plan.md', 'notes/plan.md'],
    ['./notes//drafts/../plan.md/', 'notes/plan.md'],
    ['notes\\plan.md', 'notes/plan.md'],
    [' notes / plan.md \n', 'notes/plan.md'],
    ['notes．md', 'notes.md'],
    ['notes／plan.md', 'notes/plan.md'],
    ['re\u0301sume\u0301.txt', 'résumé.txt'],
    ['第1章。.md', '第1章。.md'],
    ['wait… what.md', 'wait… what.md'],
    ['100%.txt', '100%.txt'],
    ['my%20notes.md', 'my%20notes.md'],
    ['\u200efamily.txt', 'family.txt'],
    ['constructor', 'constructor'],
    ['.env', '.env'],
  ])('reads %j as %j', (input, path) => {
    expect(good(input)).toBe(path)
  })

  it.each([
    ['', 'empty'],
    ['/', 'empty'],
    ['a/..', 'empty'],
    ['../secret', 'leaves the workspace'],
    ['a/../../secret', 'leaves the workspace'],
    ['..\\secret', 'leaves the workspace'],
    ['．．／secret', 'leaves the workspace'],
    ['‥/secret', 'leaves the workspace'],
    ['.\u200b./secret', 'leaves the workspace'],
    ['%2e%2e/secret', '% codes'],
    ['a%252fb', '% codes'],
    ['..%c0%afsecret', '% codes'],
    ['a\0.md', 'control characters'],
    ['a%00.md', 'control characters'],
    ['C:\\Users\\me', 'drive'],
    ['x/../c:/me', 'drive'],
    ['a/.../b', 'dots only'],
    ['a\ud800', 'not text'],
    ['a/__proto__', '__proto__'],
  ])('refuses %j in words', (input, words) => {
    expect(normalisePath(input)).toMatchObject({ ok: false, problem: expect.stringContaining(words) })
  })

  it('refuses a path that is too long', () => {
    for (const input of ['x'.repeat(241), '/'.repeat(100_000), '%25'.repeat(300)])
      expect(normalisePath(input)).toMatchObject({
        ok: false,
        problem: expect.stringContaining('240 characters'),
      })
    expect(normalisePath('x'.repeat(240)).ok).toBe(true)
  })
})
