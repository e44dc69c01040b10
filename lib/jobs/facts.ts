import type { z } from 'zod'
import { isOfflineTurn } from '@/lib/agent/offline-turn'
import { commitCall } from '@/lib/agent/step/background-step'
import type { AgentDeps } from '@/lib/agent/turn-state'
import { daysIn } from '@/lib/base/time/day'
import { changeOps } from '@/lib/db/engine/changes'
import { type NewStatement, statementOps } from '@/lib/db/facts/save'
import type { Statement } from '@/lib/db/facts/statements'
import { sourcesOf as derivedSources } from '@/lib/db/forget/derived'
import { rememberedOps } from '@/lib/db/turns/follow-ups'
import { finishJobOps, type Job } from '@/lib/db/turns/jobs'
import { lastTurns } from '@/lib/db/turns/turn-texts'
import { latestSent, type Turn, turnPath } from '@/lib/db/turns/turns'
import { sourcesOf } from '@/lib/memory/facts/fact-items'
import { withoutHealth } from '@/lib/memory/facts/health'
import { factsFor } from '@/lib/memory/facts/known-facts'
import { factsAlike, isInOwnWords, ownSubject } from '@/lib/memory/facts/own-words'
import { relevantFacts } from '@/lib/memory/facts/relevant'
import { type Fact, latest } from '@/lib/memory/facts/timeline'
import {
  edgesOfAll,
  findFactsSlowly,
  isQuestionText,
  isSecretFact,
  isSmallTalk,
  proseOf,
  readPart,
  refersBack,
} from '@/lib/model/offline/fallbacks'
import * as prompt from '@/lib/prompts/facts'
import type { Settings } from '@/lib/settings/layers'
import { limits } from '@/lib/shared/limits'
import { factLine, isQuoted, tripleSchema } from '@/lib/shared/memory/facts'
import { zoneOf } from '@/lib/shared/schemas'
import { isMemoryOff } from '@/lib/shared/turn/memory-off'
import { askModel } from './ask-model'
import type { JobKind } from './kind'
import { settingsToLearn } from './settings-to-learn'
import { endJob, turnJob } from './turn-job'

const { before: BEFORE, leastConfidence } = limits.facts
type Read = Pick<NewStatement, 'subject' | 'predicate' | 'object' | 'confidence' | 'quote'> & { from?: Date }

/**
 * The facts of a message that was just answered. It is read once: other attempts add nothing, except the
 * first one with memory on.
 */
export const facts: JobKind = {
  name: 'facts',
  after: ({ turn, memoryOff }) => (memoryOff ? null : turn.id),
  run: turnJob(async (deps, job, turn, signal) => {
    const settings = await settingsToLearn(deps.db, turn)
    if (!settings?.get('facts.enabled').value) return endJob(deps, job)
    return readFacts(deps, job, turn, { settings, signal, mustSucceed: false })
  }),
}

type Reading = { settings: Settings; signal: AbortSignal; mustSucceed: boolean }
/**
 * What a person states in a message becomes facts: with a model by one call, else by rules. `mustSucceed` =
 * retry a failed call later instead of falling back to rules.
 */
