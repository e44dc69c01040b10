import { contentPath } from '@/lib/db/memory/context-parts'
import { activePaths } from '@/lib/db/turns/active-path'
import { pathLimits } from '@/lib/db/turns/path'
import { type TurnText, textsAfter, textsById } from '@/lib/db/turns/turn-texts'
import { correctsValue } from '@/lib/heuristics/fact-finding/changes'
import type { MessageHit } from '@/lib/memory/index/load/data'
import {
  changesValue,
  readingOf,
  readingsIn,
  type SubjectReading,
  sameSubject,
  wordsOfSubject,
} from '@/lib/model/embed/subject'
import type { LabelledTurn } from '@/lib/prompts/labels'
import { getOrMake, groupBy } from '@/lib/shared/group-by'
import { limits } from '@/lib/shared/limits'
import { speakerNamed } from '@/lib/shared/speakers'
import type { FoundTurn } from './recall-hit'
import type { Passage, Recalling, Scene } from './recall-query'

/** A dated statement, or a `file` by its path and heading. `readings` analyses its text when first called. */
type Dated = {
  turn: LabelledTurn
  at: number
  by: string
  file?: string | undefined
  text?: string
  readings(): SubjectReading[]
}
/**
 * Tells a file from those of its name in other conversations, of which many begin with "{" or the same
 * import.
 */
const HEADING = /^#{1,6} .+/

type MarkedPassage = Pick<
  Passage,
  'turnId' | 'turnNumber' | 'conversationId' | 'who' | 'at' | 'speaker' | 'text'
> &
  Partial<Pick<Passage, 'title' | 'other'>>

/** Pairs compared so far: a turn compares the same texts when it chooses, fits and marks passages. */
const compared = new WeakMap<readonly SubjectReading[], WeakMap<readonly SubjectReading[], boolean>>()
/** Whether a later text states another value of something that an earlier one states. */
function isChanged(earlier: readonly SubjectReading[], later: readonly SubjectReading[]): boolean {
  const known = getOrMake(compared, earlier, () => new WeakMap<readonly SubjectReading[], boolean>())
  return getOrMake(known, later, () => earlier.some((one) => later.some((other) => changesValue(one, other))))
}

/** The label of a turn, or its id for readers without labels. */
export const turnName = (turn: LabelledTurn, { labels }: Pick<Scene, 'labels'>): string =>
  labels?.of(turn) ?? turn.turnId

/** Compares statements of passages with each other, with the window's and with those shown before. */
function statements({ conversationId: here, shown }: Scene) {
  const stated = (passage: MarkedPassage): Dated | null => {
    const { turnId, turnNumber: number, conversationId, who, at, speaker = '', text, title = '' } = passage
    // An answer repeats the person's words, unless both sides are named people.
    if (number === null || who === 'tool' || (who === 'assistant' && !speaker)) return null
    const turn = { turnId, number, conversationId }
    const path = passage.other?.file ?? contentPath({ who, title })
    const file = path && `${path}\n${HEADING.exec(text)?.[0] ?? conversationId}`
    return { turn, at: Date.parse(at), by: speaker, file, text, readings: () => readingsIn(text) }
  }
  const inWindow = (shown?.window ?? []).map(({ turnId, number, at, userText, speakers }): Dated => {
    const turn = { turnId, number, conversationId: here }
    return { turn, at: Date.parse(at), by: speakers?.user ?? '', readings: () => readingsIn(userText) }
  })
  const known = [...inWindow, ...(shown?.passages ?? []).flatMap((one) => stated(one) ?? [])]
  const precedes = (one: Dated, other: Dated) =>
    one.at < other.at &&
    other.turn.turnId !== one.turn.turnId &&
    other.by === one.by &&
    // A file is changed by one that is called and headed like it, in any conversation, not by what is said.
    (one.file !== undefined || other.file !== undefined
      ? one.file === other.file && one.text !== other.text
      : isChanged(one.readings(), other.readings()))
  return { stated, known, inWindow, precedes }
}

