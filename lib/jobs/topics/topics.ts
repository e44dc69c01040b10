import type { AgentDeps } from '@/lib/agent/turn-state'
import { changeOps, changesTo, memoryRev } from '@/lib/db/engine/changes'
import type { Batch, Db } from '@/lib/db/engine/client'
import { countTurns } from '@/lib/db/memory/map'
import {
  assignments,
  assignOps,
  newTurns,
  ownersWithChanges,
  recallPairs,
  replaceTopicsOps,
  saveAssignments,
  topicStateOps,
  warmTopicOps,
} from '@/lib/db/memory/topic-writes'
import {
  awaitsModel,
  isTitledByPerson,
  type TopicLink,
  type TopicSource,
  type TopicState,
  topicRows,
  topicSource,
  topicState,
  topicsOfTurns,
  topicWords,
  turnsTrashedSince,
} from '@/lib/db/memory/topics'
import { titlesOf } from '@/lib/db/turns/conversations'
import { clearDoneOps, finishJobOps, type Job, jobOps, otherRunning, postponeJob } from '@/lib/db/turns/jobs'
import { type TurnText, textPages, textsById } from '@/lib/db/turns/turn-texts'
import { indexesReady } from '@/lib/memory/index/load/owner-index'
import { makeTopics } from '@/lib/memory/topics/make-topics'
import { fits, Vocabulary } from '@/lib/memory/topics/topic-assigner'
import { pacer } from '@/lib/shared/breath'
import { limitsOfTopics as limits } from '@/lib/shared/limits/topics'
import { OTHER_TOPIC } from '@/lib/shared/memory/map'
import type { JobKind } from '../kind'
import { TOPIC_NAMES } from './topic-names'

export const TOPICS = 'topics'

/**
 * Assigns new turns to topics. Topics are made once there are enough turns. They are made anew when memory has
 * grown or shrunk a lot (`limits.outgrown`), and when the person has enough turns to replace the sample's. In
 * between they keep their words and turns: new topics are added after enough changes, and words that no
 * remaining turn says are removed after forgetting.
 */
export const topics: JobKind = {
  name: TOPICS,
  priority: 'background',
  run: async (deps, job, signal) => {
    const { db, runtime } = deps
    const { ownerId } = job
    if (await otherRunning(db, job)) return postponeJob(db, job, new Date(runtime.now().getTime() + 1_000))
    const rev = await memoryRev(db, ownerId)
    const [state, source] = await Promise.all([topicState(db, ownerId), topicSource(db, ownerId)])
    if (!state?.madeAt) {
      if ((await countTurns(db, ownerId, limits.leastTurns)) < limits.leastTurns)
        return commit(db, job, topicStateOps(db, ownerId, { seenRev: rev }))
      return make(deps, { ownerId, job }, rev, signal, source, null)
    }
    const fresh = await newTurns(db, ownerId, state.seenRev)
    const most = Math.max(limits.leastChanged, state.turns * limits.changedShare)
    const hasGrown = state.changed + fresh.length >= most
    if (hasGrown || source.isNew || (await turnsTrashedSince(db, ownerId, state.madeRev)))
      return make(deps, { ownerId, job }, rev, signal, source, source.isNew ? null : { ...state, hasGrown })
    return assign(db, job, rev, source, state, fresh)
  },
}

async function commit(db: Db, job: Job | null, writes: Batch): Promise<void> {
  await db.$transaction([...(job ? [...finishJobOps(db, job), ...clearDoneOps(db, job)] : []), ...writes])
}

/** Makes the topics of a conversation that was just added, if topics are made of it, without waiting for a job. */
export async function makeTopicsNow(
  { db, runtime }: Pick<AgentDeps, 'db' | 'runtime'>,
  ownerId: string,
  conversationId: string,
): Promise<void> {
  const rev = await memoryRev(db, ownerId)
  const source = await topicSource(db, ownerId)
  if (!source.has(conversationId) || (await topicState(db, ownerId))?.seenRev === rev) return
  await make({ db, runtime }, { ownerId, job: null }, rev, NEVER, source, null)
}
const NEVER = new AbortController().signal

