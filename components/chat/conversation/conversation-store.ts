import { newId } from '@/components/chat/composer/new-id'
import { type FollowOutcome, LiveTurn } from '@/components/chat/turn/live-turn'
import { STALE_PAGE } from '@/components/ui/call-action'
import { type ConversationPage, isSettled, type TurnDto } from '@/lib/shared/dto'
import type { Failure, Result } from '@/lib/shared/errors'
import { limits } from '@/lib/shared/limits'
import type { TurnOptions } from '@/lib/shared/schemas'
import { fromPage, NOT_AT_THE_END, type Outgoing, runningTurn, withQueued } from './chat-state'
import { type StoreDeps, TurnPages } from './history/turn-pages'
import { withNewer, withTurn } from './history/turn-window'
import { optimisticTurn, siblingOf } from './new-turn'

/** One conversation in this tab: its turns, its queue, and its running streams. */
export class ConversationStore extends TurnPages {
  private viewers = 0
  private isBehind = false
  /** Attaches files from elsewhere on the page, resolves after their upload; null without a composer. */
  takeFiles: ((files: File[]) => Promise<unknown>) | null = null

  /** A view has mounted: follow what runs. The returned function stops once no view is left. */
  attach() {
    this.viewers += 1
    this.followRunning()
    return () => {
      this.viewers -= 1
      queueMicrotask(() => {
        if (this.viewers > 0) return
        for (const session of this.state.sessions) session.close()
        this.set({ sessions: [] })
      })
    }
  }
  /** Sends a message and shows its turn at once. Returns why it was refused; its turn is then removed. */
  async send(message: Outgoing): Promise<Failure | null> {
    const { text, chosen, besideTurnId } = message
    if (this.state.hasAfter && !besideTurnId) await this.latest()
    if (this.state.hasAfter && !besideTurnId) return NOT_AT_THE_END
    const ids = {
      turnId: message.turnId ?? newId('turn'),
      clientMessageId: message.clientMessageId ?? newId('msg'),
    }
    const waits = runningTurn(this.state) !== null || this.state.queue.length > 0
    const turn = optimisticTurn(this.state, message, ids.turnId, waits, this.deps.now())
    if (waits) this.set({ queue: [...this.state.queue, turn] })
    else if (!besideTurnId) this.place(turn)
    const live = this.live(turn)
    if (!waits && !besideTurnId) this.set({ sessions: [...this.state.sessions, live] })
    const result = await this.deps.api.startTurn({
      ...ids,
      conversationId: this.conversationId,
      text,
      chosen,
      besideTurnId,
      options: turn.options,
      uploadIds: message.attachments.map((file) => file.uploadId),
    })
    if (!result.ok) {
      this.withdraw(turn.id)
      // What was not found may be an attached file, so check the conversation itself.
      if (result.error.code === 'not_found') await this.sync()
      return result.error
    }
    const { turn: stored, stream } = result.value
    this.accept(stored)
    if (!stream) {
      void this.finish(live, 'queued')
      return null
    }
    if (!this.state.sessions.includes(live)) this.set({ sessions: [...this.state.sessions, live] })
    void live.read(stored, stream).then((outcome) => this.finish(live, outcome))
    return null
  }

  /** Whether a message whose sending failed was stored; then shows it. Null = no server. */
  async hasArrived(turnId: string): Promise<boolean | null> {
    const result = await this.deps.api.loadTurn({ turnId })
    if (!result.ok) return result.error.code === 'unavailable' && result.error !== STALE_PAGE ? null : false
    this.accept(result.value)
    this.followRunning()
    return true
  }

  async stop() {
    const turn = runningTurn(this.state)
    if (!turn || this.state.stopping) return
    this.set({ stopping: true })
    const result = await this.deps.api.stopTurn({ turnId: turn.id })
    if (result.ok) return
    this.set({ stopping: false })
    this.deps.onFailure(result.error)
  }

  retry = (turnId: string) => this.restart(this.deps.api.retryTurn({ turnId }))
  regenerate = (turnId: string, options: TurnOptions) =>
    this.restart(this.deps.api.regenerateTurn(siblingOf(turnId, options)))
  edit = (turnId: string, text: string, options: TurnOptions) =>
    this.restart(this.deps.api.editTurn({ ...siblingOf(turnId, options), text }), false)

  /** A person's feedback on a turn: how deep it should have gone, what they think of its answer. */
  async judge(say: (api: StoreDeps['api']) => Promise<Result<TurnDto>>) {
    const result = await say(this.deps.api)
    if (!result.ok) return this.deps.onFailure(result.error)
    const judged = result.value
    this.set({ turns: this.state.turns.map((turn) => (turn.id === judged.id ? judged : turn)) })
  }

  releaseQueue = () => this.restart(this.deps.api.releaseQueue({ conversationId: this.conversationId }))
  async editQueued(turnId: string, text: string): Promise<Failure | null> {
    const result = await this.deps.api.editQueued({ turnId, text })
    if (result.ok)
      this.set({ queue: this.state.queue.map((turn) => (turn.id === turnId ? result.value : turn)) })
    return result.ok ? null : result.error
  }
  async discardQueued(turnId: string) {
    const result = await this.deps.api.discardQueued({ turnId })
    if (!result.ok) return this.deps.onFailure(result.error)
    this.set({ queue: this.state.queue.filter((turn) => turn.id !== turnId) })
  }

