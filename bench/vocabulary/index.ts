import { spawn } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { openBulk } from '@/lib/db/testing-bulk'
import { forkPath } from '@/lib/db/turns/path'
import { bundle } from '@/scripts/bundle.mjs'
import type { Bench, Report, Row } from '../bench'
import { root } from '../http/child'
import { percentile, rounded } from '../stats'
import { openWorkplace, type Workplace } from '../workplace'
import { KINDS, type Kind, sentences, type Turn, turnsOf } from './texts'

const CHARS = 28_000_000
/** A few lines, and a pasted file. */
const SIZES = [2_000, 200_000]
const LOOKED_FOR = 12
const OWNER = 'local'
const TURNS = 400
const PAGE_CHARS = 4_000_000

/** One row per turn, because importing so much takes minutes and is measured elsewhere. */
async function seed({ db, url }: Workplace, turns: Iterable<Turn>): Promise<number> {
  await db.user.create({ data: { id: OWNER, createdAt: new Date() } })
  const bulk = await openBulk(url)
  let [made, chars, rows]: [number, number, Record<string, unknown>[]] = [0, 0, []]
  for (const { userText, answer } of turns) {
    const [talk, number] = [`talk_${Math.floor(made / TURNS)}`, (made % TURNS) + 1]
    const at = new Date(Date.UTC(2030, 0, 1) + made * 60_000)
    if (number === 1) {
      const about = { title: talk, origin: 'import', createdAt: at, updatedAt: at, activeLeafId: null }
      await bulk.insert('Conversation', [{ id: talk, ownerId: OWNER, ...about }])
      const path = forkPath([], 0, `${talk}_b`)
      await bulk.insert('Branch', [{ id: `${talk}_b`, ownerId: OWNER, conversationId: talk, path }])
    }
    rows.push({
      id: `${talk}_${number}`,
      ownerId: OWNER,
      conversationId: talk,
      branchId: `${talk}_b`,
      number,
      parentId: number > 1 ? `${talk}_${number - 1}` : null,
      clientMessageId: `${made}`,
      status: 'completed',
      attempt: 1,
      userText,
      answer,
      attachments: [],
      options: {},
      tainted: false,
      userTokens: 1,
      answerTokens: 1,
      toolTokens: 0,
      contextTokens: 1,
      createdAt: at,
    })
    made += 1
    chars += userText.length
    if (chars < PAGE_CHARS) continue
    await bulk.insert('Turn', rows)
    chars = 0
    rows = []
  }
  await bulk.insert('Turn', rows)
  await bulk.close()
  return made
}

type Took = { ms: number; cpu: number }
type Said = Record<'cold' | 'filled' | 'searches' | 'recalls', Took[]> & {
  building: number
  asking: number
  maxRss: number
  wrong: string[]
}
/** In its own process, to measure its memory. */
async function searched(place: Workplace, lookedFor: { words: string[]; codes: string[] }): Promise<Said> {
  const file = path.join(place.folder, 'looked-for.json')
  writeFileSync(file, JSON.stringify(lookedFor))
  const child = spawn(process.execPath, [await bundle('bench/vocabulary/child.ts'), place.url, file], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let said = ''
  for await (const piece of child.stdout) said += piece
  return JSON.parse(said) as Said
}

/** Long enough to be unique. */
const LONG_WORD = /[0-9a-zA-Z]{10,}/g
function* noting(turns: Iterable<Turn>, codes: string[]): Generator<Turn> {
  let [at, wanted] = [0, 1]
  for (const turn of turns) {
    const code = turn.userText.slice(-400).match(LONG_WORD)?.at(-1)
    if (code && ++at === wanted && codes.length < LOOKED_FOR) {
      codes.push(code)
      wanted *= 2
    }
    yield turn
  }
}

type Measured = { row: Row; said: Said }
async function measure(kind: Kind, chars: number, each: number): Promise<Measured> {
  const place = await openWorkplace()
  try {
    const about = sentences(LOOKED_FOR)
    const codes: string[] = []
    const said = about.map((one) => one.text)
    const turns = await seed(place, noting(turnsOf(kind, chars, each, said), codes))
    const got = await searched(place, { words: about.map((one) => one.word), codes })
    const p95 = (of: 'searches' | 'recalls', unit: keyof Took) =>
      rounded(
        percentile(
          got[of].map((one) => one[unit]),
          0.95,
        ),
      )
    const [cold, filled] = [got.cold[0], got.filled[0]]
    const row = {
      memory: kind.name,
      turns,
      coldMs: rounded(cold?.cpu ?? 0),
      filledMs: rounded(filled?.cpu ?? 0),
      searchMs: p95('searches', 'cpu'),
      wallMs: p95('searches', 'ms'),
      recallMs: p95('recalls', 'cpu'),
      buildBlockMs: rounded(got.building),
      blockMs: rounded(got.asking),
      rssMB: rounded(got.maxRss / 1e6),
      wrong: got.wrong.length,
    }
    return { row, said: got }
  } finally {
    await place.close()
  }
}

async function run({ n, say }: Parameters<Bench['run']>[0]): Promise<Report> {
  const chars = n === null ? CHARS : n * 1_000
  const measured: Measured[] = []
  for (const kind of KINDS)
    for (const each of SIZES) {
      const one = await measure(kind, chars, each)
      say(JSON.stringify(one.row))
      measured.push(one)
    }
  const rows = measured.map((one) => one.row)
  const worst = (of: string) => Math.max(...rows.map((row) => Number(row[of])))
  return {
    rows,
    goals: [
      { goal: 'search p95, worst', value: worst('searchMs'), limit: 300, unit: 'ms' },
      { goal: 'recall p95, worst', value: worst('recallMs'), limit: 300, unit: 'ms' },
      {
        goal: 'longest block while the index is built',
        value: worst('buildBlockMs'),
        limit: 100,
        unit: 'ms',
      },
      { goal: 'longest block during a search', value: worst('blockMs'), limit: 100, unit: 'ms' },
      { goal: 'process memory', value: worst('rssMB'), limit: 600, unit: 'MB' },
      { goal: 'words and codes not found', value: worst('wrong'), limit: 0, unit: 'words' },
    ],
    notes: [
      `Memories of ${chars / 1e6} MB in turns of ${SIZES.join(' and ')} characters; each is searched in its own process, over all kinds. Times are CPU time except wallMs. coldMs: the first search; filledMs: until nothing is partial; then words as typed, and codes from the texts.`,
      ...measured.flatMap(({ row, said }) =>
        said.wrong.length ? [`${row.memory}, ${row.turns} turns: ${said.wrong.join(', ')}`] : [],
      ),
    ],
  }
}

export const vocabulary: Bench = {
  name: 'vocabulary',
  about: 'searches of memories full of logs, hashes and other unique words (--n KILOBYTES)',
  run,
}