async function assign(
  db: Db,
  job: Job,
  rev: number,
  source: TopicSource,
  state: TopicState,
  fresh: string[],
) {
  const { ownerId } = job
  if (fresh.length === 0) return commit(db, job, topicStateOps(db, ownerId, { seenRev: rev }))
  const vocabulary = new Vocabulary(await topicWords(db, ownerId))
  const terms = new Map((await topicRows(db, ownerId)).map((topic) => [topic.id, topic.terms]))
  const turns = await textsById(db, ownerId, fresh)
  const rows = turns.map(({ id: turnId, conversationId, ...turn }) => {
    const found = vocabulary.assign(turn)
    const isAbout = fits(found, terms.get(found.topic ?? '') ?? [])
    return { turnId, conversationId, topicId: isAbout && source.has(conversationId) ? found.topic : null }
  })
  const own = new Map(rows.map(({ turnId, topicId }) => [turnId, topicId]))
  const topicsOf = async (ids: string[]) => new Map([...(await topicsOfTurns(db, ownerId, ids)), ...own])
  const recalls = await topicRecalls(db, ownerId, fresh, topicsOf)
  const links = withRecalls(state.links, recalls.links)
  const changed = rows.filter(({ conversationId }) => source.has(conversationId)).length
  const topicIds = rows.map(({ topicId }) => topicId ?? OTHER_TOPIC)
  return commit(db, job, [
    ...assignOps(db, ownerId, rows),
    ...topicStateOps(db, ownerId, { seenRev: rev, changed: state.changed + changed, links }),
    ...[...recalls.topics].flatMap(([id, { recalls, recalledAt }]) =>
      warmTopicOps(db, ownerId, id, recalls, recalledAt),
    ),
    ...changedOps(db, ownerId, topicIds),
  ])
}

const changedOps = (db: Db, ownerId: string, topicIds: readonly string[]) =>
  changeOps(db, ownerId, changesTo('topic', 'put', topicIds))

/**
 * Makes the topics from all turns of their source: anew, or from those that a `state` keeps. Assignments are
 * written in short pieces before the topics are replaced.
 */
async function make(
  { db, runtime, models }: Pick<AgentDeps, 'db' | 'runtime'> & Partial<Pick<AgentDeps, 'models'>>,
  { ownerId, job }: { ownerId: string; job: Job | null },
  rev: number,
  signal: AbortSignal,
  source: TopicSource,
  state: (TopicState & { hasGrown: boolean }) | null,
) {
  const pace = pacer(undefined, limits.restMs)
  const step = () => {
    signal.throwIfAborted()
    return pace()?.then(indexesReady)
  }
  const began = (await topicState(db, ownerId))?.madeAt?.getTime()
  const [known, assigned] = [await topicRows(db, ownerId), await assignments(db, ownerId)]
  const earlier = source.isNew ? [] : known
  const total = (await countTurns(db, ownerId)) - source.others.length
  const isAnew = !state || isOutgrown(state, total)
  const made = await makeTopics({
    pages: () => turnPages(db, ownerId, source),
    total,
    earlier: {
      topics: earlier,
      topicOf: source.isNew ? new Map() : assigned,
      words: isAnew ? [] : await topicWords(db, ownerId),
    },
    hasGrown: state?.hasGrown ?? true,
    newId: () => runtime.id('topic'),
    titlesOf: (ids) => titlesOf(db, ownerId, ids),
    textsOf: (ids) => textsById(db, ownerId, ids),
    pace: step,
  })
  // The sample brings named topics of its own. If it was opened meanwhile, these must not replace them.
  if ((await topicState(db, ownerId))?.madeAt?.getTime() !== began)
    return job ? postponeJob(db, job, new Date(runtime.now().getTime() + 1_000)) : undefined
  const { topicOf, conversationOf } = made
  for (const { id, conversationId } of source.others) {
    topicOf.set(id, null)
    conversationOf.set(id, conversationId)
  }
  const rows = [...topicOf].flatMap(([turnId, topicId]) =>
    assigned.get(turnId) === topicId
      ? []
      : [{ turnId, topicId, conversationId: conversationOf.get(turnId) ?? '' }],
  )
  const lost = [...assigned.keys()].filter((id) => !topicOf.has(id))
  await saveAssignments(db, ownerId, rows, lost)
  const recalls = await topicRecalls(db, ownerId, [...topicOf.keys()], async () => topicOf)
  // Read again: making topics may take minutes, in which the person may rename one.
  const before = new Map((await topicRows(db, ownerId)).map((topic) => [topic.id, topic]))
  const kept = made.topics.map((topic) => {
    const warmth = recalls.topics.get(topic.id) ?? { recalls: 0, recalledAt: null }
    const { titleKey = '', title = '' } = before.get(topic.id) ?? {}
    const isKept = titleKey === topic.titleKey || isTitledByPerson({ titleKey })
    return { ...topic, ...warmth, ...(isKept ? { titleKey, title } : { title: '' }) }
  })
  const ties = made.ties.map((tie) => ({ ...tie, recalled: 0 }))
  const gone = known.filter(({ id }) => !kept.some((topic) => topic.id === id))
  const changed = [...kept, ...gone].map(({ id }) => id)
  const names = { id: runtime.id('job'), kind: TOPIC_NAMES, key: String(rev), payload: {} }
  const isUnnamed = kept.some(awaitsModel) && models?.describe('utility').offline === false
  await commit(db, job, [
    ...replaceTopicsOps(db, ownerId, kept),
    ...topicStateOps(db, ownerId, {
      ...{ madeAt: runtime.now(), madeRev: rev, seenRev: rev, changed: 0 },
      turns: isAnew ? topicOf.size - source.others.length : state.turns,
      ...{ words: made.words, names: made.names, links: withRecalls(ties, recalls.links) },
    }),
    ...(isUnnamed ? jobOps(db, ownerId, [names], runtime.now()) : []),
    ...changedOps(db, ownerId, changed),
  ])
}

