import type { Db } from '@/lib/db/engine/client'
import * as stored from '@/lib/db/memory/imported-work'
import { costMicros } from '@/lib/model/prices'
import { countTokens } from '@/lib/model/tokens'
import * as facts from '@/lib/prompts/facts'
import * as summary from '@/lib/prompts/turn-summary'
import { loadSettings } from '@/lib/settings/layers'
import { MnemeError } from '@/lib/shared/errors'
import { limits } from '@/lib/shared/limits'
import type { ImportedWork, WorkOnImports } from '@/lib/shared/transfer/transfer'
import type { Person } from '../caller'
import { describeProvider } from '../models/provider-settings'
import { priceTable } from '../usage/usage'

/** The prompt of a call without the turn's own text, and the tokens a reply has. */
const CALLS: Record<WorkOnImports, { frame(): { system: string; user: string }; replyTokens: number }> = {
  summaries: {
    frame: () => summary.build({ number: 1_000, userText: '', answer: '', thoughts: [], tools: [] }),
    replyTokens: limits.summary.expectedTokens,
  },
  facts: {
    frame: () => facts.build({ text: '', known: [], before: [], date: '2026-01-01' }),
    replyTokens: limits.facts.expectedTokens,
  },
}

const NONE = { turns: 0, userTokens: 0, answerTokens: 0 }
/** Whether the person wants this work at all. */
const isWanted = async (db: Db, ownerId: string, work: WorkOnImports) =>
  work === 'summaries' || (await loadSettings(db, ownerId, null)).get('facts.enabled').value

/** How many imported turns still need this work, the estimated cost of a model doing it, and the progress. */
export async function importedWork({ db, ownerId }: Person, work: WorkOnImports): Promise<ImportedWork> {
  const isOffered = await isWanted(db, ownerId, work)
  const [{ turns, userTokens, answerTokens }, jobs, { roles }, prices] = await Promise.all([
    isOffered ? stored.countOpenTurns(db, ownerId, work) : NONE,
    stored.importedWorkCounts(db, ownerId, work),
    describeProvider({ db, ownerId }),
    priceTable(db, ownerId),
  ])
  const { model, offline } = roles.utility
  const { frame, replyTokens } = CALLS[work]
  const { system, user } = frame()
  const ownTokens = work === 'summaries' ? userTokens + answerTokens : userTokens
  const inputTokens = ownTokens + turns * (countTokens(system) + countTokens(user))
  const outputTokens = turns * replyTokens
  const cost = offline ? null : costMicros(model, { inputTokens, cachedTokens: 0, outputTokens }, prices)
  return { model: offline ? null : model, turns, inputTokens, outputTokens, costMicros: cost, ...jobs }
}

/** @throws MnemeError unavailable for summaries without a model, and for facts if they are not learned. */
export async function startImportedWork(asking: Person, work: WorkOnImports): Promise<ImportedWork> {
  const { db, ownerId, runtime } = asking
  if (work === 'summaries' && (await describeProvider({ db, ownerId })).roles.utility.offline)
    throw new MnemeError(
      'unavailable',
      'There is no language model to write summaries.',
      'Connect a model in Settings.',
    )
  if (!(await isWanted(db, ownerId, work)))
    throw new MnemeError('unavailable', 'Learning facts is turned off.', 'Turn it on in Settings.')
  await stored.clearImportedWork(db, ownerId, work, 'over')
  for (let after = ''; ; ) {
    const ids = await stored.openTurnIds(db, ownerId, work, after, limits.jobs.queuedAtOnce)
    const last = ids.at(-1)
    if (!last) break
    await db.$transaction(stored.importedWorkOps(db, ownerId, work, ids, runtime.now()))
    after = last
  }
  return importedWork(asking, work)
}

/** Cancels the jobs that have not begun. What is done stays. */
export async function stopImportedWork(asking: Person, work: WorkOnImports): Promise<ImportedWork> {
  await stored.clearImportedWork(asking.db, asking.ownerId, work, 'waiting')
  return importedWork(asking, work)
}
