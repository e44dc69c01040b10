import type { ConversationPage, TurnDto } from '@/lib/shared/dto'
import { isSettled } from '@/lib/shared/dto'
import type { Failure, Result } from '@/lib/shared/errors'
import { limits } from '@/lib/shared/limits'
import type { Attachment, TurnOptions } from '@/lib/shared/schemas'
import type { ChatApi } from './api'
import { type ChatState, emptyChat, fromPage, runningTurn } from './chat-state'
import { LiveSession } from './live-session'
import { newId } from './new-id'
import { optimisticTurn } from './optimistic-turn'
import type { Outcome } from './transport'
import { withNewer, withOlder, withTurn } from './turn-window'

export type Outgoing = { text: string; options: TurnOptions; attachments: Attachment[]; turnId?: string; clientMessageId?: string }
export type StoreDeps = { api: ChatApi; wait(ms: number, signal?: AbortSignal): Promise<void>; onFailure(failure: Failure): void; now(): Date }
const MOST = limits.interface.mountedTurns

/** One conversation in this tab: its turns, its queue and the streams of what runs. Views read it by `subscribe` and `get`. */
export class ConversationStore {
  private state: ChatState
  private readonly listeners = new Set<() => void>()
  private viewers = 0
  private nonce = 0

  constructor(
    readonly conversationId: string,
    page: ConversationPage | null,
    private readonly deps: StoreDeps,
  ) {
    this.state = { ...emptyChat(conversationId), ...(page ? fromPage(page) : {}) }
  }

  get = () => this.state
  subscribe = (listener: () => void) => {
    this.listeners.add(listener)
    return () => void this.listeners.delete(listener)
  }
  set(patch: Partial<ChatState>) {
    this.state = { ...this.state, ...patch }
    for (const listener of this.listeners) listener()
  }

  /** A view is mounted: follow what runs. The returned function lets go once no view is left. */
  attach() {
    this.viewers += 1
    this.followRunning()
    return () => {
      this.viewers -= 1
      queueMicrotask(() => {
        if (this.viewers === 0) this.closeSessions()
      })
    }
  }
  pause = () => this.state.sessions.forEach((session) => void session.pause())
  resume = () => this.state.sessions.forEach((session) => void session.resume())

  /** Sends a message; the turn is on the page at once. Returns why it was not accepted, and then nothing of it stays. */
  async send(message: Outgoing): Promise<Failure | null> {
    if (this.state.hasAfter) await this.latest()
    const ids = { turnId: message.turnId ?? newId('turn'), clientMessageId: message.clientMessageId ?? newId('msg') }
    const waits = runningTurn(this.state) !== null || this.state.queue.length > 0
    const turn = optimisticTurn(this.state, message, ids.turnId, waits, this.deps.now())
    if (waits) this.set({ queue: [...this.state.queue, turn] })
    else this.place(turn)
    const input = { conversationId: this.conversationId, ...ids, text: message.text, options: message.options, uploadIds: message.attachments.map((file) => file.uploadId) }
    return new Promise((resolve) => {
      const session: LiveSession = this.session(turn, async () => {
        const result = await this.deps.api.startTurn(input)
        if (!result.ok) {
          this.withdraw(turn.id)
          resolve(result.error)
          throw new Error(result.error.message)
        }
        resolve(null)
        session.base = result.value.turn
        this.accept(result.value.turn)
        if (result.value.turn.status !== 'queued') {
          if (!this.state.sessions.includes(session)) this.set({ sessions: [...this.state.sessions, session] })
          return result.value.stream
        }
        void result.value.stream.cancel().catch(() => {})
        return null
      })
      if (!waits) this.set({ sessions: [...this.state.sessions, session] })
      void session.send(message.text).then((outcome) => this.finish(session, outcome))
    })
  }

  /** Asks the running turn to end; what it has said stays. */
  async stop() {
    const turn = runningTurn(this.state)
    if (!turn || this.state.stopping) return
    this.set({ stopping: true })
    const result = await this.deps.api.stopTurn({ turnId: turn.id })
    if (!result.ok) {
      this.set({ stopping: false })
      this.deps.onFailure(result.error)
    }
  }

