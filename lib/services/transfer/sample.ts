import type { Db } from '@/lib/db/engine/client'
import { findSample, findTrashedSample } from '@/lib/db/transfer/sample'
import { makeTopicsNow } from '@/lib/jobs/topics/topics'
import { countTokens } from '@/lib/model/tokens'
import { loadSettings, saveSetting } from '@/lib/settings/layers'
import { MnemeError } from '@/lib/shared/errors'
import { importSample } from '@/lib/transfer/sample'
import type { Caller } from '../caller'
import { undoForget } from '../forget/forget'
import { nameSampleTopics } from './sample-topics'

export const hasSample = async (db: Db, ownerId: string): Promise<boolean> =>
  (await findSample(db, ownerId)) !== null

/**
 * The prepared conversation to explore, imported at once; it begins the tour. The built-in engine answers
 * what is asked in it until a provider is set. If the person has it already, that one is opened; from the
 * trash it is restored.
 */
export async function startSample({
  db,
  ownerId,
  runtime,
}: Pick<Caller, 'db' | 'ownerId' | 'runtime'>): Promise<{ conversationId: string }> {
  const settings = await loadSettings(db, ownerId, null)
  const rollUpEvery = settings.get('rollUp.every').value
  const deps = { db, ownerId, runtime, countTokens, rollUpEvery, importedAt: runtime.now() }
  const trashed = await findTrashedSample(db, ownerId, runtime.now())
  if (trashed && !(await hasSample(db, ownerId))) await undoForget({ db, ownerId, runtime }, trashed)
  const here = await findSample(db, ownerId)
  const nothing = { file: null, signal: undefined, met: new Map(), onTurns: () => {} }
  const conversationId =
    here ?? (await importSample({ ...deps, ...nothing })) ?? (await findSample(db, ownerId))
  if (!conversationId)
    throw new MnemeError('conflict', 'The sample could not be opened.', 'Try again in a few seconds.')
  await makeTopicsNow({ db, runtime }, ownerId, conversationId)
  await nameSampleTopics({ db, ownerId }, conversationId)
  if (settings.get('tour').value === 'off') await saveSetting(db, ownerId, 'user', 'tour', 'chat')
  return { conversationId }
}