/** The last turn that states another value later, else the last one of the window that did before. */
type Marks = { later?: string; changes?: string }

/**
 * Marks prompt items that state different values of one thing. Messages of the window cannot be marked
 * themselves.
 */
export function marker(scene: Scene): (passages: readonly MarkedPassage[]) => Marks[] {
  const { stated, known, inWindow, precedes } = statements(scene)
  return (passages) => {
    const own = passages.map(stated)
    // A fact that the person wrote has no turn to point to.
    const all = [...known, ...own.flatMap((one) => (one?.turn.number ? one : []))].sort((a, b) => a.at - b.at)
    return own.map((one) => {
      const later = one && all.findLast((other) => precedes(one, other))
      if (later) return { later: turnName(later.turn, scene) }
      const before = one && inWindow.findLast((other) => precedes(other, one))
      return before ? { changes: turnName(before.turn, scene) } : {}
    })
  }
}

type Statement = { hit: MessageHit; turn: TurnText; readings: SubjectReading[] }

/** What the person states in the best part of a message. Named speakers talk about others. */
function statementOf(turn: TurnText, hit: MessageHit): Statement | null {
  const long = hit.end - hit.start > limits.recall.newestChars
  if (hit.part === 'assistant' || speakerNamed(hit) !== null || long) return null
  const text = turn.userText
  // A unit starts and ends at content words, so "my" is outside of it.
  const before = /[^.!?\n]*$/.exec(text.slice(hit.start, hit.unit.start))?.[0] ?? ''
  const behind = /^[^.!?\n]*[.!?]?/.exec(text.slice(hit.unit.end, hit.end))?.[0] ?? ''
  const readings = readingsIn(`${before}${text.slice(hit.unit.start, hit.unit.end)}${behind}`).filter(
    ({ words }) =>
      unique(words.flatMap(([key = '']) => (/^\d/.test(key) ? [] : key))).length <= limits.recall.newestTerms,
  )
  return readings.length > 0 ? { hit, turn, readings } : null
}

/** Excludes hits that only their neighbours matched. */
export const isOnWords = ({ literal, parts }: MessageHit) => literal || 'dense' in parts
const byTime = (a: Statement, b: Statement) => b.hit.at - a.hit.at || b.turn.number - a.turn.number
const unique = <T>(values: readonly T[]) => [...new Set(values)]

/** The newest later statement of another value. */
const newestOn = (one: Statement, all: readonly Statement[]): Statement[] =>
  all
    .filter((other) => byTime(other, one) < 0 && isChanged(one.readings, other.readings))
    .sort(byTime)
    .slice(0, 1)

/** The newest statement with the most words of the question, at least half of them. */
function bestOn(question: SubjectReading, all: readonly Statement[]): Statement | undefined {
  const isOn = (reading: SubjectReading) =>
    sameSubject(question, reading) && (question.starts !== 'speaker' || reading.starts === 'speaker')
  const heldBy = ({ keys }: SubjectReading) =>
    question.words.filter((word) => word.some((key) => keys.has(key))).length
  const held = ({ readings }: Statement) => Math.max(0, ...readings.filter(isOn).map(heldBy))
  const [best] = all
    .filter((one) => held(one) * 2 >= question.words.length && held(one) > 0)
    .sort((a, b) => held(b) - held(a) || byTime(a, b))
  return best
}

/**
 * Later statements win: each of the first `places` turns is preceded by the newest statement of another value,
 * so a cut list never has the earlier one alone. Needs at most two more searches.
 */
