import type { ConversationPage, TurnDto } from '@/lib/shared/dto'
import { limits } from '@/lib/shared/limits'

const MOST: number = limits.interface.mountedTurns

/** The turns on the page: a contiguous part of the active path, oldest first. */
export type TurnWindow = { turns: TurnDto[]; hasBefore: boolean; hasAfter: boolean; latest: TurnDto | null }
type Stretch = Pick<ConversationPage, 'turns' | 'hasBefore' | 'hasAfter' | 'latest'>

/** Adds older turns above and drops those too far below. */
export function withOlder(window: TurnWindow, page: Stretch, most = MOST): TurnWindow {
  const known = new Set(window.turns.map((turn) => turn.id))
  const turns = [...page.turns.filter((turn) => !known.has(turn.id)), ...window.turns]
  const hasAfter = window.hasAfter || turns.length > most
  return {
    turns: turns.slice(0, most),
    hasBefore: page.hasBefore,
    hasAfter,
    latest: hasAfter ? (page.latest ?? window.latest) : null,
  }
}

/** Adds newer turns below and drops those too far above. */
export function withNewer(window: TurnWindow, page: Stretch, most = MOST): TurnWindow {
  const fresh = new Map(page.turns.map((turn) => [turn.id, turn]))
  const kept = window.turns.map((turn) => fresh.get(turn.id) ?? turn)
  const known = new Set(window.turns.map((turn) => turn.id))
  // Another tab's turn may have a number between two that are known.
  const turns = [...kept, ...page.turns.filter((turn) => !known.has(turn.id))].sort(
    (a, b) => a.number - b.number,
  )
  return {
    turns: turns.slice(-most),
    hasBefore: window.hasBefore || turns.length > most,
    hasAfter: page.hasAfter,
    latest: page.latest,
  }
}

/** Puts a turn in its place: replaced if known, else after its parent, as for an edit or a new message. */
export function withTurn(window: TurnWindow, turn: TurnDto, most = MOST): TurnWindow {
  if (window.turns.some((known) => known.id === turn.id))
    return { ...window, turns: window.turns.map((known) => (known.id === turn.id ? turn : known)) }
  const turns = [...window.turns.filter((known) => known.number < turn.number), turn]
  return {
    turns: turns.slice(-most),
    hasBefore: window.hasBefore || turns.length > most,
    hasAfter: false,
    latest: null,
  }
}
