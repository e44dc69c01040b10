import { OFFLINE_TURN } from '@/lib/agent/offline-turn'
import type { Db } from '@/lib/db/engine/client'
import { acceptTurn } from '@/lib/db/turns/accept-turn'
import { titleFor } from '@/lib/model/offline/fallbacks'
import { countTokens } from '@/lib/model/tokens'
import type { Caller } from './caller'

/** The whole sample, made by `bench/sample/make.ts`. */
export const SAMPLE_FILE = 'examples/sample.json.br'

const MESSAGES = [
  'My sister Ana is allergic to walnuts. Her birthday dinner is on Saturday at seven, and I promised to cook for six people.',
  'write "Starter: roasted peppers. Main: mushroom risotto. Dessert: lemon tart." to menu.md',
  'What did I tell you about Ana?',
]

/** Begins the id of a sample conversation. */
const PREFIX = 'sample'
export const hasSample = async (db: Db, ownerId: string): Promise<boolean> =>
  (await db.conversation.findFirst({
    where: { ownerId, trashId: null, id: { startsWith: `${PREFIX}_` } },
    select: { id: true },
  })) !== null

/**
 * A short conversation to explore. The built-in engine answers it on this machine even when a provider is
 * set. Its turns are queued.
 */
export async function startSample(
  caller: Pick<Caller, 'db' | 'ownerId' | 'runtime' | 'runner'>,
): Promise<{ conversationId: string }> {
  const { db, ownerId, runtime, runner } = caller
  const conversationId = runtime.id(PREFIX)
  for (const text of MESSAGES) {
    const message = {
      id: runtime.id('turn'),
      conversationId,
      clientMessageId: runtime.id('msg'),
      userText: text,
      userTokens: countTokens(text),
      options: { thinking: true, ...OFFLINE_TURN },
      attachments: [],
      now: runtime.now(),
      title: titleFor(text),
      branchId: runtime.id('br'),
    }
    await acceptTurn(db, ownerId, message, { behind: 'leaf' })
  }
  await runner.kick(ownerId, conversationId)
  return { conversationId }
}
