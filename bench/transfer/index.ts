import fc from 'fast-check'
import { testDb } from '@/lib/db/testing'
import { FILES, tryFiles } from '@/lib/transfer/testing-hostile'
import { roundTrip } from '@/lib/transfer/testing-round-trip'
import { drawnStore } from '@/lib/transfer/testing-store'
import type { Bench, Report } from '../bench'
import { rounded } from '../stats'
import { ownExport } from './own-export'

const STORES = 200
const EVERY = 25
const [OWN_TEXTS, OWN_CHARS] = [8_000, 40_000]

/** Stores drawn at random, out and in again. @returns those that came back different, with what differs. */
async function roundTrips(count: number, seed: number, say: (line: string) => void): Promise<string[]> {
  const wrong: string[] = []
  for (const [i, drawn] of fc.sample(drawnStore, { numRuns: count, seed }).entries()) {
    const differs = await roundTrip(drawn)
    if (differs.length) wrong.push(`store ${i + 1}: ${differs.join(', ')}`)
    if ((i + 1) % EVERY === 0) say(`${i + 1} of ${count} stores, ${wrong.length} different`)
  }
  return wrong
}

async function run({ n, say }: Parameters<Bench['run']>[0]): Promise<Report> {
  // Files first: what later parts leave in memory must not hide what these take.
  say(`${FILES.length} hostile files …`)
  const test = await testDb()
  const files = await tryFiles(test)
  await test.close()
  say('an own export with one large conversation …')
  const own = await ownExport(OWN_TEXTS, OWN_CHARS)
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
        what: `own export, one conversation of ${rounded(own.bytes / 1e6)} MB`,
        count: 1,
        wrong: own.added ? 0 : 1,
        seconds: rounded(own.ms / 1_000),
        memoryMB: rounded(own.grew / 1e6),
      },
      { what: 'round trips', count, wrong: different.length, seconds: null, memoryMB: null },
    ],
    goals: [
      { goal: 'hostile files not refused whole', value: files.wrong.length, limit: 0, unit: 'files' },
      { goal: 'hostile files tried', value: FILES.length, limit: 40, unit: 'files', atLeast: true },
      { goal: 'work for all of them', value: rounded(files.ms / 1_000), limit: 5, unit: 's' },
      { goal: 'memory for all of them', value: rounded(files.bytes / 1e6), limit: 300, unit: 'MB' },
      { goal: 'memory for a large own export', value: rounded(own.grew / 1e6), limit: 300, unit: 'MB' },
      { goal: 'stores that came back different', value: different.length, limit: 0, unit: 'stores' },
    ],
    notes: [
      ...files.wrong,
      ...different,
      'Hostile files: bombs, circles, foreign ids, prototype fields, ../, duplicates, cut and broken files, and ZIP archives (bombs, overlaps, lies about sizes and places, encryption, odd names); each must be refused with its reason and leave no row. Work = time of the processor.',
      `Round trips: stores drawn at random (branches, tools, recalls, files, summaries, settings, places), exported, imported into an empty database, and compared row by row. Seed ${seed}.`,
      'Memory = the most that the process grew.',
    ],
  }
}

export const transfer: Bench = {
  name: 'transfer',
  about: 'import(export(x)) = x, hostile files, large exports',
  run,
}
