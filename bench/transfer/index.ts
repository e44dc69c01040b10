import fc from 'fast-check'
import { testDb } from '@/lib/db/testing'
import { roundTrip } from '@/lib/transfer/bundle/testing-round-trip'
import { BOMBS, tryBomb } from '@/lib/transfer/testing-bombs'
import { FILES, tryFiles } from '@/lib/transfer/testing-hostile'
import { drawnStore } from '@/lib/transfer/testing-store'
import type { Bench, Report } from '../bench'
import { rounded } from '../stats'
import { notes } from './notes'
import { ownExport } from './own-export'

const STORES = 200
const EVERY = 25
const NOTED_TURNS = 3_000
const BOMB_BYTES = 1_000_000
const [OWN_TEXTS, OWN_CHARS] = [8_000, 40_000]

/** Exports and re-imports random stores. @returns those that differ afterwards, with the difference. */
async function roundTrips(count: number, seed: number, say: (line: string) => void): Promise<string[]> {
  const wrong: string[] = []
  for (const [i, drawn] of fc.sample(drawnStore, { numRuns: count, seed }).entries()) {
    const differs = await roundTrip(drawn)
    if (differs.length) wrong.push(`store ${i + 1}: ${differs.join(', ')}`)
    if ((i + 1) % EVERY === 0) say(`${i + 1} of ${count} stores, ${wrong.length} different`)
  }
  return wrong
}

type Tried = { name: string; ms: number; blockMs: number; grew: number; quiet: boolean }
/**
 * Imports each small file of very many values into its own database. `quiet` = nothing was added and no
 * reason given.
 */
async function bombs(say: (line: string) => void): Promise<Tried[]> {
  const tried: Tried[] = []
  for (const bomb of BOMBS) {
    const test = await testDb()
    const before = process.memoryUsage().rss
    const { report, ms, blockMs } = await tryBomb(test, bomb, BOMB_BYTES)
    const grew = process.memoryUsage().rss - before
    const reason = report.error ?? report.conversations.find((one) => one.reason) ?? report.format
    tried.push({ name: bomb.name, ms, blockMs, grew, quiet: report.added === 0 && !reason })
    say(`${bomb.name}: ${Math.round(ms)} ms, longest block ${Math.round(blockMs)} ms`)
    await test.close()
  }
  return tried
}

async function run({ n, say }: Parameters<Bench['run']>[0]): Promise<Report> {
  // Files first, because memory left by later parts would hide what they use.
  say(`${FILES.length} hostile files …`)
  const test = await testDb()
  const files = await tryFiles(test)
  await test.close()
  say(`${BOMBS.length} files of very many values …`)
  const small = await bombs(say)
  const worst = (of: (one: Tried) => number) => Math.max(...small.map(of))
  say('a Mneme export with one large conversation …')
  const own = await ownExport(OWN_TEXTS, OWN_CHARS)
  say(`${NOTED_TURNS} turns as Markdown …`)
  const markdown = await notes(NOTED_TURNS)
  const count = n ?? STORES
  const seed = Date.now() % 1_000_000
  const different = await roundTrips(count, seed, say)
  return {
    rows: [
      {
        what: 'hostile files',
        count: FILES.length,
        wrong: files.wrong.length,
        seconds: rounded(files.ms / 1_000),
        memoryMB: rounded(files.bytes / 1e6),
      },
      {
        what: `files of very many values, ${BOMB_BYTES / 1e6} MB each; the worst`,
        count: small.length,
        wrong: small.filter((one) => one.quiet).length,
        seconds: rounded(worst((one) => one.ms) / 1_000),
        memoryMB: rounded(worst((one) => one.grew) / 1e6),
      },
      {
        what: `own export, one conversation of ${rounded(own.bytes / 1e6)} MB`,
        count: 1,
        wrong: own.added ? 0 : 1,
        seconds: rounded(own.ms / 1_000),
        memoryMB: rounded(own.grew / 1e6),
      },
      {
        what: `Markdown of ${NOTED_TURNS} turns: ${markdown.notes} notes, ${markdown.links} links, ${rounded(markdown.bytes / 1e6)} MB as ZIP`,
        count: markdown.links,
        wrong: markdown.problems.length,
        seconds: rounded(markdown.ms / 1_000),
        memoryMB: rounded(markdown.text / 1e6),
      },
      { what: 'round trips', count, wrong: different.length, seconds: null, memoryMB: null },
    ],
    goals: [
      { goal: 'hostile files not refused completely', value: files.wrong.length, limit: 0, unit: 'files' },
      { goal: 'hostile files tried', value: FILES.length, limit: 40, unit: 'files', atLeast: true },
      { goal: 'CPU time for all of them', value: rounded(files.ms / 1_000), limit: 5, unit: 's' },
      { goal: 'memory for all of them', value: rounded(files.bytes / 1e6), limit: 300, unit: 'MB' },
      {
        goal: 'values: files that end without a reason',
        value: small.filter((one) => one.quiet).length,
        limit: 0,
        unit: 'files',
      },
      { goal: 'values: files tried', value: small.length, limit: 20, unit: 'files', atLeast: true },
      {
        goal: 'values: CPU time of the worst',
        value: rounded(worst((one) => one.ms) / 1_000),
        limit: 5,
        unit: 's',
      },
      {
        goal: 'values: longest block',
        value: rounded(worst((one) => one.blockMs)),
        limit: 100,
        unit: 'ms',
      },
      {
        goal: 'values: memory of the worst',
        value: rounded(worst((one) => one.grew) / 1e6),
        limit: 300,
        unit: 'MB',
      },
      { goal: 'memory for a large Mneme export', value: rounded(own.grew / 1e6), limit: 300, unit: 'MB' },
      {
        goal: 'Markdown: links and front matter that fail',
        value: markdown.problems.length,
        limit: 0,
        unit: 'problems',
      },
      {
        goal: 'Markdown: links',
        value: markdown.links,
        limit: NOTED_TURNS / 10,
        unit: 'links',
        atLeast: true,
      },
      { goal: 'stores that differ after a round trip', value: different.length, limit: 0, unit: 'stores' },
    ],
    notes: [
      ...files.wrong,
      ...markdown.problems,
      ...different,
      'Hostile files: bombs, cycles, foreign ids, prototype fields, ../, duplicates, truncated and broken files, and ZIP archives (bombs, overlaps, false sizes and offsets, encryption, odd names). Each must be refused with a reason and leave no row.',
      `Round trips: random stores (branches, tools, recalls, files, summaries, settings, places) are exported, imported into an empty database and compared row by row. Seed ${seed}.`,
      'Memory = peak growth of the process; of Markdown, its text.',
    ],
  }
}

export const transfer: Bench = {
  name: 'transfer',
  about: 'import(export(x)) = x, hostile files, large exports',
  run,
}
