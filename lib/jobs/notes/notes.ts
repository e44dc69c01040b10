import { commitCalls, cutShort } from '@/lib/agent/step/ledger'
import type { AgentDeps, Background } from '@/lib/agent/turn-state'
import { changeOps } from '@/lib/db/engine/changes'
import type { Batch, Db } from '@/lib/db/engine/client'
import { learnOps } from '@/lib/db/learning/learn'
import { playbookOf } from '@/lib/db/learning/log/rows'
import { dropVerdictOps, verdictOps } from '@/lib/db/learning/verdicts'
import { titleOps } from '@/lib/db/turns/conversations'
import { rememberedOps, turnsBefore, unchangedOps } from '@/lib/db/turns/follow-ups'
import { finishJobOps, type Job, jobOps, NOTES, notesPayload, progressOps } from '@/lib/db/turns/jobs'
import { isForgotten, type Turn } from '@/lib/db/turns/turns'
import { isCorrection } from '@/lib/heuristics/correction'
import { isSmallTalk } from '@/lib/heuristics/question'
import { summariseExtractively } from '@/lib/heuristics/summarise'
import { edgesOf } from '@/lib/heuristics/text/edges'
import { ownProse } from '@/lib/heuristics/text/own-prose'
import { modelTitle } from '@/lib/heuristics/titles/model-title'
import { ratingOf, verdictOfPerson } from '@/lib/learning/trajectory'
import { modelSummaryOps } from '@/lib/memory/summaries/summaries'
import { finishedParts } from '@/lib/model/call/separate/json-extract'
import * as factsPrompt from '@/lib/prompts/facts'
import { parse } from '@/lib/prompts/fence'
import * as prompt from '@/lib/prompts/turn-notes'
import { type Notes, notesDone } from '@/lib/prompts/turn-notes'
import { MnemeError } from '@/lib/shared/errors'
import { limits } from '@/lib/shared/limits'
import { limitsOfLearning } from '@/lib/shared/limits/learning'
import { attachmentsOf } from '@/lib/shared/schemas'
import { summaryWithImages } from '@/lib/shared/turn/images'
import { askModel } from '../ask-model'
import { endJob, isOfEarlierAttempt, type JobKind, keyOfAttempt, turnJob } from '../kind'
import { CONSOLIDATE, consolidationDue } from '../learning/consolidation'
import { summarise, summaryInput } from '../summaries/summary'
import { learnedBy } from './lessons-noted'
import { type NotesScene, notesScene } from './scene'
import { turnsBehind } from './shown-lines'

const isSettled = (turn: Turn) => turn.status !== 'queued' && turn.status !== 'running' && !isForgotten(turn)

/**
 * Notes on a turn, by one call: facts that the person stated, a summary, how it went, what it teaches, a title.
 * A simple turn is only read for facts. What a reply lacks stays owed until the last try.
 */
export const notes: JobKind = {
  name: NOTES,
  after: keyOfAttempt,
  run: (deps, job, signal) =>
    notesPayload.parse(job.payload).only === 'summary'
      ? summarise(deps, job, signal)
      : writeNotes(deps, job, signal),
}

/**
 * Writes everything in one transaction. It writes nothing if the turn was tried again meanwhile, or it or
 * another source was forgotten.
 */
const writeNotes = turnJob(async (deps, job, turn, signal) => {
  const { db, log } = deps
  const { only } = notesPayload.parse(job.payload)
  if (!isSettled(turn) || isOfEarlierAttempt(job, turn)) return endJob(deps, job)
  const scene = await notesScene(deps, turn, only)
  const done = notesDone(job.progress)
  const parts = scene.parts.filter((part) => !done.includes(part))
  const { notes, calls, given } = await askNotes(deps, job, scene, parts, signal)
  const unread = parts.filter((part) => part !== 'facts' && !notes[part])
  const isOwed = unread.length > 0 && !given
  if (unread.length > 0) log('notes on a turn lack parts', { turnId: turn.id, unread, owed: isOwed })
  const read = scene.parts.filter((part) => !unread.includes(part))
  const readsFacts = !done.includes('facts') && !isSmallTalk(turn.userText)
  let refused: string[] = []
  const writes = async () => {
    const mayLearn = scene.learns && !(await isRatedSince(db, scene))
    const learns = mayLearn ? await learningOps(deps, job, scene, notes) : null
    refused = learns?.refused ?? []
    return [
      ...(isOwed ? progressOps(db, job, { done: read }) : finishJobOps(db, job)),
      ...unchangedOps(db, turn),
      ...(readsFacts ? await factOps(scene, notes) : []),
      ...(await summaryOps(deps, scene, notes, !isOwed && unread.includes('summary'))),
      ...titleWrites(deps, scene, notes),
      ...(learns?.writes ?? []),
      ...(!isOwed && !only && scene.learns ? await nextJobs(deps, job, turn) : []),
    ]
  }
  await commitCalls(deps, calls, writes, limitsOfLearning.tries)
  if (refused.length) log('a lesson was refused', { turnId: turn.id, reasons: refused })
  if (!isOwed) return
  const lacking = `The notes lack ${unread.join(' and ')}.`
  throw new MnemeError('provider_garbled', lacking, 'Try another model.')
})

