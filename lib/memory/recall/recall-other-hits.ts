import type { ContextPieces } from '@/lib/memory/context/context'
import type { Passage } from './passage'
import { bestStretch, chipOf, passagesOf } from './passages'
import type { Quotable } from './recall-hit'
import type { Other } from './recall-others'

/** A file's text without its name, which is searched too. */
const textOf = ({ kind, entry: { name, text } }: Other) =>
  kind === 'file' && text.startsWith(`${name}\n`) ? text.slice(name.length + 1) : text

/** A file or summary as a hit, at the turn that wrote it or the last one covered. `isShort` = one excerpt. */
export function shownOther(other: Other, contextId: string | null, isShort: boolean): Quotable {
  const { kind, hit, entry } = other
  const { refId, turnId, turnNumber, fromNumber, name } = entry
  const covers = kind === 'summary' ? { covers: { from: fromNumber, to: turnNumber } } : {}
  const at = new Date(hit.at).toISOString()
  const place = {
    turnId: turnId ?? '',
    turnNumber,
    conversationId: hit.conversationId,
    parentId: null,
  }
  const passage = (text: string): Passage => ({
    ...{ ...place, who: kind, at, score: hit.score, text, title: name },
    other: { id: refId, ...(kind === 'file' ? { file: name } : {}), ...covers },
  })
  const piece: ContextPieces[number] = { who: 'file', title: name, text: textOf(other) }
  const within = passagesOf([piece], hit.weights)
  return {
    excerptsIn: (chars) => {
      const { excerpts, best } = within(chars)
      const one = isShort ? bestStretch(piece, hit.weights, [], chars)?.excerpt : undefined
      return { best, own: (one ? [one] : excerpts).map(({ text }) => passage(text)) }
    },
    hitOf: (rank, best, tokens) => ({
      ...{ rank, kind, refId, turnId, turnNumber, conversationId: hit.conversationId, contextId, at },
      ...{ score: hit.score, parts: hit.parts, excerpt: chipOf(best), tokens, words: hit.asked, ...covers },
    }),
  }
}
