import type { AgentDeps } from '@/lib/agent/turn-state'
import type { Db } from '@/lib/db/engine/client'
import { sourcesOf, sourcesOfEach } from '@/lib/db/forget/derived'
import type { StrategyRow } from '@/lib/db/learning/strategies'
import { strategiesTaught, type UsedStrategy, usedStrategies } from '@/lib/db/learning/uses/uses'
import { verdictOf } from '@/lib/db/learning/verdicts'
import { findConversation } from '@/lib/db/turns/conversations'
import { followUpsOf, idsOfFollowUps } from '@/lib/db/turns/follow-ups'
import type { NotesPayload } from '@/lib/db/turns/jobs'
import { readBy, shownWork } from '@/lib/db/turns/shown-steps'
import { type Turn, turnPath, turnsOnPath } from '@/lib/db/turns/turns'
import { isSmallTalk } from '@/lib/heuristics/question'
import { titleFor } from '@/lib/heuristics/titles/title'
import { shownTrajectory, trajectoryOf, verdictOfPerson } from '@/lib/learning/trajectory'
import type { NotePart } from '@/lib/prompts/turn-notes'
import { loadSettings, overridesOf, type Settings } from '@/lib/settings/layers'
import { distinctSources } from '@/lib/shared/memory/source'
import { attachmentsOf, readOptions, zoneOf } from '@/lib/shared/schemas'
import { daysIn } from '@/lib/shared/time/day'
import { withImageLines } from '@/lib/shared/turn/images'
import { isMemoryOff } from '@/lib/shared/turn/memory-off'
import { hasModel } from '../ask-model'
import { factReader } from './fact-reader'
import { ownWords, type ShownLine } from './shown-lines'

export type NotesScene = Awaited<ReturnType<typeof notesScene>>

/** Everything that notes on a settled turn are made from, and the parts that they need. */
export async function notesScene(deps: AgentDeps, turn: Turn, only: NotesPayload['only']) {
  const { db } = deps
  const { ownerId } = turn
  const settings = await settingsToLearn(deps, turn)
  const learns = settings?.get('learning.enabled').value ?? false
  const [work, after, judgedBy] = await Promise.all([
    shownWork(db, ownerId, turn),
    followUpsOf(db, ownerId, turn),
    sourcesOf(db, ownerId, 'verdict', [turn.id]),
  ])
  const seen = await trajectoryOf(db, turn, work, after)
  const person = verdictOfPerson(seen)
  const before = learns ? await verdictOf(db, ownerId, turn.id) : null
  const isFirst = !only && (await db.fact.count({ where: { ownerId, sourceTurnId: turn.id } })) === 0
  const facts = settings?.get('facts.enabled').value ? await factReader(deps, turn, settings) : null
  const { cited, shown: lessons } = learns
    ? await lessonsShown(db, ownerId, turn.id)
    : { cited: [], shown: [] }
  const userText = withImageLines(turn.userText, attachmentsOf(turn))

  const isWorthIt = !only && turn.depth !== 'simple' && !isSmallTalk(turn.userText)
  const isAnswered = turn.answer !== '' || seen.thoughts.length > 0
  const judges = learns && turn.status === 'completed' && !person && (isWorthIt || only === 'learning')
  const teaches = judges || (person !== null && turn.status === 'completed' && person.label !== before?.label)
  const title = isWorthIt && isAnswered ? await automaticTitle(deps, turn) : null
  const needed: Record<NotePart, boolean> = {
    facts: isFirst && facts?.says === true && !(turn.depth === 'simple' && (await facts.isPlain())),
    summary: isWorthIt && isAnswered,
    verdict: judges,
    tags: judges && cited.length > 0,
    lesson: learns && teaches,
    title: title !== null,
  }
  const later = after
    .flatMap((one) => [one, ...one.followed])
    .map(({ id, userText: text }): ShownLine => ({ text, turns: [id], sources: [{ kind: 'turn', id }] }))
  const lines = [...((await facts?.lines(needed.facts)) ?? []), ...lessons, ...later]
  const shown = shownTrajectory(seen, userText)
  return {
    ...{ turn, settings, learns, seen, work, person, before, cited, lessons, title, lines },
    /** Null = facts are off, or were read already. */
    facts: isFirst ? facts : null,
    /** The turns whose words are judged: this one, and the messages that it is or was judged by. */
    heard: [...new Set([turn.id, ...idsOfFollowUps(after), ...judgedBy])],
    parts: hasModel(deps, turn) ? (Object.keys(needed) as NotePart[]).filter((part) => needed[part]) : [],
    /** What the prompt shows as the turn. */
    own: ownWords(
      shown.userText,
      shown.answer,
      ...shown.thoughts,
      ...shown.tools.map(({ result }) => result),
    ),
    input: {
      ...(facts?.input ?? { known: [], before: [], date: daysIn(zoneOf(turn))(turn.createdAt.getTime()) }),
      turn: shown,
      lessons: lessons.map(({ row: { title, content, cited }, shownAs }) => ({
        ...{ slug: shownAs, title, content, cited },
      })),
    },
    sources: distinctSources([...readBy(work), ...lines.flatMap(({ sources }) => sources)]),
  }
}

