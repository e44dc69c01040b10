import type { Page } from '@playwright/test'
import { canvasReady, overlappingLabels } from '@/e2e/support/graph'
import { queueTopicJobs } from '@/lib/jobs/topics/topics'
import { Jobs } from '@/lib/jobs/worker'
import { testModels } from '@/lib/model/testing'
import { countTokens } from '@/lib/model/tokens'
import {
  atMost,
  type Bench,
  type BenchOptions,
  type Goal,
  median,
  percentile,
  type Report,
  type Row,
  rounded,
} from '../bench'
import { type Conversation, dataSets } from '../recall/data'
import { fill } from '../recall/load'
import { seedTalk } from '../seed/seed'
import { ensureBuilt } from '../server'
import { inWorkplace, type Workplace } from '../workplace'
import { type Moved, pan, resting, zoom } from './moving'
import { openPage } from './visit'

const SIZES = [10, 200, 3_000]
const VAST = 100_000
const VISITS = 5
const OWNER = 'local'
const FRAME_MS = 17
const REST_MS = 1_000

type Looked = {
  turns: number
  view: string
  times: number[]
  moved: Record<'resting' | 'panning' | 'zooming', Moved>
  labels: number
  overlaps: number
}

const late = (frames: number[]) => frames.filter((ms) => ms > FRAME_MS).length / frames.length
const cpuPerFrame = ({ frames, cpuMs }: Moved) => rounded(cpuMs / frames.length)
const percent = (share: number) => rounded(100 * share)

/** Milliseconds from the navigation to the first frame with the picture and its labels. */
async function timeToDraw(page: Page, url: string): Promise<number> {
  await page.goto(url, { waitUntil: 'commit' })
  await canvasReady(page)
  await page.locator('[data-labels] > [data-label]').first().waitFor()
  return page.evaluate(
    () =>
      new Promise<number>((done) => requestAnimationFrame(() => setTimeout(() => done(performance.now())))),
  )
}

async function look(page: Page, url: string, turns: number, view: string): Promise<Looked> {
  const times: number[] = []
  for (let visit = 0; visit <= VISITS; visit++) times.push(await timeToDraw(page, url))
  const seen = [await overlappingLabels(page)]
  const again = async () => seen.push(await overlappingLabels(page))
  const moved = {
    resting: await resting(page, REST_MS),
    panning: await pan(page),
    zooming: await zoom(page, again),
  }
  return {
    ...{ turns, view, moved, times: times.slice(1) },
    labels: Math.max(...seen.map(({ count }) => count)),
    overlaps: Math.max(...seen.map(({ pairs }) => pairs.length)),
  }
}

/** Does the work that is due on the topics of all owners. */
async function tell({ db, runtime }: Workplace): Promise<void> {
  const { models } = testModels({ provider: 'offline', delayMs: 0 })
  const log = (message: string, fields?: object) => {
    throw new Error(`${message} ${JSON.stringify(fields)}`)
  }
  const deps = { db, runtime, models, countTokens, jobsAfter: () => [], log }
  const jobs = new Jobs({ db, runtime, instanceId: 'bench', depsFor: async () => deps, log })
  await queueTopicJobs({ db, runtime })
  await jobs.tick()
}

/**
 * Stores exactly `turns` turns with their topics: whole conversations of the recall data, again and again while
 * they fit, and one seeded conversation with recalls. @returns the id of the seeded conversation.
 */
async function remember(
  place: Workplace,
  ownerId: string,
  spoken: readonly Conversation[],
  turns: number,
): Promise<string> {
  const seeded = Math.max(1, Math.ceil(turns / 10))
  let left = turns
  for (let copy = 0, before = -1; before !== left; copy++) {
    before = left
    for (const one of spoken) {
      // A turn has at least one message.
      if (one.turns.length > left - seeded) continue
      await fill(place, ownerId, [{ ...one, id: `${one.id} ${copy}` }])
      left = turns - (await place.db.turn.count({ where: { ownerId } }))
    }
  }
  const { conversationId } = await seedTalk(place, {
    ...{ ownerId, turns: left, seed: turns, profile: 'work' },
  })
  await tell(place)
  return conversationId
}

const sized = (turns: number, spoken: Conversation[], { database, say }: BenchOptions) =>
  inWorkplace(database, async (place, opened) => {
    say(`storing ${turns} turns and their topics …`)
    const conversation = await remember(place, OWNER, spoken, turns)
    const { page, url } = await openPage(place, opened)
    const views = { map: '', conversation: `?conversation=${conversation}` }
    const looked: Looked[] = []
    for (const [view, query] of Object.entries(views)) {
      say(`the view ${view} of ${turns} turns …`)
      looked.push(await look(page, `${url}/memory${query}`, turns, view))
    }
    return looked
  })

async function run(options: BenchOptions): Promise<Report> {
  const spoken = dataSets(options.data).flatMap((set) => set.conversations)
  if (spoken.length === 0) throw new Error('There is no recall data. Name a file with --data.')
  ensureBuilt()
  const looked: Looked[] = []
  for (const turns of options.n === null ? SIZES : [options.n])
    looked.push(...(await sized(turns, spoken, options)))
  return report(looked)
}

function report(looked: Looked[]): Report {
  const rows = looked.map(
    ({ turns, view, times, moved, labels, overlaps }): Row => ({
      ...{ turns, view, drawnMs: rounded(median(times)), worstMs: rounded(Math.max(...times)) },
      restLatePc: percent(late(moved.resting.frames)),
      panLatePc: percent(late(moved.panning.frames)),
      panP95Ms: rounded(percentile(moved.panning.frames, 0.95)),
      panCpuMs: cpuPerFrame(moved.panning),
      zoomLatePc: percent(late(moved.zooming.frames)),
      zoomP95Ms: rounded(percentile(moved.zooming.frames, 0.95)),
      zoomCpuMs: cpuPerFrame(moved.zooming),
      ...{ labels, overlaps },
    }),
  )
  const goals = looked.flatMap(({ turns, view, times, moved, overlaps }): Goal[] => [
    ...(view === 'map'
      ? [atMost(`first map of ${turns} turns`, rounded(median(times)), turns < VAST ? 1_000 : 2_000, 'ms')]
      : []),
    atMost(
      `late frames, ${view} of ${turns} turns`,
      percent(late([...moved.panning.frames, ...moved.zooming.frames])),
      3,
      '%',
    ),
    atMost(`overlapping labels, ${view} of ${turns} turns`, overlaps, 0, 'pairs'),
  ])
  return {
    rows,
    goals,
    notes: [
      `Real Chromium without a GPU at 1280 x 800 against a real \`next start\`. drawnMs = from the start of the navigation to the first frame with the picture and its labels, median of ${VISITS} visits after a discarded one.`,
      `late = frames more than ${FRAME_MS} ms after the one before; rest = the same page untouched for a second, which shows how busy the machine is. CpuMs = processor time of the page's main thread for each frame, which other programs do not lengthen. Panning drags the background, zooming turns the wheel. overlaps = pairs of label boxes, the most after opening, zooming in and zooming out.`,
      'view conversation = a seeded one with recalls, at least a tenth of the turns.',
    ],
  }
}

export const map: Bench = {
  name: 'map',
  about: 'first view, frames and labels of the memory map in a real browser, 10 to 3,000 turns',
  run,
}