  retry = (turnId: string) => this.restart(this.deps.api.retryTurn({ turnId }))
  regenerate = (turnId: string, options: TurnOptions) => this.restart(this.deps.api.regenerateTurn({ turnId, newTurnId: newId('turn'), clientMessageId: newId('msg'), options }))
  edit = (turnId: string, text: string, options: TurnOptions) =>
    this.restart(this.deps.api.editTurn({ turnId, newTurnId: newId('turn'), clientMessageId: newId('msg'), text, options }), false)

  releaseQueue = () => this.restart(this.deps.api.releaseQueue({ conversationId: this.conversationId }))
  async editQueued(turnId: string, text: string): Promise<Failure | null> {
    const result = await this.deps.api.editQueued({ turnId, text })
    if (result.ok) this.set({ queue: this.state.queue.map((turn) => (turn.id === turnId ? result.value : turn)) })
    return result.ok ? null : result.error
  }
  async discardQueued(turnId: string) {
    const result = await this.deps.api.discardQueued({ turnId })
    if (!result.ok) return this.deps.onFailure(result.error)
    this.set({ queue: this.state.queue.filter((turn) => turn.id !== turnId) })
  }

  async older() {
    const first = this.state.turns[0]
    if (!first || !this.state.hasBefore || this.state.loading) return
    await this.page('before', { before: first.number }, (page) => this.set(withOlder(this.state, page, MOST)))
  }
  async newer() {
    const last = this.state.turns.at(-1)
    if (!last || !this.state.hasAfter || this.state.loading) return
    await this.page('after', { after: last.number }, (page) => this.set(withNewer(this.state, page, MOST)))
  }
  latest = () => this.page('jump', {}, (page) => this.show(page))

  /** Brings a turn into view, loading the page around it when it is far. False when it is not on this path. */
  async goTo(turnId: string, number: number | null): Promise<boolean> {
    const here = () => this.state.turns.some((turn) => turn.id === turnId)
    if (!here() && number !== null) await this.page('jump', { around: number }, (page) => this.show(page))
    if (!here()) return false
    this.nonce += 1
    this.set({ target: { turnId, nonce: this.nonce }, chosen: turnId })
    return true
  }
  async selectBranch(turnId: string) {
    const result = await this.deps.api.selectBranch({ turnId })
    if (!result.ok) return this.deps.onFailure(result.error)
    this.show(result.value)
    await this.goTo(turnId, null)
  }

  /** Takes what changed elsewhere: another tab, a job, the queue. A page that looks at the past keeps its place. */
  async sync(): Promise<void> {
    if (!this.state.conversation && this.state.turns.length === 0) return
    const result = await this.deps.api.loadTurns({ conversationId: this.conversationId })
    if (!result.ok) return
    const { turns, hasAfter: _, ...rest } = fromPage(result.value)
    const live = new Set(this.state.sessions.map((session) => session.base.id))
    const touches = turns.some((turn) => this.state.turns.some((known) => known.id === turn.id))
    if (this.state.hasAfter) this.set({ queue: rest.queue, queuePaused: rest.queuePaused, conversation: rest.conversation, lastNumber: rest.lastNumber })
    else if (!touches || turns.length === 0) this.set({ ...rest, turns })
    else this.set({ ...rest, ...withNewer(this.onPath(turns), { turns: turns.filter((turn) => !live.has(turn.id)), hasBefore: true, hasAfter: false }, MOST) })
    this.followRunning()
    if (this.state.queue.length && !this.state.queuePaused && !runningTurn(this.state) && this.viewers > 0) {
      await this.deps.wait(limits.interface.settleRetryMs)
      await this.sync()
    }
  }

  /** A turn as its stream tells it, moment by moment. */
  showLive(session: LiveSession, turn: TurnDto) {
    if (!session.settled && turn.status !== 'queued' && this.state.turns.some((known) => known.id === turn.id && known !== turn)) this.set(withTurn(this.state, turn, MOST))
  }

  private onPath(newest: TurnDto[]) {
    const ids = new Set(newest.map((turn) => turn.id))
    const from = newest[0]?.number ?? 0
    return { ...this.state, turns: this.state.turns.filter((turn) => turn.number < from || ids.has(turn.id)) }
  }

