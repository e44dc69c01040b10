import type { Db } from '@/lib/db/engine/client'
import { assignOps, titleTopicOps } from '@/lib/db/memory/topic-writes'
import { titleKeyOf, topicsIn } from '@/lib/db/memory/topics'
import { findSample, findTrashedSample } from '@/lib/db/transfer/sample'
import { textsById } from '@/lib/db/turns/turn-texts'
import { makeTopicsNow } from '@/lib/jobs/topics/topics'
import { countTokens } from '@/lib/model/tokens'
import { loadSettings, saveSetting } from '@/lib/settings/layers'
import { MnemeError } from '@/lib/shared/errors'
import { groupBy } from '@/lib/shared/group-by'
import { importSample } from '@/lib/transfer/sample'
import type { Owner, Person } from '../caller'
import { undoForget } from '../forget/forget'

export const hasSample = async (db: Db, ownerId: string): Promise<boolean> =>
  (await findSample(db, ownerId)) !== null

/** Imports or restores the prepared conversation, unless it is here. It begins the tour. */
export async function startSample({ db, ownerId, runtime }: Person): Promise<{ conversationId: string }> {
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

/** The sample's topics, with turn numbers. Prepared like its answers, because no model makes them here. */
const SUBJECTS: Record<string, number[]> = {
  'Money and grants': [2, 14, 15, 27, 40],
  Insurance: [5, 6, 13, 17, 21],
  'The hall and its tables': [4, 8, 20, 38],
  'Poster, press and reminders': [9, 10, 22, 36],
  'How long people wait': [11, 12, 34],
  'What people bring to be repaired': [7, 23, 35, 39],
  'Forms and data protection': [18, 25, 26],
  'Volunteers and dates': [1, 3, 16, 19, 24, 37],
  'Getting ready for the opening': [28, 29, 30, 31, 32, 33],
}

/** Gives a topic the name of the subject that most of its turns are about, and all turns about that subject. */
async function nameSampleTopics({ db, ownerId }: Owner, conversationId: string) {
  const rows = await topicsIn(db, ownerId, conversationId)
  const topicOf = new Map(rows.map(({ turnId, topicId }) => [turnId, topicId]))
  const turns = await textsById(db, ownerId, [...topicOf.keys()])
  const ops = [...groupBy(turns, ({ id }) => topicOf.get(id))].flatMap(([topicId, found]) => {
    const isAbout = ([, numbers]: [string, number[]]) =>
      2 * found.filter(({ number }) => numbers.includes(number)).length > found.length
    const [name, numbers] = Object.entries(SUBJECTS).find(isAbout) ?? []
    if (!topicId || !name) return []
    const own = turns.filter(({ number }) => numbers?.includes(number)).map(({ id: turnId }) => turnId)
    const rows = own.map((turnId) => ({ turnId, conversationId, topicId }))
    return [
      ...titleTopicOps(db, ownerId, topicId, titleKeyOf({ turns: own }), name),
      ...assignOps(db, ownerId, rows),
    ]
  })
  await db.$transaction(ops)
}
