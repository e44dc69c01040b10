import { attachmentsOf } from '@/lib/agent/prompt/attachments'
import { commitCalls } from '@/lib/agent/step/background-step'
import type { AgentDeps } from '@/lib/agent/turn-state'
import { changeOps } from '@/lib/db/engine/changes'
import type { Batch, Db } from '@/lib/db/engine/client'
import { learnOps } from '@/lib/db/learning/learn'
import { playbookOf } from '@/lib/db/learning/log/revision'
import { dropVerdictOps, verdictOps } from '@/lib/db/learning/verdicts'
import { titleOps } from '@/lib/db/turns/conversations'
import { rememberedOps, turnsBefore, unchangedOps } from '@/lib/db/turns/follow-ups'
import { finishJobOps, type Job, jobOps, NOTES, notesPayload, progressOps } from '@/lib/db/turns/jobs'
import { isForgotten, type Turn } from '@/lib/db/turns/turns'
import { isCorrection } from '@/lib/heuristics/correction'
import { isSmallTalk } from '@/lib/heuristics/question'
import { summariseExtractively } from '@/lib/heuristics/summarise'
import { modelTitle } from '@/lib/heuristics/titles/model-title'
import { ratingOf, verdictOfPerson } from '@/lib/learning/trajectory'
import { modelSummaryOps } from '@/lib/memory/summaries/summaries'
import { type Notes, notesDone } from '@/lib/prompts/turn-notes'
import { MnemeError } from '@/lib/shared/errors'
import { limitsOfLearning as limits } from '@/lib/shared/limits/learning'
import { summaryWithImages } from '@/lib/shared/turn/images'
import { endJob, isOfEarlierAttempt, type JobKind, keyOfAttempt, turnJob } from '../kind'
import { CONSOLIDATE, consolidationDue } from '../learning/consolidation'
import { summarise, summaryInput } from '../summaries/summary'
import { type Asked, askNotes } from './ask-notes'
import { learnedBy } from './lessons-noted'
import { type Scene, sceneOf } from './scene'
import { turnsBehind } from './shown-lines'

const summariseAlone = summarise({ mustSucceed: false })
const isSettled = (turn: Turn) => turn.status !== 'queued' && turn.status !== 'running' && !isForgotten(turn)

/**
 * Notes on a turn, by one call: facts that the person stated, a summary, how it went, what it teaches, a title.
 * A simple turn is only read for facts. What a reply lacks stays owed until the last try.
 */
export const notes: JobKind = {
  name: NOTES,
  after: keyOfAttempt,
  run: async (deps, job, signal) => {
    const { only } = notesPayload.parse(job.payload)
    if (only === 'summary') return summariseAlone(deps, job, signal)
    return turnJob(async (_, __, turn) => {
      if (!isSettled(turn) || isOfEarlierAttempt(job, turn)) return endJob(deps, job)
      const scene = await sceneOf(deps, turn, only)
      const done = notesDone(job.progress)
      const parts = scene.parts.filter((part) => !done.includes(part))
      const asked = await askNotes(deps, job, scene, parts, signal)
      const unread = parts.filter((part) => part !== 'facts' && !asked.notes[part])
      const isOwed = unread.length > 0 && !asked.given
      if (unread.length > 0) deps.log('notes on a turn lack parts', { turnId: turn.id, unread, owed: isOwed })
      const read = scene.parts.filter((part) => !unread.includes(part))
      await commit(deps, job, scene, asked, {
        end: isOwed ? progressOps(deps.db, job, { done: read }) : finishJobOps(deps.db, job),
        readsFacts: scene.facts !== null && !done.includes('facts') && !isSmallTalk(turn.userText),
        isFallback: !isOwed && unread.includes('summary'),
        follows: !isOwed && !only,
      })
      if (isOwed)
        throw new MnemeError(
          'provider_garbled',
          `The notes lack ${unread.join(' and ')}.`,
          'Try another model.',
        )
    })(deps, job, signal)
  },
}

type Ending = { end: Batch; readsFacts: boolean; isFallback: boolean; follows: boolean }

/**
 * Writes everything in one transaction. It writes nothing if the turn was tried again meanwhile, or it or
 * another source was forgotten.
 */
async function commit(
  deps: AgentDeps,
  job: Job,
  scene: Scene,
  { notes, calls }: Asked,
  { end, readsFacts, isFallback, follows }: Ending,
): Promise<void> {
  const { db } = deps
  const { turn } = scene
  let refused: string[] = []
  await commitCalls(
    deps,
    calls,
    async () => {
      const mayLearn = scene.learns && !(await isRatedSince(db, scene))
      const learns = mayLearn ? await learningOps(deps, job, scene, notes) : null
      refused = learns?.refused ?? []
      return [
        ...end,
        ...unchangedOps(db, turn),
        ...(readsFacts ? await factOps(scene, notes) : []),
        ...(await summaryOps(deps, scene, notes, isFallback)),
        ...titleWrites(deps, scene, notes),
        ...(learns?.writes ?? []),
        ...(follows && scene.learns ? await nextJobs(deps, job, turn) : []),
      ]
    },
    limits.tries,
  )
  if (refused.length) deps.log('a lesson was refused', { turnId: turn.id, reasons: refused })
}

