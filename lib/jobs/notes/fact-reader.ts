import { isOutsideMessage } from '@/lib/agent/turn-marks'
import type { AgentDeps } from '@/lib/agent/turn-state'
import { changeOps } from '@/lib/db/engine/changes'
import type { Batch, Db } from '@/lib/db/engine/client'
import { type NewStatement, statementOps } from '@/lib/db/facts/save'
import { ofTurn, type Statement, statementsOf } from '@/lib/db/facts/statements'
import { sourcesOfEach } from '@/lib/db/forget/derived'
import { rememberedOps } from '@/lib/db/turns/follow-ups'
import { lastTurns } from '@/lib/db/turns/turn-texts'
import { earlierVersions, latestSent, type Turn, turnPath } from '@/lib/db/turns/turns'
import { findFactsSlowly } from '@/lib/heuristics/fact-finding/find-facts'
import { isQuestionText, isSmallTalk } from '@/lib/heuristics/question'
import { edgesOf, edgesOfAll, READ_CHARS } from '@/lib/heuristics/text/edges'
import { ownProse } from '@/lib/heuristics/text/own-prose'
import { proseOf } from '@/lib/heuristics/text/prose'
import { sentencesOf } from '@/lib/heuristics/text/sentences'
import { contentWords, languageOfText } from '@/lib/heuristics/text/words'
import { factChanges, statementSources } from '@/lib/memory/facts/fact-items'
import { everywhere, factsFor, withoutHealth } from '@/lib/memory/facts/known-facts'
import { factsAlike, hasAllWords, isInOwnWords, ownSubject, stemsOf } from '@/lib/memory/facts/own-words'
import { relevantFacts } from '@/lib/memory/facts/relevant'
import { type Fact, isCurrent, latest } from '@/lib/memory/facts/timeline'
import { readFact } from '@/lib/prompts/turn-notes'
import type { Settings } from '@/lib/settings/layers'
import { limits } from '@/lib/shared/limits'
import { factKey, factLine, factNorm, isDenial, saysSame, type Triple } from '@/lib/shared/memory/facts'
import { pick } from '@/lib/shared/pick'
import { zoneOf } from '@/lib/shared/schemas'
import { daysIn } from '@/lib/shared/time/day'
import { withoutMarks } from '@/lib/shared/turn/citations'
import { isMemoryOff } from '@/lib/shared/turn/memory-off'
import { type FoundStatement, readsOf } from './found-facts'
import { ownWords, repeatedBy, type ShownLine } from './shown-lines'

