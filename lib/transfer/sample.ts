import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { brotliDecompress } from 'node:zlib'
import { z } from 'zod'
import { playbookOf } from '@/lib/db/learning/log/rows'
import { addFacts } from '@/lib/db/transfer/facts'
import { addTrace, traceSchema } from '@/lib/db/transfer/sample'
import { addStrategies } from '@/lib/db/transfer/strategies'
import { DAY_MS } from '@/lib/shared/day'
import { ImportTexts } from './archive/import-texts'
import { readBundle } from './bundle/bundle'
import { writeSample } from './bundle/write-bundle'
import type { WriteDeps } from './formats/write-turns'

/** An export of one conversation, with its trace. Made by `scripts/sample/make.ts`. */
export const SAMPLE_FILE = 'examples/sample.json.br'

const sampleSchema = traceSchema.extend({
  mneme: z.object({ exportedAt: z.iso.datetime() }),
  conversations: z.tuple([z.record(z.string(), z.unknown())]),
  facts: z.array(z.unknown()),
  strategies: z.array(z.unknown()),
})

const readSample = async (): Promise<string> =>
  (await promisify(brotliDecompress)(await readFile(path.resolve(SAMPLE_FILE)))).toString()

const WEEK_MS = 7 * DAY_MS
const moved = (day: string, ms: number) => new Date(Date.parse(day) + ms).toISOString().slice(0, 10)

/** The sample as if it had ended in the last seven days, to the weekday, with new ids. */
function fresh(text: string, now: Date, mark: string, strategyNo: number) {
  const { exportedAt } = sampleSchema.shape.mneme.parse(JSON.parse(text).mneme)
  const ms = Math.floor((now.getTime() - Date.parse(exportedAt)) / WEEK_MS) * WEEK_MS
  return sampleSchema.parse(
    JSON.parse(
      text
        .replace(/\b\d{4}-\d{2}-\d{2}(?=T\d|\b)/g, (day) => moved(day, ms))
        .replace(/_sample(?=\d{16}\b)/g, `_${mark}`)
        .replace(/(?<=ctx_\d+_[0-9a-f]{8})[0-9a-f]{12}/g, mark)
        .replace(
          /\b([a-z]{3,4})-(\d{5})\b/g,
          (_, section: string, no: string) =>
            `${section}-${String(Number(no) + strategyNo).padStart(5, '0')}`,
        ),
    ),
  )
}

/** Stores the sample with strategies of its own. @returns its id, or null if the person has one already. */
export async function importSample(deps: WriteDeps): Promise<string | null> {
  const { db, ownerId, runtime } = deps
  const { strategyNo } = await playbookOf(db, ownerId)
  const mark = runtime.id('s').slice(2).slice(-12)
  const file = fresh(await readSample(), runtime.now(), mark, strategyNo)
  const bundle = await readBundle(file.conversations[0], new ImportTexts(null))
  // Prepared texts called no service, so they cost nothing.
  for (const step of bundle.rows.steps) step.costMicros = 0
  const id = await writeSample(deps, bundle)
  if (id === null) return null
  const same = (ids: string[]) => new Map(ids.map((one) => [one, one]))
  const turnIds = same(bundle.rows.turns.map((turn) => String(turn.id)))
  const around = { turnIds, conversationIds: same([id]), own: true, trusted: true }
  await addFacts(deps, file.facts, around)
  await addStrategies(deps, file.strategies, around)
  await addTrace(db, ownerId, file, bundle.conversation.updatedAt)
  return id
}
