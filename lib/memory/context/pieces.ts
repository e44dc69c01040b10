import type { TurnText } from '@/lib/db/turns/turn-texts'
import { emptyIndex, PARTS } from '@/lib/memory/index/load/data'
import { putTurn } from '@/lib/memory/index/load/put'

/** The pieces of a turn exactly as the index divides it; each gets one vector. */
export function piecesOfTurn(turn: TurnText): string[] {
  const data = emptyIndex()
  putTurn(data, turn)
  return data.units.message.map((message, unit) => {
    const text = PARTS[data.messages.part[message] ?? 0] === 'user' ? turn.userText : turn.answer
    return text.slice(data.units.start[unit], data.units.end[unit])
  })
}
