import { describe, expect, it } from 'vitest'
import { emptyIndex, type IndexData } from '@/lib/memory/index/load/data'
import { putTurn, removeTurn } from '@/lib/memory/index/load/put'
import { ask, indexOf, type Said, turnsOf } from '@/lib/memory/index/testing-index'

const random = (below: number) => Math.floor(Math.random() * below)
const WORDS = 'kiln ferry anchor cello walrus zeppelin market lantern'.split(' ')
const text = () => Array.from({ length: 1 + random(6) }, () => WORDS[random(WORDS.length)]).join(' ')
const talk = (count: number): Said[] =>
  Array.from({ length: count }, (_, i): Said => [random(2) ? 'Bram' : 'Ilse', text(), Math.floor(i / 5) * 20])
const trunk = () => turnsOf(talk(20))
const fork = () => turnsOf(talk(8), 'fork', 11, 'main-10')
const answers = (data: IndexData) =>
  WORDS.map((word) => ask(data, word).map((hit) => [hit.turnId, hit.score.toFixed(9)]))

describe('ties between messages', () => {
  it('are after any series of changes as in an index built anew', () => {
    for (let round = 0; round < 20; round++) {
      const turns = new Map([...trunk(), ...fork()].map((turn) => [turn.id, turn]))
      const gone = new Set<string>()
      const data = indexOf([...turns.values()])
      for (let i = 0; i < 40; i++) {
        const turn = [...turns.values()][random(turns.size)]
        if (!turn) continue
        if (random(2)) {
          removeTurn(data, turn.id)
          gone.add(turn.id)
        } else {
          const said = text()
          const changed = {
            ...turn,
            userText: turn.userText && said,
            answer: turn.answer && said,
            messages: (turn.messages ?? []).map((message) => ({ ...message, end: said.length })),
          }
          turns.set(turn.id, changed)
          gone.delete(turn.id)
          putTurn(data, changed)
        }
      }
      expect(answers(data)).toEqual(
        answers(indexOf([...turns.values()].filter((turn) => !gone.has(turn.id)))),
      )
    }
  })

  it('negative control: putting a turn back without tying it again shows', () => {
    const turns = turnsOf([
      ['Bram', 'the kiln'],
      ['Ilse', 'a cello'],
      ['Bram', 'a walrus'],
    ])
    const data = indexOf(turns)
    const whole = answers(data)
    const middle = turns[1]
    if (!middle) throw new Error('no turn')
    removeTurn(data, middle.id)
    expect(answers(data)).not.toEqual(whole)
    putTurn(data, middle)
    expect(answers(data)).toEqual(whole)
    data.messages.left.fill(-1)
    data.messages.right.fill(-1)
    expect(answers(data)).not.toEqual(whole)
  })

  it('an empty index answers nothing', () => expect(ask(emptyIndex(), 'kiln')).toEqual([]))
})