export async function readFacts(
  deps: AgentDeps,
  job: Job,
  turn: Turn,
  { settings, signal, mustSucceed }: Reading,
): Promise<void> {
  const { db, models } = deps
  const { ownerId, conversationId, userText } = turn
  if (isSmallTalk(userText)) return endJob(deps, job)
  const path = await turnPath(db, ownerId, turn.id)
  // An imported turn has none: its person is where they wrote last.
  const zone = zoneOf(turn.importedAt ? ((await latestSent(db, ownerId)) ?? turn) : turn)
  const earlier = (await lastTurns(db, ownerId, path, turn.number, BEFORE)).filter((one) => !isMemoryOff(one))
  const before = earlier.map((one) => one.userText)
  const ops = async (
    found: readonly Read[],
    origin: NewStatement['origin'],
    known: readonly Statement[],
    shown: readonly Statement[],
  ) => {
    const othersOf = async (fact: Read) => {
      if (isInOwnWords(userText, fact)) return []
      const facts = [...shown, ...factsAlike(known, fact)]
      return [
        ...earlier.map(({ id }) => id),
        ...facts.flatMap(({ said, namedBy = [] }) => [...(said ? [said.turnId] : []), ...namedBy]),
        ...(await derivedSources(
          db,
          ownerId,
          'fact',
          facts.map(({ id }) => id),
        )),
      ]
    }
    const made = await Promise.all(
      statementsOf(deps, turn, found, origin).map(async (one) => {
        const fact = { ...one, subject: ownSubject(userText, one, known) }
        return { ...fact, others: await othersOf(fact) }
      }),
    )
    return [
      ...finishJobOps(db, job),
      ...rememberedOps(
        db,
        ownerId,
        made.flatMap(({ others }) => others),
      ),
      ...statementOps(db, ownerId, made),
      ...changeOps(db, ownerId, found.length ? [{ kind: 'fact', refId: turn.id, op: 'put' }] : []),
    ]
  }
  const scope = {
    reach: settings.get('recall.scope').value,
    conversation: { id: conversationId, path, before: turn.number },
  }
  const known = () => factsFor({ db, ownerId, scope, now: () => turn.createdAt, zone })
  const current = (facts: readonly Fact[]) => facts.filter(({ until, coming }) => until === null && !coming)
  const byRules = async () => {
    const said = { now: turn.createdAt, zone }
    const facts = await known()
    const read = await findFactsSlowly(userText, before, said, current(facts).map(latest))
    return ops(read, 'patterns', facts.map(latest), [])
  }
  const prose = proseOf(userText)
  const saysNothing = prose === '' || isQuestionText(prose)
  if (models.describe('utility').offline || isOfflineTurn(turn) || saysNothing)
    return void (await db.$transaction(await byRules()))
  const all = await known()
  const told = settings.get('provider.withoutHealth').value ? withoutHealth(all) : all
  const mentioned = relevantFacts(told, prose).map(latest)
  const window = refersBack(prose) ? earlier : []
  const input = {
    text: readPart(prose),
    known: mentioned.map((fact) => factLine(fact)),
    before: edgesOfAll(
      window.map((one) => proseOf(one.userText)),
      limits.facts.beforeChars,
    ),
    date: daysIn(zone)(turn.createdAt.getTime()),
  }
  const sources = [
    ...mentioned.flatMap(sourcesOf),
    ...window.map(({ id }) => ({ kind: 'turn', id }) as const),
  ]
  const about = { turn, phase: 'facts', sources, signal, mustSucceed } as const
  const { value, call } = await askModel(deps, prompt, input, about)
  await commitCall(deps, call, () =>
    value ? ops(usable(value, userText), 'model', all.map(latest), mentioned) : byRules(),
  )
}

/** What a model found, without what the message does not say, secrets and doubtful readings. */
function usable({ facts }: z.infer<typeof prompt.schema>, userText: string): Read[] {
  return facts.flatMap(({ validFrom, confidence, quote, ...given }) => {
    const triple = tripleSchema.safeParse(given)
    const isUsable = isQuoted(userText, quote) && confidence >= leastConfidence
    if (!triple.success || !isUsable || isSecretFact({ ...given, quote })) return []
    return [{ ...triple.data, confidence, quote, ...(validFrom ? { from: new Date(validFrom) } : {}) }]
  })
}

/**
 * In the order of the message: each is a millisecond later than the one before it. What comes from outside is
 * proposed.
 */
const statementsOf = (
  { runtime }: AgentDeps,
  { id: turnId, createdAt, tainted, importedAt }: Turn,
  found: readonly Read[],
  origin: NewStatement['origin'],
): NewStatement[] =>
  found.map(({ from, ...fact }, i) => ({
    ...fact,
    id: runtime.id('fact'),
    from: from ?? new Date(createdAt.getTime() + i),
    origin,
    status: tainted || importedAt ? 'proposed' : 'active',
    turnId,
  }))
