import { getConversation } from '@/lib/db/turns/conversations'
import { zoneFor } from '@/lib/db/turns/turns'
import { turnResult } from '@/lib/services/turns/ask'
import { notFound, thrown } from '@/lib/shared/errors'
import { type Args, type askArgs, clientOrigin } from '@/lib/shared/memory/outside'
import { runToEnd, type Watch } from '../turns/ask'
import { type Outside, turnUrl } from './outside'

export type Answered = { answer: string; conversation_id: string; turn_id: string; url: string }

const CUT_SHORT = { code: 'interrupted', message: 'The answer was cut short.', hint: 'Ask again.' } as const

/**
 * Runs a turn with the client's question. Its text came from outside, so nothing is learned from it without the
 * person. `signal` stops it. @throws MnemeError not_found, limit_reached, or why the answer is not whole
 */
export async function askForProgram(
  who: Outside,
  { question, conversation_id }: Args<typeof askArgs>,
  watch: Watch,
) {
  const { db, ownerId, runtime, client } = who
  const origin = clientOrigin(client)
  const known = conversation_id === undefined ? null : await getConversation(db, ownerId, conversation_id)
  if (known && known.origin !== origin) throw notFound('conversation of this client')
  const conversationId = known?.id ?? runtime.id('conv')
  const turnId = runtime.id('turn')
  const options = { timeZone: await zoneFor(who) }
  const input = { conversationId, turnId, clientMessageId: turnId, text: question, options, uploadIds: [] }
  await runToEnd(who, input, watch, origin)
  const { success, output: answer, error } = await turnResult(db, ownerId, turnId)
  if (!success) throw thrown(error ?? CUT_SHORT)
  const [id, url] = [`turn:${turnId}`, turnUrl(who, conversationId, turnId)]
  return { result: { answer, conversation_id: conversationId, turn_id: id, url }, ids: [id] }
}
