import { seededRandom } from '../seed/random'
import type { SeededTalk } from '../seed/seed'
import { madeUpName, message } from '../seed/vocabulary'
import { median } from '../stats'
import type { Player } from './players'
import { newConversationId, type Options, type Played } from './watch'

export type Engine = { name: string; player: Player; options: Options }
/** Where turns are sent for a length: a stored conversation, or a new one each time for the first turn. */
export type Length = { length: number; talk: SeededTalk | null }
export type Times = {
  engine: string
  length: number
  firstEvent: number
  firstText: number
  total: number
}

/**
 * Medians in milliseconds over `repeats` turns. Engines alternate, so that other load affects them alike; the
 * first round is discarded. @throws if a turn does not complete.
 */
export async function times(engines: Engine[], lengths: Length[], repeats: number): Promise<Times[]> {
  const random = seededRandom(2)
  const played = new Map<string, Played[]>()
  for (let round = 0; round <= repeats; round++)
    for (const { length, talk } of lengths)
      for (const engine of round % 2 ? engines : [...engines].reverse()) {
        const one = await engine.player(
          talk?.conversationId ?? newConversationId(),
          message(random, madeUpName(random)),
          engine.options,
        )
        if (one.status !== 'completed') throw new Error(`${engine.name}: a turn ended as ${one.status}`)
        if (round > 0)
          played.set(`${engine.name} ${length}`, [...(played.get(`${engine.name} ${length}`) ?? []), one])
      }
  return lengths.flatMap(({ length }) =>
    engines.map(({ name }) => {
      const all = played.get(`${name} ${length}`) ?? []
      const of = (key: 'firstEvent' | 'firstText' | 'total') => median(all.map((one) => one[key]))
      return {
        engine: name,
        length,
        firstEvent: of('firstEvent'),
        firstText: of('firstText'),
        total: of('total'),
      }
    }),
  )
}