/** The title that the conversation has by itself and no model was asked to replace; else null. */
async function automaticTitle({ db }: AgentDeps, turn: Turn): Promise<string | null> {
  const { ownerId, conversationId } = turn
  const conversation = await findConversation(db, ownerId, conversationId)
  const [first] = await turnsOnPath(db, ownerId, await turnPath(db, ownerId, turn.id), 1, 1)
  if (!first || conversation?.title !== titleFor(first.userText)) return null
  const where = { ownerId, phase: 'notes', turnId: { not: turn.id }, turn: { conversationId } }
  return (await db.step.count({ where })) === 0 ? conversation.title : null
}

/** The settings for learning from a turn; null if it was imported or ran with memory off. */
async function settingsToLearn(deps: AgentDeps, turn: Turn): Promise<Settings | null> {
  const overrides = { ...deps.overrides, ...overridesOf(readOptions(turn.options)) }
  const settings = await loadSettings(deps.db, turn.ownerId, turn.conversationId, overrides)
  const isOff = turn.window ? isMemoryOff(turn) : settings.get('recall.scope').value === 'off'
  return turn.importedAt || isOff ? null : settings
}

/** The most lessons that notes see. */
const MOST = 5

/** `row` = the lesson that this line shows. */
type ShownLesson = ShownLine & { row: StrategyRow & { cited?: boolean }; shownAs: string }

/**
 * The lessons that a turn cited, what it has taught already, then those that its prompt had because they are like
 * it, with short ids.
 */
async function lessonsShown(
  db: Db,
  ownerId: string,
  turnId: string,
): Promise<{ cited: UsedStrategy[]; shown: ShownLesson[] }> {
  const [used, taught] = await Promise.all([
    usedStrategies(db, ownerId, turnId),
    strategiesTaught(db, ownerId, turnId),
  ])
  const cited = used.filter((one) => one.cited)
  const like = used.filter((one) => !one.cited && one.place === 'retrieved')
  const all = [...cited, ...taught, ...like]
  const rows = all.filter(({ id }, i) => all.findIndex((one) => one.id === id) === i).slice(0, MOST)
  const ids = rows.map(({ id }) => id)
  const turns = await sourcesOfEach(db, ownerId, 'wording', ids)
  const shown = rows.map((row, i) => ({
    row,
    shownAs: `l${i + 1}`,
    text: `${row.title}\n${row.content}`,
    sources: [{ kind: 'strategy', id: row.id, turns: row.sources } as const],
    turns: turns.get(row.id) ?? [],
  }))
  return { cited, shown }
}
