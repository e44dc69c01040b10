import type { z } from 'zod'
import { sha256 } from '@/lib/db/engine/blobs'
import { changeOps, hasChanged } from '@/lib/db/engine/changes'
import { statementOps } from '@/lib/db/facts/save'
import { ofTurn, type Statement, statementsOf } from '@/lib/db/facts/statements'
import { clientKey, isForgottenKey } from '@/lib/db/forget/forgotten-keys'
import { turnWithKey } from '@/lib/db/turns/client-turns'
import { findFactsSlowly } from '@/lib/heuristics/fact-finding/find-facts'
import { holdsSecret } from '@/lib/heuristics/secrets/secrets'
import { factsFor } from '@/lib/memory/facts/known-facts'
import { type Fact, isCurrent, latest } from '@/lib/memory/facts/timeline'
import type { MemoryContext } from '@/lib/memory/recall/recall-query'
import { MnemeError, notFound, secretRefused } from '@/lib/shared/errors'
import { factNorm, tripleSchema } from '@/lib/shared/memory/facts'
import { type Args, clientOrigin, type rememberArgs } from '@/lib/shared/memory/outside'
import { standardPredicate } from '@/lib/shared/memory/predicates'
import { type JoinedTurn, joinedTurns, type SpokenMessage } from '@/lib/transfer/formats/turns'
import { TRIES, writeClientTurns } from './client-turns'
import { type Found, memoryOf, type Outside, refOf, turnUrl } from './outside'
import { momentOf } from './recall'

export type Remembered = { id: string; url: string; status: 'stored' | 'known'; proposal?: string }
type Input = Args<typeof rememberArgs>

/**
 * Stores what a client says as turns from outside, in its own conversation. What replaces a fact is a proposal
 * for the person. The same key is stored once. @throws MnemeError invalid, not_found
 */
export async function remember(who: Outside, input: Input): Promise<Found<Remembered>> {
  const memory = await memoryOf(who, 0)
  const said = saidIn(who, input, memory)
  const proposed = input.replaces === undefined ? null : await newValue(memory, input.replaces, input.content)
  const origin = clientOrigin(who.client)
  const key = input.key === undefined ? who.runtime.id('said') : clientKey(origin, input.key)
  const turns = (await joinedTurns(said, who.runtime.now())).map((turn, i) => ({
    ...turn,
    key: i ? `${key}_${i}` : key,
  }))
  for (let left = TRIES; left > 0; left--) {
    const known = await turnWithKey(who.db, who.ownerId, origin, key)
    if (known ? known.gone : await isForgottenKey(who.db, who.ownerId, key))
      throw new MnemeError('conflict', 'The person has forgotten this. It is not stored again.')
    const stored = known ?? (await write(who, turns))
    if (!stored) continue
    const proposal = proposed && (await propose(who, proposed, stored))
    const { id: turnId, conversationId } = stored
    return {
      result: {
        id: `turn:${turnId}`,
        url: turnUrl(who, conversationId, turnId),
        status: known ? 'known' : 'stored',
        ...(proposal ? { proposal } : {}),
      },
      ids: [`turn:${turnId}`],
    }
  }
  throw new MnemeError('conflict', 'Too much was remembered at the same time.', 'Send it again.')
}

/** The person's words have no speaker of their own; all else is the client's. */
function saidIn({ client, runtime }: Outside, input: Input, memory: MemoryContext): SpokenMessage[] {
  const { content, messages = [] } = input
  const list = content === undefined ? messages : [{ role: null, content, when: undefined }]
  const at = (when: string | undefined) => (when === undefined ? undefined : momentOf(when, memory))
  const begin = at(input.when) ?? runtime.now()
  return list.map(({ role, content: text, when }, i) => {
    if (holdsSecret(text)) throw secretRefused('Leave it out.')
    const date = at(when) ?? (i === 0 ? begin : null)
    if (date && date > runtime.now()) throw new MnemeError('invalid', 'This date is in the future.')
    const part = role === 'assistant' ? 'assistant' : 'user'
    const speaker = role === 'user' ? 'user' : client
    return { id: String(i + 1), speaker, part, text, at: date, session: null }
  })
}

type Stored = { id: string; conversationId: string; createdAt: Date }
/** Null if another writer was faster. */
async function write(who: Outside, turns: readonly (JoinedTurn & { key: string })[]): Promise<Stored | null> {
  const { db, ownerId, client } = who
  const importKey = clientOrigin(client)
  const written = await writeClientTurns(who, { importKey, title: client }, turns)
  return written ? turnWithKey(db, ownerId, importKey, turns[0]?.key ?? '') : null
}

function factNamed(facts: readonly Fact[], id: string): Statement {
  const { kind, ref } = refOf(id)
  if (kind !== 'fact')
    throw new MnemeError('invalid', 'Only a fact can be replaced.', 'Its id begins with fact:.')
  const fact = facts.find(({ statements }) => statements.some((one) => one.id === ref))
  if (!fact) throw notFound('fact')
  return latest(fact)
}

type Proposed = z.output<typeof tripleSchema> & { quote: string; origin: 'patterns' | 'model' }

/** The new value of a fact: the one that the content states of the same thing, else the content itself. */
async function newValue(memory: MemoryContext, replaces: string, content = ''): Promise<Proposed> {
  const known = await factsFor(memory)
  const { subject, predicate } = factNamed(known, replaces)
  const facts = known.filter(isCurrent).map(latest)
  const stated = await findFactsSlowly(content, [], { now: memory.now(), zone: memory.zone }, facts)
  const same = stated.find(
    (one) =>
      factNorm(one.subject) === factNorm(subject) &&
      standardPredicate(one.predicate) === standardPredicate(predicate),
  )
  const triple = tripleSchema.safeParse({ subject, predicate, object: same?.object ?? content })
  if (!triple.success)
    throw new MnemeError(
      'invalid',
      'This is too long for a fact.',
      'Give the new value alone, such as "York".',
    )
  return { ...triple.data, quote: content.slice(0, 300), origin: same ? 'patterns' : 'model' }
}

/**
 * Sending the same again makes no second proposal and brings back none that was forgotten. @returns the proposal's id,
 * the same for the same turn; null if it is gone.
 */
async function propose({ db, ownerId }: Outside, proposed: Proposed, stored: Stored): Promise<string | null> {
  const id = `fact_${sha256(`${stored.id}\n${proposed.object}`).slice(0, 24)}`
  if (await hasChanged(db, ownerId, { kind: 'fact', refId: stored.id }))
    return (await statementsOf(db, ownerId, ofTurn(stored.id))).some((one) => one.id === id)
      ? `fact:${id}`
      : null
  const waiting = { confidence: 0.5, status: 'proposed' as const }
  const statement = { ...proposed, ...waiting, id, turnId: stored.id, from: stored.createdAt }
  await db.$transaction([
    ...statementOps(db, ownerId, [statement]),
    ...changeOps(db, ownerId, [{ kind: 'fact', refId: stored.id, op: 'put' }]),
  ])
  return `fact:${id}`
}