  private show(page: ConversationPage) {
    this.closeSessions()
    this.set(fromPage(page))
    this.followRunning()
  }

  private async page(loading: 'before' | 'after' | 'jump', at: { before?: number; after?: number; around?: number }, apply: (page: ConversationPage) => void) {
    this.set({ loading })
    const result = await this.deps.api.loadTurns({ conversationId: this.conversationId, ...at })
    this.set({ loading: null })
    if (result.ok) apply(result.value)
    else this.deps.onFailure(result.error)
  }

  /** A turn that runs again, or a sibling that takes its place. Returns the failure, after showing it where `loud`. */
  private async restart(call: Promise<Result<TurnDto | null>>, loud = true): Promise<Failure | null> {
    const result = await call
    if (!result.ok) {
      if (loud) this.deps.onFailure(result.error)
      return result.error
    }
    this.set({ queuePaused: false })
    if (!result.value || result.value.status === 'queued') await this.sync()
    else {
      this.accept(result.value)
      this.followRunning()
    }
    return null
  }

  private place(turn: TurnDto) {
    const after = withTurn(this.state, turn, MOST)
    const kept = new Set(after.turns.map((known) => known.id))
    const [stay, leave] = [this.state.sessions.filter((session) => kept.has(session.base.id)), this.state.sessions.filter((session) => !kept.has(session.base.id))]
    for (const session of leave) session.close()
    this.set({ ...after, sessions: stay, lastNumber: Math.max(turn.number, after.turns.at(-1)?.number ?? 0), stopping: false, chosen: null })
  }

  private accept(turn: TurnDto) {
    const queue = this.state.queue.filter((known) => known.id !== turn.id)
    if (turn.status === 'queued') return this.set({ queue: [...queue, turn], turns: this.state.turns.filter((known) => known.id !== turn.id) })
    this.set({ queue })
    this.place(turn)
  }

  private withdraw(turnId: string) {
    const keep = (turn: TurnDto) => turn.id !== turnId
    this.set({ turns: this.state.turns.filter(keep), queue: this.state.queue.filter(keep), sessions: this.state.sessions.filter((session) => session.base.id !== turnId) })
  }

  private session(turn: TurnDto, start?: ConstructorParameters<typeof LiveSession>[2]) {
    const { api, wait } = this.deps
    return new LiveSession(turn, { api, wait, onConnection: (connection) => this.state.connection !== connection && this.set({ connection }) }, start)
  }

  private followRunning() {
    if (this.viewers === 0) return
    const known = new Set(this.state.sessions.map((session) => session.base.id))
    for (const turn of this.state.turns) {
      if (isSettled(turn.status) || known.has(turn.id)) continue
      const session = this.session(turn)
      this.set({ sessions: [...this.state.sessions, session] })
      void session.follow().then((outcome) => this.finish(session, outcome))
    }
  }

  private async finish(session: LiveSession, outcome: Outcome) {
    if (outcome === 'settled') await this.settle(session)
    this.set({ sessions: this.state.sessions.filter((other) => other !== session), connection: 'live', ...(outcome === 'settled' ? { stopping: false } : {}) })
    if (outcome === 'gone' || (outcome === 'settled' && this.state.queue.length > 0) || (outcome !== 'open' && !this.state.conversation)) await this.sync()
    else if (outcome === 'settled') this.followRunning()
  }

  /** The rows of a turn that is over, in place of what its stream gave. */
  private async settle(session: LiveSession) {
    const turnId = session.base.id
    for (let tries = 0; tries < 5; tries += 1) {
      const result = await this.deps.api.loadTurn({ turnId })
      if (result.ok && isSettled(result.value.status)) {
        session.settled = true
        if (this.state.turns.some((turn) => turn.id === turnId)) this.set(withTurn(this.state, result.value, MOST))
        return
      }
      await this.deps.wait(limits.interface.settleRetryMs)
    }
  }

  private closeSessions() {
    for (const session of this.state.sessions) session.close()
    if (this.state.sessions.length) this.set({ sessions: [] })
  }
}
