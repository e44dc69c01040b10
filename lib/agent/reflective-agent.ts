import { attachmentOf, uploadsOf } from '@/lib/db/files/workspace'
import { acceptTurn } from '@/lib/db/turns/accept-turn'
import { getTurn, type Turn } from '@/lib/db/turns/turns'
import { titleFor } from '@/lib/heuristics/titles/title'
import { ContextMemoryStore } from '@/lib/memory/context/context-memory-store'
import { observeCalls } from '@/lib/model/call/observe-calls'
import { toFailure } from '@/lib/shared/errors'
import { withoutPrefix } from '@/lib/shared/turn/depth'
import { act } from './action'
import { decideDepth } from './depth/decide'
import { firstSearch, retrieve } from './depth/retrieve'
import { gather } from './gather/gather'
import { examplesFor, turnFacts, turnStrategies } from './gather/strategies'
import { outcomeOf } from './outcome'
import { ReflectiveThinkingProcessor } from './thinking'
import type { AgentDeps, TurnOutcome, TurnRun } from './turn-state'

/** The conversation of `start`, for use without the web app. */
type AgentSession = { ownerId: string; conversationId: string; runner: TurnStarter }
/** The part of the runner that an agent needs. */
type TurnStarter = {
  kick(ownerId: string, conversationId: string): Promise<unknown>
  settled(turnId: string): Promise<unknown>
}

/**
 * Runs a turn: gathers workspace, window and summaries, thinks in rounds, and acts with tools. It emits
 * events and returns an outcome to commit. What fails once everything is gathered ends as a failed turn; the
 * runner handles the rest. It knows nothing of the interface.
 */
export class ReflectiveAgent {
  constructor(
    private readonly deps: AgentDeps,
    private readonly session: AgentSession | null = null,
  ) {}

  async run(turn: TurnRun): Promise<TurnOutcome> {
    const { models, ...rest } = this.deps
    const watched = turn.onCall ? observeCalls(models, turn.onCall) : models
    const state = await gather({ ...rest, models: watched }, turn)
    const thinking = new ReflectiveThinkingProcessor(state)
    try {
      Object.assign(state, await examplesFor(state))
      Object.assign(state, await decideDepth(state))
      const [looked, facts] = await Promise.all([firstSearch(state), turnFacts(state)])
      Object.assign(state, facts)
      if (looked) retrieve(state, looked)
      Object.assign(state, await turnStrategies(state))
      await thinking.performReflectiveThinking()
      const end = await act(state)
      return await outcomeOf(state, thinking, end.status, end.error)
    } catch (error) {
      this.deps.log('a turn crashed', {
        turnId: turn.turn.id,
        error: String((error as Error)?.stack ?? error),
      })
      return await outcomeOf(state, thinking, 'failed', toFailure(error))
    } finally {
      await state.servers.close()
    }
  }

  /** Sends one message with the files that wait for it, and waits for the settled turn. */
  async start(message: string): Promise<Turn> {
    const { ownerId, conversationId, runner } = this.sessionOrThrow()
    const { db, runtime, countTokens } = this.deps
    const { text, ...forced } = withoutPrefix(message)
    const accepted = {
      id: runtime.id('turn'),
      conversationId,
      clientMessageId: runtime.id('msg'),
      userText: text,
      userTokens: countTokens(text),
      options: forced,
      attachments: (await uploadsOf(db, ownerId, conversationId, null)).map(attachmentOf),
      now: runtime.now(),
      title: titleFor(text),
      branchId: runtime.id('br'),
    }
    const { turn } = await acceptTurn(db, ownerId, accepted, { behind: 'leaf' })
    await runner.kick(ownerId, conversationId)
    await runner.settled(turn.id)
    return getTurn(db, ownerId, turn.id)
  }

  getMemoryStore(): ContextMemoryStore {
    const { ownerId, conversationId } = this.sessionOrThrow()
    const { db, runtime, countTokens } = this.deps
    return new ContextMemoryStore({ db, ownerId, conversationId, runtime, countTokens })
  }

  /** Contexts and summaries of the conversation. */
  exportMemory = () => this.getMemoryStore().export()

  private sessionOrThrow(): AgentSession {
    if (!this.session) throw new Error('This agent has no conversation of its own: open it with openAgent.')
    return this.session
  }
}