/** Whether the person has rated the answer while the model was asked. The job of that rating judges the turn. */
const isRatedSince = async (db: Db, { turn, person }: Scene) =>
  verdictOfPerson(await ratingOf(db, turn))?.label !== person?.label

/** Without a model, or if it gave none, the rules find facts. */
async function factOps({ facts, seen, lines, lessons }: Scene, notes: Notes): Promise<Batch> {
  if (!facts) return []
  // No fact is made of these: the person did not say them, and a lesson may have words of a file.
  const results = [...seen.tools.map(({ result }) => result), ...lessons.map(({ text }) => text)]
  if (notes.facts) return facts.ops(facts.found(notes.facts.facts, results), 'model', lines)
  return facts.ops(await facts.byRules(), 'patterns')
}

async function summaryOps(deps: AgentDeps, scene: Scene, notes: Notes, isFallback: boolean): Promise<Batch> {
  const { db, countTokens } = deps
  const { turn, work, own, lines } = scene
  const write = (text: NonNullable<Notes['summary']>, status: 'model' | 'fallback', others: string[]) =>
    modelSummaryOps(
      db,
      turn.ownerId,
      turn.id,
      summaryWithImages(text, attachmentsOf(turn)),
      countTokens,
      status,
      others,
    )
  if (isFallback) return write(summariseExtractively(await summaryInput(deps, turn, work)), 'fallback', [])
  const said = notes.summary
  const others = said ? turnsBehind([said.summary, ...said.insights].join(' '), own, lines) : null
  if (!said || !others) return []
  return [...rememberedOps(db, turn.ownerId, others), ...(await write(said, 'model', others))]
}

/** A title has only words of its turn: nothing says where it comes from. */
function titleWrites({ db }: AgentDeps, { turn, title, own, lines }: Scene, notes: Notes): Batch {
  const words = modelTitle(notes.title?.title ?? '')
  if (!words || title === null || turnsBehind(words, own, lines)?.length !== 0) return []
  const { ownerId, conversationId } = turn
  return [
    ...titleOps(db, ownerId, conversationId, words, title),
    ...changeOps(db, ownerId, [{ kind: 'conversation', refId: conversationId, op: 'put' }]),
  ]
}

async function learningOps(deps: AgentDeps, job: Job, scene: Scene, notes: Notes) {
  const { db, runtime } = deps
  const { turn, before } = scene
  const { ownerId } = turn
  const playbook = await playbookOf(db, ownerId)
  const { verdict, heard, changes, refused } = await learnedBy(deps, scene, notes)
  const learner = {
    ...{ by: verdict?.by ?? 'person', groupId: job.id, turnId: turn.id, at: runtime.now() },
    newId: () => runtime.id('str'),
  }
  const learned = await learnOps(db, ownerId, changes, learner, playbook)
  const isTakenBack = !verdict && before?.by === 'person'
  return {
    refused: [...refused, ...learned.rejected.map(({ change, reason }) => `${change.op}: ${reason}`)],
    writes: [
      ...(verdict
        ? rememberedOps(db, ownerId, [...heard, ...changes.flatMap(({ wording = [] }) => wording)])
        : []),
      ...learned.writes,
      ...(verdict ? verdictOps(db, ownerId, turn.id, verdict, heard) : []),
      ...(isTakenBack ? dropVerdictOps(db, ownerId, turn.id) : []),
      ...(verdict || isTakenBack
        ? changeOps(db, ownerId, [{ kind: 'status', refId: turn.id, op: 'put' }])
        : []),
    ],
  }
}

/** A consolidation, if it is due, and the turns that this one's message corrects, which are judged again. */
async function nextJobs({ db, runtime }: AgentDeps, job: Job, turn: Turn): Promise<Batch> {
  const { ownerId } = turn
  const before = await turnsBefore(db, ownerId, turn, limits.followUps)
  const [last] = before
  const corrected = last && isCorrection(turn.userText, last.answer) ? before : []
  const jobs = [
    ...((await consolidationDue(db, ownerId))
      ? [{ kind: CONSOLIDATE, key: job.key, payload: { turnId: turn.id } }]
      : []),
    ...corrected.map(({ id: turnId }) => ({
      kind: NOTES,
      key: `${turnId}.after.${turn.id}.${turn.attempt}`,
      payload: { turnId, only: 'learning' },
    })),
  ]
  return jobOps(
    db,
    ownerId,
    jobs.map((one) => ({ ...one, id: runtime.id('job') })),
    runtime.now(),
  )
}