/** Whether memory has grown or shrunk so much that its topics are made anew. */
const isOutgrown = ({ turns }: TopicState, now: number) =>
  now >= turns * limits.outgrown || now * limits.outgrown <= turns

async function* turnPages(db: Db, ownerId: string, source: TopicSource): AsyncGenerator<TurnText[]> {
  for await (const page of textPages(db, ownerId, limits.page))
    yield page.filter(({ conversationId }) => source.has(conversationId))
}

/** Asks for a look at the topics of everyone whose turns changed: by answers, imports, forgetting or undo. */
export async function queueTopicJobs({ db, runtime }: Pick<AgentDeps, 'db' | 'runtime'>): Promise<void> {
  for (const { id: ownerId, rev } of await ownersWithChanges(db, TOPICS)) {
    const job = { id: runtime.id('job'), kind: TOPICS, key: String(rev), payload: {} }
    await db.$transaction(jobOps(db, ownerId, [job], runtime.now()))
  }
}

/** How many of these turns recalled what, by topic; `links` by `FROM TO`. */
async function topicRecalls(
  db: Db,
  ownerId: string,
  turnIds: readonly string[],
  topicsOf: (turnIds: string[]) => Promise<ReadonlyMap<string, string | null>>,
) {
  const pairs = await recallPairs(db, ownerId, turnIds)
  const topicOf = await topicsOf(pairs.flatMap(({ from, to }) => [from, to]))
  const links = new Map<string, number>()
  const topics = new Map<string, { recalls: number; recalledAt: Date }>()
  const counted = new Set<string>()
  for (const { from, to, at } of pairs) {
    const [asking, found] = [topicOf.get(from), topicOf.get(to)]
    if (!found) continue
    const known = topics.get(found)
    const recalledAt = known && known.recalledAt > at ? known.recalledAt : at
    // An answer that recalled several turns of a topic counts once.
    const once = counted.has(`${from} ${found}`) ? 0 : 1
    counted.add(`${from} ${found}`)
    topics.set(found, { recalls: once + (known?.recalls ?? 0), recalledAt })
    if (!asking || asking === found) continue
    const key = `${asking} ${found}`
    links.set(key, (links.get(key) ?? 0) + once)
  }
  return { links, topics }
}

function withRecalls(links: readonly TopicLink[], recalls: ReadonlyMap<string, number>): TopicLink[] {
  const found = new Map(links.map((link) => [`${link.from} ${link.to}`, link]))
  for (const [key, recalled] of recalls) {
    const [from = '', to = ''] = key.split(' ')
    const known = found.get(key) ?? { from, to, ties: 0, recalled: 0 }
    found.set(key, { ...known, recalled: known.recalled + recalled })
  }
  return [...found.values()]
}