/** What a message may mean, and how facts that it states are stored. */
export async function factReader(deps: AgentDeps, turn: Turn, settings: Settings) {
  const { db, countTokens } = deps
  const { ownerId, conversationId, userText } = turn
  const path = await turnPath(db, ownerId, turn.id)
  // An imported turn has none: its person is where they wrote last.
  const zone = zoneOf(turn.importedAt ? ((await latestSent(db, ownerId)) ?? turn) : turn)
  const last = await lastTurns(db, ownerId, path, turn.number, limits.facts.before)
  const earlier = last.filter((one) => !isMemoryOff(one))
  const scope = {
    reach: settings.get('recall.scope').value,
    conversation: { id: conversationId, path, before: turn.number },
  }
  const facts = await factsFor({ db, ownerId, scope, now: () => turn.createdAt, zone })
  const all = facts.map(latest)
  const prose = ownProse(userText)
  const previous = last.at(-1) === earlier.at(-1) ? earlier.at(-1) : undefined
  const texts = previous ? [ownProse(previous.userText), proseOf(withoutMarks(previous.answer))] : []
  const [asked = '', answered = ''] = edgesOfAll(texts, limits.facts.beforeChars)
  const before = [
    { who: 'user', text: asked } as const,
    { who: 'assistant', text: answered } as const,
  ].filter(({ text }) => text)
  const told = settings.get('provider.withoutHealth').value ? withoutHealth(facts) : facts
  const text = [asked, answered, prose].join('\n')
  const known = knownFor(told, text, { conversationId, zone }, countTokens).map((one, i) => ({
    ...one,
    id: `f${i + 1}`,
  }))

  /** Every line besides the message, with the turns that it has words of; of the facts only if it `seesFacts`. */
  async function lines(seesFacts = true): Promise<ShownLine[]> {
    const statements = seesFacts ? known.map(({ statement }) => statement) : []
    const turns = await turnsOfEach(db, ownerId, statements)
    return [
      ...before.map(({ text }) => ({
        text,
        turns: previous ? [previous.id] : [],
        sources: previous ? [{ kind: 'turn', id: previous.id } as const] : [],
      })),
      ...statements.map((statement, i) => ({
        text: factLine(statement),
        sources: statementSources(statement),
        turns: turns[i]?.length ? turns[i] : null,
      })),
    ]
  }

  /** Facts that a model found; `results` = what tools gave it. */
  function found(raw: readonly unknown[], results: readonly string[] = []): FoundStatement[] {
    const scene = {
      ...{ prose, known, before: ownWords(asked, answered) },
      ...{ answer: ownWords(turn.answer, userText), results: ownWords(...results) },
      ...{ now: turn.createdAt, zone },
    }
    return raw.flatMap((one) => {
      const fact = readFact(one)
      return fact ? readsOf(fact, scene) : []
    })
  }

  const byRules = async (): Promise<FoundStatement[]> => {
    const said = earlier.map((one) => ownProse(one.userText))
    const holding = facts.filter(isCurrent).map(latest)
    return findFactsSlowly(prose, said, { now: turn.createdAt, zone }, holding)
  }

  /** The turns besides its own that a fact has words of. */
  async function othersOf(fact: FoundStatement, origin: NewStatement['origin'], shown: readonly ShownLine[]) {
    const own = { ...fact, object: fact.undated ?? fact.object }
    if (isInOwnWords(userText, own)) return []
    const text = [own.subject, own.predicate, own.object].join(' ')
    const repeated = repeatedBy(text, ownWords(userText), shown)
    return [
      ...(origin === 'model' ? [] : earlier.map(({ id }) => id)),
      ...repeated.flatMap(({ turns }) => turns ?? []),
      ...(await turnsOfEach(db, ownerId, factsAlike(all, fact))).flat(),
    ]
  }

  const isOutside = isOutsideMessage(turn)
  /** No text from outside can change what rules read in the person's own words. */
  const isByRules = (origin: NewStatement['origin'], fact: FoundStatement) =>
    origin === 'patterns' && isInOwnWords(userText, fact)

  /**
   * Writes for a transaction: these facts, in the order of the message, or what the person has corrected in an
   * earlier version. What comes from outside is proposed; `shown` = the lines that a model saw.
   */
  async function ops(
    found: readonly FoundStatement[],
    origin: NewStatement['origin'],
    shown: readonly ShownLine[] = [],
  ): Promise<Batch> {
    const { stated, isWritten } = await versionsOf(db, turn)
    const read = await Promise.all(
      found.map(async (read, i): Promise<Omit<NewStatement, 'id'>> => {
        const named = { ...read, subject: ownSubject(userText, read, all) }
        const { from, undated: _, ...fact } = named
        return {
          ...fact,
          // Each is a millisecond later than the one before it.
          from: from ?? new Date(turn.createdAt.getTime() + i),
          origin,
          status: isOutside || (turn.tainted && !isByRules(origin, fact)) ? 'proposed' : 'active',
          turnId: turn.id,
          others: await othersOf(named, origin, shown),
        }
      }),
    )
    const made = (stated.length ? stated : read).flatMap((fact) =>
      isWritten(fact) ? [] : { ...fact, id: deps.runtime.id('fact') },
    )
    const others = made.flatMap((fact) => fact.others ?? [])
    return [
      ...rememberedOps(db, ownerId, others),
      ...statementOps(db, ownerId, made),
      ...changeOps(db, ownerId, made.length ? [{ kind: 'fact', refId: turn.id, op: 'put' }] : []),
    ]
  }

  return {
    input: {
      known: known.map(({ id, from, statement }) => ({ id, from, line: factLine(statement) })),
      before,
      date: daysIn(zone)(turn.createdAt.getTime()),
    },
    /** Whether there is anything that a model could find. */
    says: prose !== '' && !isSmallTalk(userText) && !isQuestionText(prose),
    /** Whether the rules read the message as well: a single word, or one sentence that they know. */
    isPlain: async () =>
      contentWords(edgesOf(prose)).length < 2 ||
      (sentencesOf(prose).length === 1 && (await byRules()).length > 0),
    ...{ lines, found, byRules, ops },
  }
}

