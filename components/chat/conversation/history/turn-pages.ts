import type { ChatApi } from '@/components/chat/api'
import type { FoundWords } from '@/components/chat/conversation/chat-state'
import { bounds, markdownSize, renderWork } from '@/components/ui/markdown/markdown-bounds'
import { type ConversationPage, isSettled, type TurnDto } from '@/lib/shared/dto'
import type { Failure, Result } from '@/lib/shared/errors'
import { type ChatState, emptyChat, fromPage } from '../chat-state'
import { withNewer, withOlder } from './turn-window'

/** `openedAt` = the turn to be seen first, by default the last. */
export type StoreDeps = {
  api: ChatApi
  wait(ms: number, signal?: AbortSignal): Promise<void>
  now(): Date
  onFailure(failure: Failure): void
  openedAt?: string | null
}
type GoTo = { choose?: boolean; found?: Omit<FoundWords, 'turnId'> | null; top?: number | null }
/** A page before, after or around a turn's number; by default the newest. */
type PageRequest = { before?: number; after?: number; around?: number }

/** Which turns of a conversation are on the page. Views use `subscribe` and `get`; the state is immutable. */
export class TurnPages {
  protected state: ChatState
  readonly first: ChatState
  private readonly listeners = new Set<() => void>()
  private isLoading = false

  constructor(
    readonly conversationId: string,
    page: ConversationPage | null,
    protected readonly deps: StoreDeps,
  ) {
    this.first = {
      ...emptyChat(conversationId),
      ...(page ? { ...fromPage(page), formatted: formattedFirst(page.turns, deps.openedAt ?? null) } : {}),
    }
    this.state = this.first
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

  pause = () => this.state.sessions.forEach((session) => void session.pause())
  resume = () => this.state.sessions.forEach((session) => void session.resume())

  async older() {
    const first = this.state.turns[0]
    if (!first || !this.state.hasBefore || this.isLoading) return
    await this.page({ before: first.number }, (page) => this.set(withOlder(this.state, page)))
  }
  async newer() {
    const last = this.state.turns.at(-1)
    if (!last || !this.state.hasAfter || this.isLoading) return
    await this.page({ after: last.number }, (page) => this.set(withNewer(this.state, page)))
  }
  latest = () => this.page({}, (page) => this.show(page))

  /** Scrolls to a turn, loading it if it is far; `choose` = in the panel too. False = not on this path. */
  async goTo(
    turnId: string | null,
    number: number | null,
    { choose = false, found = null, top = null }: GoTo = {},
  ): Promise<boolean> {
    const find = () =>
      this.state.turns.find((turn) => (turnId === null ? turn.number === number : turn.id === turnId))
    const far = !find()
    if (far && number !== null) await this.page({ around: number }, (page) => this.show(page, number))
    const turn = find()
    if (!turn) return false
    this.set({
      target: { turnId: turn.id, top },
      found: found && { ...found, turnId: turn.id },
      ...(choose || far ? { chosen: turn.id } : {}),
    })
    return true
  }
  async selectBranch(turnId: string) {
    const result = await this.deps.api.selectBranch({ turnId })
    if (!result.ok) return this.deps.onFailure(result.error)
    this.show(result.value)
    await this.goTo(turnId, null)
  }
  /** The next message starts a new branch after this turn. */
  async branchFrom(turnId: string) {
    const next = () => this.state.turns.find((turn) => turn.parentId === turnId)
    if (!next()) await this.newer()
    const beside = next()
    if (beside) this.set({ branching: { after: beside.number - 1, besideTurnId: beside.id } })
  }
  /** Reloads the turns on the page, or these of them. Running turns come from their streams. */
  async reread(turnIds: ReadonlySet<string> | null = null): Promise<void> {
    const wanted = this.state.turns.filter(
      (turn) => isSettled(turn.status) && (turnIds === null || turnIds.has(turn.id)),
    )
    const results = await Promise.all(wanted.map((turn) => this.deps.api.loadTurn({ turnId: turn.id })))
    const stored = new Map(
      results.flatMap((result) => (result.ok ? [[result.value.id, result.value] as const] : [])),
    )
    if (stored.size) this.set({ turns: this.state.turns.map((turn) => stored.get(turn.id) ?? turn) })
  }
  unmark = () => this.state.found && this.set({ found: null })
  choose = (turnId: string) => this.set({ chosen: turnId })
  /** The reader is at this turn, and sees these. */
  look(inView: string | null, seen: ReadonlySet<string>) {
    const chosen = this.state.chosen && seen.has(this.state.chosen) ? this.state.chosen : null
    if (inView !== this.state.inView || chosen !== this.state.chosen) this.set({ inView, chosen })
  }

  protected load = (at: PageRequest = {}): Promise<Result<ConversationPage>> =>
    this.deps.api.loadTurns({ conversationId: this.conversationId, ...at })

  /** Streamed content is newer than the page's. */
  protected freshest(turns: TurnDto[]): TurnDto[] {
    const live = new Map(this.state.sessions.map((session) => [session.id, session.latest]))
    return turns.map((turn) => live.get(turn.id) ?? turn)
  }

  /** `openedAt` = the number of the turn to be seen first, by default the last. */
  protected show(page: ConversationPage, openedAt: number | null = null) {
    const shown = fromPage(page)
    const id = shown.turns.find((turn) => turn.number === openedAt)?.id ?? null
    const formatted = formattedFirst(shown.turns, id)
    this.set({ ...shown, branching: null, formatted, turns: this.freshest(shown.turns) })
  }

  private async page(at: PageRequest, apply: (page: ConversationPage) => void) {
    this.isLoading = true
    const result = await this.load(at)
    this.isLoading = false
    if (result.ok) apply(result.value)
    else this.deps.onFailure(result.error)
  }
}

/** The budget for all answers formatted in it: the server has one thread for everyone. */
const PAGE_WORK = 24_000

/** The turns formatted in the first render: those nearest to the turn where the page opens, by default the last. */
function formattedFirst(turns: readonly TurnDto[], openedAt: string | null): ReadonlySet<string> {
  const opened = turns.findIndex((turn) => turn.id === openedAt)
  const at = opened < 0 ? turns.length - 1 : opened
  const nearest = [...turns.keys()].sort((a, b) => Math.abs(a - at) - Math.abs(b - at))
  const first = new Set<string>()
  let work = 0
  for (const index of nearest) {
    const turn = turns[index]
    if (!turn) continue
    work += workOfAnswer(turn)
    if (work > PAGE_WORK) break
    first.add(turn.id)
  }
  return first
}

/** At most `bounds.first` of one message is formatted at once. */
function workOfAnswer({ answer, messages }: TurnDto): number {
  const work = renderWork(markdownSize(answer.slice(0, PAGE_WORK).split('\n')))
  return messages ? work : Math.min(work, bounds.first)
}
