import * as stored from '@/lib/db/memory/imported-summaries'
import { costMicros } from '@/lib/model/prices'
import { countTokens } from '@/lib/model/tokens'
import * as prompt from '@/lib/prompts/turn-summary'
import { MnemeError } from '@/lib/shared/errors'
import { limits } from '@/lib/shared/limits'
import type { ImportedSummaries } from '@/lib/shared/transfer/imported-summaries'
import type { Caller } from '../caller'
import { describeProvider } from '../models/provider-settings'
import { priceTable } from '../usage/price-table'

type Asking = Pick<Caller, 'db' | 'ownerId' | 'runtime'>

/** Tokens of a call in addition to the turn's own text. */
function frameTokens(): number {
  const { system, user } = prompt.build({ number: 1_000, userText: '', answer: '', thoughts: [], tools: [] })
  return countTokens(system) + countTokens(user)
}

/**
 * Imported turns whose summary no model wrote, the estimated cost of having one write them, and the progress
 * of earlier requests.
 */
export async function importedSummaries({ db, ownerId }: Asking): Promise<ImportedSummaries> {
  const [{ turns, tokens }, jobs, { roles }, prices] = await Promise.all([
    stored.plainSummaries(db, ownerId),
    stored.summaryJobCounts(db, ownerId),
    describeProvider(db, ownerId),
    priceTable(db, ownerId),
  ])
  const { model, offline } = roles.utility
  const inputTokens = tokens + turns * frameTokens()
  const outputTokens = turns * limits.summary.expectedTokens
  const cost = offline ? null : costMicros(model, { inputTokens, cachedTokens: 0, outputTokens }, prices)
  return { model: offline ? null : model, turns, inputTokens, outputTokens, costMicros: cost, ...jobs }
}

/** Queues a model summary for each, as background jobs. @throws MnemeError unavailable without a model. */
export async function improveImportedSummaries(asking: Asking): Promise<ImportedSummaries> {
  const { db, ownerId, runtime } = asking
  if ((await describeProvider(db, ownerId)).roles.utility.offline)
    throw new MnemeError(
      'unavailable',
      'There is no language model to write them.',
      'Connect a provider in Settings.',
    )
  await stored.clearSummaryJobs(db, ownerId, 'over')
  for (let after = ''; ; ) {
    const ids = await stored.plainTurnIds(db, ownerId, after, limits.jobs.queuedAtOnce)
    const last = ids.at(-1)
    if (!last) break
    await db.$transaction(stored.summaryJobsOps(db, ownerId, ids, runtime.now()))
    after = last
  }
  return importedSummaries(asking)
}

/** Cancels the jobs that have not begun. Finished summaries stay. */
export async function stopImportedSummaries(asking: Asking): Promise<ImportedSummaries> {
  await stored.clearSummaryJobs(asking.db, asking.ownerId, 'waiting')
  return importedSummaries(asking)
}