/** The turns that each of these statements has words of. */
async function turnsOfEach(db: AgentDeps['db'], ownerId: string, statements: readonly Statement[]) {
  const ids = statements.map(({ id }) => id)
  const derived = await sourcesOfEach(db, ownerId, 'fact', ids)
  return statements.map(({ id, said, namedBy = [] }) => [
    ...(said ? [said.turnId] : []),
    ...namedBy,
    ...(derived.get(id) ?? []),
  ])
}

const MOST = 60
const TOKENS = 600

/**
 * Open facts that notes on a turn are written with: those that its text is about, those of every subject that
 * it mentions, those of its conversation's subjects, and those said in another language, which its words cannot
 * find; whole lines within a budget. What is not so is left out: nothing replaces or ends it. `from` = the day to
 * come on which one begins.
 */
function knownFor(
  facts: readonly Fact[],
  text: string,
  { conversationId, zone }: { conversationId: string; zone: string },
  countTokens: (text: string) => number,
) {
  const newest = facts.filter((fact) => fact.until === null && !isDenial(latest(fact))).reverse()
  const words = stemsOf(edgesOf(text, READ_CHARS))
  const idOf = (fact: Fact) => latest(fact).subjectId
  const about = relevantFacts(newest.toReversed(), text)
  const named = newest.filter((fact) => hasAllWords(words, latest(fact).subject))
  const mentioned = new Set([...about, ...named].map(idOf))
  const saidHere = newest.filter((fact) => latest(fact).said?.conversationId === conversationId)
  const here = new Set(saidHere.map(idOf))
  const language = languageOfText(text)
  const isForeign = (fact: Fact) => {
    const spoken = languageOfText(latest(fact).quote ?? '')
    return spoken !== null && language !== null && spoken !== language
  }
  const ranked = new Set([
    ...about,
    ...newest.filter((fact) => mentioned.has(idOf(fact))),
    ...newest.filter((fact) => here.has(idOf(fact))),
    ...newest.filter(isForeign),
  ])
  let left = TOKENS
  return [...ranked].slice(0, MOST).flatMap((fact) => {
    const [statement, { from }] = [latest(fact), factChanges(fact, zone)]
    left -= countTokens(`--- id=f00${from ? ` from=${from}` : ''}\n| ${factLine(statement)}\n`)
    return left >= 0 ? [{ statement, from }] : []
  })
}

/**
 * What the person corrected since a message was first sent, so that a new version with the same text does not undo
 * it. `stated` = the facts of the last version that they corrected; `isWritten` = whether they wrote another value in
 * place of a fact on the Facts page.
 */
async function versionsOf(db: Db, turn: Turn) {
  const { ownerId } = turn
  const versions = await earlierVersions(db, turn)
  const [first] = versions
  if (!first) return { stated: [], isWritten: () => false }
  const byVersion = await Promise.all(versions.map(({ id }) => statementsOf(db, ownerId, ofTurn(id))))
  const corrected = byVersion.findLast((some) => some.some(({ origin }) => origin === 'person')) ?? []
  const ids = corrected.map(({ id }) => id)
  const others = await sourcesOfEach(db, ownerId, 'fact', ids)
  const known = await factsFor(everywhere(db, ownerId, () => turn.createdAt))
  const keyOf = (fact: Triple) => factKey(factNorm(fact.subject), fact)
  const written = known
    .flatMap(({ statements }) => statements)
    .filter((one) => one.written && one.written > first.createdAt)
  return {
    stated: corrected.map(
      ({ id, written: writtenAt, ...one }): Omit<NewStatement, 'id'> => ({
        ...pick(one, 'subject predicate object confidence from quote origin status pinned'),
        ...{ writtenAt, turnId: turn.id, others: others.get(id) ?? [] },
      }),
    ),
    isWritten: (fact: Triple) => written.some((one) => keyOf(one) === keyOf(fact) && !saysSame(one, fact)),
  }
}
