import { setTimeout as sleep } from 'node:timers/promises'
import { answerTo } from '@/lib/db/tool-servers'
import { type Answer, limitsOfServers } from '@/lib/shared/tool-servers'
import type { AskedCall } from '@/lib/shared/turn/events'
import type { TurnState } from '../../turn-state'

/**
 * Asks the person before a call and waits, since the answer may arrive at another process. null = the turn was
 * stopped, or nobody answered.
 */
export async function askPerson(
  { deps, run }: Pick<TurnState, 'deps' | 'run'>,
  step: number,
  call: AskedCall,
): Promise<Answer | null> {
  const { askMs, askPollMs } = limitsOfServers
  run.emit({ type: 'asking', step, call })
  for (let waited = 0; waited < askMs && !run.signal.aborted; waited += askPollMs) {
    const answer = await answerTo(deps.db, run.turn.id, call.id)
    if (answer) return answer
    await sleep(askPollMs, undefined, { signal: run.signal }).catch(() => {})
  }
  return null
}
