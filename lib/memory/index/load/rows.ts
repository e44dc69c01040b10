import { AT, type IndexData, ROW } from './data'

const GROW = 1.5

/** Writes the row of a message after its turn and units were added. */
export function writeRow(data: IndexData, message: number) {
  const { messages, turns, units, rows } = data
  const at = message * ROW
  if (at + ROW > rows.of.length) {
    const more = new Int32Array(Math.ceil((message + 1) * GROW) * ROW)
    more.set(rows.of)
    rows.of = more
  }
  const turn = messages.turn[message] ?? 0
  rows.of[at + AT.branch] = turns.alive[turn] ? (turns.branch[turn] ?? 0) : -1
  rows.of[at + AT.number] = turns.number[turn] ?? 0
  rows.of[at + AT.conversation] = turns.conversation[turn] ?? 0
  rows.of[at + AT.speaker] = messages.speaker[message] ?? 0
  rows.of[at + AT.firstUnit] = messages.firstUnit[message] ?? 0
  rows.of[at + AT.endUnit] = messages.firstUnit[message + 1] ?? units.message.length
  rows.of[at + AT.length] = messages.length[message] ?? 0
  rows.of[at + AT.traits] = messages.traits[message] ?? 0
}
