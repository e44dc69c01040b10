import type { ForgetPreview, ForgetProof, ForgottenDto, OtherTurn } from '@/lib/shared/forget'
import { plural } from '../ui/format'

/** Kinds of rows in the order they are told, with their plurals. */
const KINDS: [kind: string, many: string][] = [
  ['turn', 'turns'],
  ['file', 'files'],
  ['file version', 'file versions'],
  ['context', 'contexts'],
  ['summary', 'summaries'],
  ['roll-up', 'roll-ups'],
  ['model call', 'model calls'],
  ['tool call', 'tool calls'],
  ['recall link', 'recall links'],
  ['citation', 'citations'],
  ['prompt excerpt', 'prompt excerpts'],
  ['vector', 'vectors'],
]
const list = (words: string[]) => (words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`)
const SHOWN = 5
/** "turns 3, 5 and 9"; of many the first ones. */
function turnList(turns: OtherTurn[]): string {
  const numbers = [...new Set(turns.map((turn) => turn.number))].sort((a, b) => a - b).map(String)
  const shown = numbers.length > SHOWN ? [...numbers.slice(0, SHOWN), `${numbers.length - SHOWN} more`] : numbers
  return `${numbers.length === 1 ? 'turn' : 'turns'} ${list(shown)}`
}

/** What was forgotten, without a word of it. */
export function whatWords({ kind, from, to }: Pick<ForgottenDto, 'kind' | 'from' | 'to'>): string {
  if (kind === 'conversation') return 'A conversation'
  if (kind === 'file') return 'A file'
  return from === to ? `Turn ${from}` : `Turns ${from} to ${to}`
}

/** What went for good, and whether anything of it is left. */
export function proofWords(proof: ForgetProof): { gone: string; left: string } {
  const gone = KINDS.flatMap(([kind, many]) => (proof.counts[kind] ? [plural(proof.counts[kind], kind, many)] : [])).join(', ')
  const places = [...(proof.also.length ? [turnList(proof.also)] : []), ...proof.elsewhere]
  const left = places.length ? `The same words, or a mention of it, still stand in ${list(places)}.` : 'Nothing of it is left.'
  return { gone: `Forgotten: ${gone || 'nothing that was stored'}.`, left: proof.checked || places.length ? left : '' }
}

/** What goes along with turns, as sentences. */
export function previewWords({ from, to, turns, citedBy, recalledBy, rollUps, kept }: ForgetPreview): string[] {
  const it = turns === 1 ? 'it' : 'them'
  return [
    turns === 1
      ? `Turn ${from} goes, with its context, its summary and everything that was thought and looked up for it.`
      : `${plural(turns, 'turn')} from ${from} to ${to} go, with their contexts and summaries.`,
    ...(rollUps ? [`${plural(rollUps, 'roll-up')} ${rollUps === 1 ? 'is' : 'are'} made again without ${it}.`] : []),
    ...(recalledBy ? [`${plural(recalledBy, 'other turn')} recalled ${it}: the excerpts go from there too.`] : []),
    ...(citedBy.length
      ? [`${plural(citedBy.length, 'later answer')} ${citedBy.length === 1 ? 'cites' : 'cite'} ${it} and ${citedBy.length === 1 ? 'stays' : 'stay'}: ${turnList(citedBy)}.`]
      : []),
    ...(kept.length ? [`Other turns worked on ${list(kept.slice(0, SHOWN))} too, so ${kept.length === 1 ? 'that file stays' : 'those files stay'}.`] : []),
  ]
}
