import { quoted, say } from '@/lib/heuristics/templates'
import { sentencesOf } from '@/lib/heuristics/text/sentences'
import { itemsIn, type View } from '@/lib/model/offline/view'
import { MAX_SENTENCES } from './choose'
import { speakerOf } from './passages'

/** What the engine itself said in a turn, its templates included. */
export function ownWords(view: View, turns: readonly number[]): string | null {
  const item = [...itemsIn(view, 'window'), ...itemsIn(view, 'recalled')].find(
    ({ attributes }) =>
      attributes.who === 'assistant' && !attributes.conversation && turns.includes(Number(attributes.turn)),
  )
  if (!item) return null
  const text = sentencesOf(item.text).slice(0, MAX_SENTENCES).join(' ')
  const speaker = speakerOf(item.attributes)
  const product = item.attributes.product ?? ''
  return say(speaker ? 'spoke' : product ? 'productTold' : 'said', {
    product,
    speaker,
    quote: `${quoted(text)} [turn ${item.attributes.turn}]`,
  })
}
