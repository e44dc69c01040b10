import { createHmac } from 'node:crypto'
import { secretsMatch } from '@/lib/config/access'
import { statementsOf } from '@/lib/db/facts/statements'
import { fileHistory } from '@/lib/db/memory/graph'
import { getTurn } from '@/lib/db/turns/turns'
import { factsFor } from '@/lib/memory/facts/known-facts'
import { latest } from '@/lib/memory/facts/timeline'
import { deriveKey } from '@/lib/settings/secrets'
import { MnemeError, notFound } from '@/lib/shared/errors'
import { shownFact } from '@/lib/shared/memory/facts'
import type { Forgotten } from '@/lib/shared/memory/forget'
import type { Args, forgetArgs } from '@/lib/shared/memory/outside'
import { shortened } from '@/lib/shared/shortened'
import { forgetFile, forgetTurns, previewForget } from '../forget/forget'
import { forgetFact, previewForgetFact } from '../forget/forget-fact'
import { trashMs } from '../forget/forget-places'
import { memoryOf, type Outside, refOf } from './outside'

/** How long a word that confirms is valid. */
const VALID_MS = 600_000

const sign = (ownerId: string, ids: readonly string[], until: number) =>
  createHmac('sha256', deriveKey('confirm'))
    .update(JSON.stringify([ownerId, [...ids].sort(), until]))
    .digest()
    .subarray(0, 15)
    .toString('base64url')

/** A word that confirms that these are forgotten for this owner, and nothing else. */
function confirmWord(ownerId: string, ids: readonly string[], now: Date): string {
  const until = now.getTime() + VALID_MS
  return `${until.toString(36)}.${sign(ownerId, ids, until)}`
}

function isConfirmed(word: string, ownerId: string, ids: readonly string[], now: Date): boolean {
  const [time = '', given = ''] = word.split('.')
  const until = Number.parseInt(time, 36)
  if (!(until > now.getTime()) || until > now.getTime() + VALID_MS) return false
  return secretsMatch(given, sign(ownerId, ids, until))
}

type ForgettingCaller = Outside & { keptMs?: number }
/** What forgetting an id removes: the ids, and a line on each thing for the person. */
type Plan = { ids: string[]; lines: string[]; run(): Promise<Forgotten> }
export type ForgetQuestion = { confirm: string; would_remove: string[] }
export type Gone = { forgotten: string[]; undo: string }

/** What would go, and the word that confirms it. @throws MnemeError not_found, conflict, invalid */
export async function planForget(who: Outside, id: string): Promise<ForgetQuestion & { ids: string[] }> {
  const { ids, lines } = await planOf(who, id)
  return { confirm: confirmWord(who.ownerId, ids, who.runtime.now()), would_remove: lines, ids }
}

/**
 * Forgets as the page does, but the person need not be there: it can be undone as long as the trash keeps things.
 * @throws MnemeError invalid for a word that confirms anything else.
 */
export async function forgetForProgram(who: Outside, { id, confirm = '' }: Args<typeof forgetArgs>) {
  const keptMs = trashMs()
  const { ids, run } = await planOf({ ...who, keptMs }, id)
  if (!isConfirmed(confirm, who.ownerId, ids, who.runtime.now()))
    throw new MnemeError(
      'invalid',
      'This word does not confirm it: it is over ten minutes old, or something else would be removed now.',
      'Call forget with the id alone, show the person what it would remove, and repeat its word.',
    )
  await run()
  const until = new Date(who.runtime.now().getTime() + keptMs).toISOString()
  const undo = `The person can undo this until ${until}: ${who.base}/settings#forgotten`
  return { result: { forgotten: ids, undo }, ids }
}

async function planOf(who: ForgettingCaller, id: string): Promise<Plan> {
  const { kind, ref } = refOf(id)
  if (kind === 'turn') return planOfTurn(who, ref)
  if (kind === 'fact') return planOfFact(who, ref)
  if (kind === 'file') return planOfFile(who, ref)
  throw new MnemeError(
    'invalid',
    `A ${kind} cannot be forgotten by itself.`,
    'Forget the turns that it was made from: fetch names them.',
  )
}

async function planOfTurn(who: ForgettingCaller, ref: string): Promise<Plan> {
  const { id, conversationId, number, userText, answer } = await getTurn(who.db, who.ownerId, ref)
  const range = { conversationId, turnId: id, from: number, to: number }
  const { files, facts, strategies, emptied, citedBy } = await previewForget(who, range)
  const said = shortened((userText || answer).replace(/\s+/g, ' '), 120)
  return {
    ids: [`turn:${id}`, ...files.map((path) => `file:${conversationId}:${path}`)],
    lines: [
      `Turn ${number}: “${said}”`,
      ...(facts ? [`${facts} of its facts`] : []),
      ...(strategies ? [`${strategies} strategies learned from it alone`] : []),
      ...files.map((path) => `The file ${path}, which only it wrote`),
      ...(emptied ? ['Its conversation, which has no other turn'] : []),
      ...(citedBy.length ? [`(${citedBy.length} answers that cite it stay)`] : []),
    ],
    run: () => forgetTurns(who, { ...range, files: files.length > 0 }),
  }
}

/** With the turns that say nothing else, as the page offers. A proposal is forgotten alone. */
async function planOfFact(who: ForgettingCaller, ref: string): Promise<Plan> {
  const memory = await memoryOf(who, 0)
  const fact = (await factsFor(memory)).find(({ statements }) => statements.some(({ id }) => id === ref))
  const proposed = fact ? undefined : (await statementsOf(who.db, who.ownerId)).find(({ id }) => id === ref)
  const said = fact ? latest(fact) : proposed
  if (!said) throw notFound('fact')
  const ids = fact ? fact.statements.map(({ id }) => id) : [said.id]
  const { saidIn, repeatedBy } = fact ? await previewForgetFact(who, { ids }) : { saidIn: [], repeatedBy: [] }
  const all = [...saidIn, ...repeatedBy]
  const turns = all.filter(({ saysMore }) => !saysMore)
  const kept = all.length - turns.length
  return {
    ids: [...ids.map((id) => `fact:${id}`), ...turns.map(({ turnId }) => `turn:${turnId}`)],
    lines: [
      `The fact “${shownFact(said)}”`,
      ...turns.map(({ number, title }) => `Turn ${number} of “${title}”, which says nothing else`),
      ...(kept ? [`(${kept} turns that also say other things stay)`] : []),
    ],
    run: () => forgetFact(who, { ids, turns: turns.map(({ turnId }) => turnId) }),
  }
}

async function planOfFile(who: ForgettingCaller, ref: string): Promise<Plan> {
  const at = ref.indexOf(':')
  const file = { conversationId: ref.slice(0, Math.max(0, at)), path: ref.slice(at + 1) }
  const [latest] = await fileHistory(who.db, who.ownerId, file.conversationId, file.path, 1)
  if (!latest) throw notFound('file')
  return {
    ids: [`file:${ref}`],
    lines: [`The file ${file.path} with all its versions`],
    run: () => forgetFile(who, file),
  }
}
