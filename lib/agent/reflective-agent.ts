import { setTurnPlan } from '@/lib/db/claims'
import { toFailure } from '@/lib/shared/errors'
import { act } from './action'
import { gather } from './gather'
import { outcomeOf } from './outcome'
import type { TurnOutcome, TurnRun } from './runner-types'
import { ReflectiveThinkingProcessor } from './thinking'
import type { AgentDeps } from './turn-state'

/**
 * The turn (seeds 000 and 002): gather workspace, window and summaries, think in rounds, act with tools, hand everything to the commit.
 * It only emits events and returns an outcome; it never throws, and knows nothing of requests or the interface.
 */
export class ReflectiveAgent {
  constructor(private readonly deps: AgentDeps) {}

  async run(turn: TurnRun): Promise<TurnOutcome> {
    const state = await gather(this.deps, turn)
    await setTurnPlan(this.deps.db, turn.lease, state.plan, state.window)
    turn.emit({ type: 'started', at: this.deps.runtime.now().toISOString(), thinking: state.plan, window: state.window })
    try {
      await new ReflectiveThinkingProcessor(state).performReflectiveThinking()
      const end = await act(state)
      return outcomeOf(state, end.status, end.error)
    } catch (error) {
      this.deps.log('a turn broke', { turnId: turn.turn.id, error: String((error as Error)?.stack ?? error) })
      return outcomeOf(state, 'failed', toFailure(error))
    }
  }
}