export async function withNewest(query: Recalling, found: readonly FoundTurn[], places: number) {
  const first = found.slice(0, Math.max(0, places)).map((one) => ({
    one,
    said: one.messages.filter(isOnWords).flatMap((hit) => statementOf(one.turn, hit) ?? []),
  }))
  const { db, ownerId, index, conversationId, path, before, scope = 'owner', request } = query
  const inWindow = new Set(query.shown?.window.map(({ turnId }) => turnId))
  const stating = async (text: string, sought: readonly string[], from?: number): Promise<Statement[]> => {
    if (sought.length === 0 || places <= 0) return []
    const words = [text, ...unique(sought).slice(0, limits.recall.newestWords)].join(' ')
    const hits = await index.search(db, ownerId, {
      ...{ text: words, conversationId, path, before, scope },
      ...{ of: 'messages', literal: true, limit: limits.recall.newestLooked },
      ...(from === undefined ? {} : { only: { from } }),
    })
    const turns = await textsById(db, ownerId, unique(hits.map((hit) => hit.turnId)))
    const texts = new Map(turns.map((turn) => [turn.id, turn]))
    return hits.flatMap((hit) => {
      const turn = texts.get(hit.turnId)
      return (turn && !inWindow.has(turn.id) && statementOf(turn, hit)) || []
    })
  }
  const foundOf = ({ hit, turn }: Statement): FoundTurn => {
    const { score, parts, weights } = hit
    return found.find((one) => one.turn.id === turn.id) ?? { turn, score, parts, weights, messages: [hit] }
  }
  // Its own score came from a search with other words than the question's.
  const laterThan = ({ score }: FoundTurn, statement: Statement): FoundTurn => {
    const own = foundOf(statement)
    if (found.includes(own)) return own.score < score ? { ...own, score, parts: { newer: score } } : own
    return { ...own, score, parts: { newer: score }, messages: [{ ...statement.hit, asked: [] }] }
  }
  const keywords = request.keywords?.join(' ') ?? ''
  const question = readingOf(keywords)
  const ofTheirOwn = question.starts !== null || question.owners.length > 0
  const best = ofTheirOwn ? bestOn(question, await stating(keywords, wordsOfSubject(question))) : undefined
  const all = [...(best ? [{ one: laterThan(found[0] ?? foundOf(best), best), said: [best] }] : []), ...first]
  const stated = all.flatMap(({ said }) => said)
  const sought = stated.flatMap(({ readings }) => readings.flatMap(wordsOfSubject))
  const later = await stating('', sought, Math.min(...stated.map(({ hit }) => hit.at)))
  const ordered = all.flatMap(({ one, said }) => [
    ...unique(said.flatMap((statement) => newestOn(statement, later)))
      .sort(byTime)
      .map((statement) => laterThan(one, statement)),
    one,
  ])
  const byTurn = groupBy([...ordered, ...found], ({ turn }) => turn.id)
  return [...byTurn.values()].map(([first]) => first)
}

/**
 * Puts before each of the first `places` turns the turn right after it if that corrects it ("No, it's 9027").
 */
export async function withCorrections(
  { db, ownerId, shown, before, conversationId, path }: Recalling,
  found: readonly FoundTurn[],
  places: number,
): Promise<FoundTurn[]> {
  const inWindow = (shown?.window ?? []).map(({ turnId }) => turnId)
  const known = new Set([...inWindow, ...found.map(({ turn }) => turn.id)])
  const first = found.slice(0, Math.max(0, places)).map(({ turn }) => turn.id)
  const after = await textsAfter(db, ownerId, first)
  const next = after.filter(({ id, userText }) => !known.has(id) && correctsValue(userText))
  if (next.length === 0) return [...found]
  const conversations = next.map((turn) => turn.conversationId)
  const paths = await activePaths(db, ownerId, conversations)
  const isOnPath = ({ branchId, number, ...turn }: TurnText) => {
    const isHere = turn.conversationId === conversationId
    const way = isHere ? path : (paths.get(turn.conversationId)?.path ?? [])
    return number <= (pathLimits(way).get(branchId) ?? 0) && (!isHere || number < before)
  }
  return found.flatMap((one) => [
    ...next
      .filter((turn) => turn.parentId === one.turn.id && isOnPath(turn))
      .map((turn) => ({ ...one, turn, parts: { newer: one.score }, messages: [] })),
    one,
  ])
}