  /** Messages were sent elsewhere while an answer streams here: they are read when it ends. */
  syncLater() {
    this.isBehind = true
  }

  /** Applies changes from elsewhere. A page scrolled to the past keeps its position. */
  async sync(): Promise<void> {
    this.isBehind = false
    if (!this.state.conversation && this.state.turns.length === 0) return
    const result = await this.load()
    if (!result.ok) {
      if (result.error.code === 'not_found' && this.state.conversation) this.set({ gone: true })
      return
    }
    if (this.state.gone) this.set({ gone: false })
    const { turns, hasAfter: _, ...rest } = fromPage(result.value)
    const { queue, queuePaused, conversation, lastNumber } = rest
    if (this.state.hasAfter)
      this.set({ queue, queuePaused, conversation, lastNumber, latest: turns.at(-1) ?? null })
    else if (!turns.some((turn) => this.state.turns.some((known) => known.id === turn.id)))
      this.set({ ...rest, turns: this.freshest(turns) })
    else {
      const newest = { turns: this.freshest(turns), hasBefore: true, hasAfter: false, latest: null }
      this.set({ ...rest, ...withNewer(this.onPath(turns), newest) })
    }
    this.followRunning()
    if (this.state.queue.length && !this.state.queuePaused && !runningTurn(this.state) && this.viewers > 0) {
      await this.deps.wait(limits.interface.settleRetryMs)
      await this.sync()
    }
  }

  protected override show(page: ConversationPage, openedAt: number | null = null) {
    super.show(page, openedAt)
    this.followRunning()
  }

  /** The turns on screen without those that the newest page of the same path no longer has. */
  private onPath(newest: TurnDto[]) {
    const ids = new Set([...newest, ...this.state.sessions].map(({ id }) => id))
    const from = newest[0]?.number ?? 0
    return { ...this.state, turns: this.state.turns.filter((turn) => turn.number < from || ids.has(turn.id)) }
  }

  /** Runs a turn again, or a sibling in its place. Returns the failure, after showing it if `loud`. */
  private async restart(call: Promise<Result<TurnDto | null>>, loud = true): Promise<Failure | null> {
    const result = await call
    if (!result.ok) {
      if (loud) this.deps.onFailure(result.error)
      return result.error
    }
    this.set({ queuePaused: false })
    const turn = result.value
    if (!turn || turn.status === 'queued') {
      await this.sync()
      return null
    }
    this.accept(turn)
    const isAfterFirst = turn.number > (this.state.turns[0]?.number ?? 1)
    const follows = this.state.turns.some(({ id }) => id === turn.parentId)
    // A queue on another branch is shown with the path that leads to it.
    if (turn.parentId && isAfterFirst && !follows) await this.latest()
    else this.followRunning()
    return null
  }

  private place(turn: TurnDto) {
    const after = withTurn(this.state, turn)
    const replaced = this.state.turns.filter(
      (known) => !after.turns.some((kept) => kept.id === known.id) && known.number >= turn.number,
    )
    const left = this.state.sessions.filter((session) => replaced.some((known) => known.id === session.id))
    for (const session of left) session.close()
    this.set({
      ...after,
      sessions: this.state.sessions.filter((session) => !left.includes(session)),
      lastNumber: after.turns.at(-1)?.number ?? 0,
      stopping: false,
      ...{ chosen: null, inView: null },
      branching: null,
    })
  }

  private accept(turn: TurnDto) {
    const others = ({ id }: TurnDto) => id !== turn.id
    if (turn.status === 'queued')
      return this.set({
        queue: withQueued(this.state.queue, turn),
        turns: this.state.turns.filter(others),
      })
    this.set({ queue: this.state.queue.filter(others) })
    this.place(turn)
  }

  private withdraw(turnId: string) {
    const keep = (turn: TurnDto) => turn.id !== turnId
    const turns = this.state.turns.filter(keep)
    this.set({
      turns,
      ...(this.state.hasAfter ? {} : { lastNumber: turns.at(-1)?.number ?? 0 }),
      queue: this.state.queue.filter(keep),
      sessions: this.state.sessions.filter((session) => session.id !== turnId),
    })
  }

  private live(turn: TurnDto): LiveTurn {
    const { api, wait } = this.deps
    return new LiveTurn(turn, {
      api,
      wait,
      onLost: (lost) => this.state.lost !== lost && this.set({ lost }),
      onTurn: (latest) => {
        if (this.state.turns.some(({ id }) => id === latest.id)) this.set(withTurn(this.state, latest))
      },
    })
  }

  private followRunning() {
    if (this.viewers === 0) return
    const known = new Set(this.state.sessions.map((session) => session.id))
    for (const turn of this.state.turns) {
      if (isSettled(turn.status) || known.has(turn.id)) continue
      const live = this.live(turn)
      this.set({ sessions: [...this.state.sessions, live] })
      void live.read(turn).then((outcome) => this.finish(live, outcome))
    }
  }

  private async finish(session: LiveTurn, outcome: FollowOutcome | 'queued') {
    this.set({
      sessions: this.state.sessions.filter((other) => other !== session),
      lost: false,
      ...(outcome === 'settled' ? { stopping: false } : {}),
    })
    if (
      outcome === 'gone' ||
      (outcome === 'queued' && !runningTurn(this.state)) ||
      (outcome === 'settled' && (this.isBehind || this.state.queue.length > 0 || !this.state.conversation))
    )
      await this.sync()
    else if (outcome === 'settled') this.followRunning()
  }
}