/** Whether the person has rated the answer while the model was asked. The job of that rating judges the turn. */
const isRatedSince = async (db: Db, { turn, person }: NotesScene) =>
  verdictOfPerson(await ratingOf(db, turn))?.label !== person?.label

/** Without a model, or if it gave none, the rules find facts. */
async function factOps({ facts, seen, lines, lessons }: NotesScene, notes: Notes): Promise<Batch> {
  if (!facts) return []
  // No fact is made of these: the person did not say them, and a lesson may have words of a file.
  const results = [...seen.tools.map(({ result }) => textIn(result)), ...lessons.map(({ text }) => text)]
  if (notes.facts) return facts.ops(facts.found(notes.facts.facts, results), 'model', lines)
  return facts.ops(await facts.byRules(), 'patterns')
}

/** What a result quotes, without the heads of its items. */
function textIn(result: string): string {
  const items = parse(result).flatMap(({ items }) => items)
  return items.length ? items.map(({ text }) => text).join('\n') : result
}

async function summaryOps(
  deps: AgentDeps,
  scene: NotesScene,
  notes: Notes,
  isFallback: boolean,
): Promise<Batch> {
  const { db, countTokens } = deps
  const { turn, work, own, lines } = scene
  const write = (said: NonNullable<Notes['summary']>, status: 'model' | 'fallback', others: string[]) => {
    const text = summaryWithImages(said, attachmentsOf(turn))
    return modelSummaryOps(db, turn.ownerId, turn.id, text, countTokens, status, others)
  }
  if (isFallback) return write(summariseExtractively(await summaryInput(deps, turn, work)), 'fallback', [])
  const said = notes.summary
  const others = said ? turnsBehind([said.summary, ...said.insights].join(' '), own, lines) : null
  if (!said || !others) return []
  return [...rememberedOps(db, turn.ownerId, others), ...(await write(said, 'model', others))]
}

/** A title has only words of its turn: nothing says where it comes from. */
function titleWrites({ db }: AgentDeps, { turn, title, own, lines }: NotesScene, notes: Notes): Batch {
  const words = modelTitle(notes.title?.title ?? '')
  if (!words || title === null || turnsBehind(words, own, lines)?.length !== 0) return []
  const { ownerId, conversationId } = turn
  return [
    ...titleOps(db, ownerId, conversationId, words, title),
    ...changeOps(db, ownerId, [{ kind: 'conversation', refId: conversationId, op: 'put' }]),
  ]
}

async function learningOps(deps: AgentDeps, job: Job, scene: NotesScene, notes: Notes) {
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
  const before = await turnsBefore(db, ownerId, turn, limitsOfLearning.followUps)
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
  const named = jobs.map((job) => ({ ...job, id: runtime.id('job') }))
  return jobOps(db, ownerId, named, runtime.now())
}

/** After so many tries a model that cannot write the form is not asked again. */
const GARBLED_TRIES = 2

/**
 * Asks for parts of the notes by one call. Of a reply that does not fit, what can be read counts; unreadable
 * facts lead to a call for facts alone. `given` = nothing more is to be had: what is missing falls back.
 * @throws if the service failed and the job has tries left.
 */
async function askNotes(
  deps: AgentDeps,
  job: Job,
  scene: NotesScene,
  parts: readonly prompt.NotePart[],
  signal: AbortSignal,
) {
  const about = { turn: scene.turn, sources: scene.sources, signal, ...limitsOfLearning.notes }
  const calls: Background[] = []
  let notes: Notes = {}
  let given = job.attempts >= limits.jobs.maxAttempts
  if (parts.some((part) => part !== 'facts')) {
    const asked = { ...prompt, schema: prompt.schemaOf(parts) }
    const input = { ...scene.input, parts }
    const { value, call } = await askModel(deps, asked, input, { ...about, phase: 'notes' })
    calls.push(call)
    const { error, text } = call.result
    const hasFailed = error !== null && error.code !== 'provider_garbled'
    if (hasFailed && !given) return cutShort(deps, call)
    given ||= job.attempts >= GARBLED_TRIES
    // A form that fits has no lesson and no tags if it names none.
    notes = prompt.readNotes(value ? { lesson: null, tags: [], ...value } : await finishedParts(text), parts)
  }
  if (parts.includes('facts') && !notes.facts) {
    const input = { ...scene.input, text: edgesOf(ownProse(scene.turn.userText)) }
    const alone = askModel(deps, factsPrompt, input, { ...about, phase: 'facts' })
    const { value, call } = await alone.catch(async (error: unknown) => {
      await commitCalls(deps, calls)
      throw error
    })
    calls.push(call)
    if (value) notes.facts = value
  }
  return { notes, calls, given }
}
