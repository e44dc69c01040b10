import type {
  ForgetFactPreview,
  ForgetPreview,
  ForgottenDto,
  NamedProof,
  NamedTurn,
  SayingTurn,
} from '@/lib/shared/memory/forget'
import { UNTITLED } from '@/lib/shared/untitled'
import { formatIn } from '../ui/words/format'
import { wordList } from '../ui/words/words'

const { plural } = formatIn('en')

/** Kinds of rows in display order, with their plurals. */
const KINDS: [kind: string, many: string][] = [
  ['conversation', 'conversations'],
  ['turn', 'messages'],
  ['fact', 'facts'],
  ['lesson', 'lessons'],
  ['file', 'files'],
  ['image', 'images'],
  ['workspace value', 'workspace values'],
  ['context', 'contexts'],
  ['summary', 'summaries'],
]
const SHOWN = 5
/** "turns 3, 5 and 9"; only the first of many. */
function numberList(given: number[]): string {
  const numbers = [...new Set(given)].sort((a, b) => a - b).map(String)
  const shown =
    numbers.length > SHOWN ? [...numbers.slice(0, SHOWN), `${numbers.length - SHOWN} more`] : numbers
  return `${numbers.length === 1 ? 'message' : 'messages'} ${wordList(shown)}`
}
export const titleWords = (title: string | null) =>
  title === null ? 'a deleted conversation' : `“${title || UNTITLED}”`

/** Turns of this conversation by number, others with their title too: "turn 4 of “Trip to Kyoto”". */
function turnPlaces(turns: NamedTurn[], here: string): string[] {
  const groups = new Map<string, NamedTurn[]>()
  for (const turn of turns)
    groups.set(turn.conversationId, [...(groups.get(turn.conversationId) ?? []), turn])
  const own = groups.get(here)
  groups.delete(here)
  const others = [...groups.values()].map((group) => ({
    words: `${numberList(group.map((turn) => turn.number))} of ${titleWords(group[0]?.title ?? null)}`,
    turns: group.length,
  }))
  const more = others.slice(SHOWN).reduce((sum, group) => sum + group.turns, 0)
  return [
    ...(own
      ? [`${numberList(own.map((turn) => turn.number))}${others.length ? ' of this conversation' : ''}`]
      : []),
    ...others.slice(0, SHOWN).map((group) => group.words),
    ...(more ? [`${plural(more, 'message')} of other conversations`] : []),
  ]
}
/** "turn 5", with its conversation if that is another one. */
export const turnWords = ({ number, conversationId, title }: NamedTurn, here: string) =>
  `message ${number}${conversationId === here ? '' : ` of ${titleWords(title)}`}`

const WHOLE = {
  conversation: 'A conversation',
  imported: 'What an import added',
  file: 'A file',
  fact: 'A fact',
}
/** What was forgotten, without quoting it. */
export function whatWords({
  kind,
  from,
  to,
  numbers = [],
}: Pick<ForgottenDto, 'kind' | 'from' | 'to'> & { numbers?: number[] }): string {
  if (kind !== 'turns') return WHOLE[kind]
  if (numbers.length) return `Messages ${numberList(numbers).replace(/^\S+ /, '')}`
  return from === to ? `Message ${from}` : `Messages ${from} to ${to}`
}

/** The confirmation; `citing` = answers that went too, `emptied` = conversations that went with them. */
export function forgottenWords({ from, to }: { from: number; to: number }, citing: number, emptied = 0) {
  const [were, it] = from === to ? ['was', 'it'] : ['were', 'them']
  const along = citing ? `, and ${plural(citing, 'answer')} that cited ${it}` : ''
  const empty = emptied > 1 ? `${plural(emptied, 'conversation')}, which are` : 'its conversation, which is'
  const gone = emptied ? `, with ${empty} empty now` : ''
  return `${whatWords({ kind: 'turns', from, to })} ${were} forgotten${along}${gone}.`
}

/** What was purged, and whether anything of it is left. */
export function proofWords(proof: NamedProof): { gone: string; left: string } {
  const gone = KINDS.flatMap(([kind, many]) =>
    proof.counts[kind] ? [plural(proof.counts[kind], kind === 'turn' ? 'message' : kind, many)] : [],
  ).join(', ')
  const places = [...turnPlaces(proof.also, proof.conversationId), ...proof.elsewhere]
  const left = places.length
    ? `It is still quoted or mentioned in ${wordList(places)}.`
    : proof.kind === 'fact'
      ? 'It is no longer a fact. Messages that mention it remain, and answers can quote them.'
      : 'None of its sentences, names or numbers are left anywhere.'
  const again =
    proof.kind === 'file' && proof.counts.summary
      ? ' Messages that used it are summarised and judged again without it.'
      : ''
  return {
    gone: `Forgotten: ${gone || 'nothing that was stored'}.${again}`,
    left: proof.checked || places.length ? left : '',
  }
}

export type AlsoForget = {
  name: string
  turns: NamedTurn[]
  byDefault: boolean
  isMessage: boolean
  words: string
}
/** What can be forgotten with a fact: by default what says nothing else. */
export function alsoForget({ saidIn, repeatedBy }: ForgetFactPreview): AlsoForget[] {
  const [message, answer] = [
    ['message that says so', 'messages that say so', 'its answer', 'their answers'],
    ['answer that repeats it', 'answers that repeat it', 'its question', 'their questions'],
  ] as const
  const group = (all: SayingTurn[], more: boolean, [one, many, its, their]: readonly string[]) => {
    const turns = all.filter(({ saysMore }) => saysMore === more)
    if (turns.length === 0) return []
    const places = wordList(turnPlaces(turns, ''))
    const [it, what, back] =
      turns.length === 1 ? ['It', `the ${one}`, its] : ['They', `the ${turns.length} ${many}`, their]
    const words = `${more ? `Also forget ${what}` : `Forget ${what}`}, with ${back}: ${places}.`
    const why = more ? ` ${it} ${turns.length === 1 ? 'says' : 'say'} other things too.` : ''
    return [
      { name: `${one} ${more}`, turns, byDefault: !more, isMessage: all === saidIn, words: words + why },
    ]
  }
  return [
    ...group(saidIn, false, message),
    ...group(repeatedBy, false, answer),
    ...group(saidIn, true, message),
    ...group(repeatedBy, true, answer),
  ]
}
/** What can still be quoted after a fact is forgotten without these; empty if nothing can. */
export function stillQuotable(kept: AlsoForget[]): string {
  const messages = kept.filter(({ isMessage }) => isMessage).flatMap(({ turns }) => turns).length
  if (messages === 1) return 'The message that is kept still says it, and answers can still quote it.'
  if (messages > 1) return 'The messages that are kept still say it, and answers can still quote them.'
  return kept.length ? 'Answers can still quote what is not ticked.' : ''
}

/** Sentences on what goes with these turns. `citing` = the answers that cite them go too; `keeps` = their files stay. */
export function previewWords(
  { from, to, turns, citedBy, ...preview }: ForgetPreview,
  here: string,
  citing: boolean,
  keeps = false,
): string[] {
  const it = turns === 1 ? 'it' : 'them'
  const { kept, values, facts, strategies, emptied } = citing ? preview.withCiting : preview
  const [cite, go, stay] = citedBy.length === 1 ? ['cites', 'goes', 'stays'] : ['cite', 'go', 'stay']
  const later = citedBy.every((turn) => turn.conversationId === here) ? 'later answer' : 'other answer'
  const set = [...values.slice(0, SHOWN), ...(values.length > SHOWN ? ['others'] : [])]
  const [valueWord, valueGoes] = values.length === 1 ? ['value', 'goes'] : ['values', 'go']
  const [filesStay, intoThem] = kept.length === 1 ? ['that file stays', 'it'] : ['those files stay', 'them']
  const sentences = [
    turns === 1
      ? `Message ${from} is forgotten, with its context, its summary and all its thinking and recalls.`
      : `${plural(turns, 'message')} from ${from} to ${to} are forgotten, with their contexts and summaries.`,
    citedBy.length > 0 &&
      `${plural(citedBy.length, later)} ${cite} ${it} and ${citing ? `${go} too` : stay}: ${wordList(turnPlaces(citedBy, here))}.`,
    emptied === 1 && !keeps && 'No other message is left, so the conversation goes too.',
    emptied > 1 && !keeps && `${plural(emptied, 'conversation')} have no other message left and go too.`,
    facts > 0 && `${plural(facts, 'fact')} learned from ${it} ${facts === 1 ? 'goes' : 'go'} too.`,
    strategies > 0 &&
      `${plural(strategies, 'lesson')} learned from ${it} ${strategies === 1 ? 'goes' : 'go'} too.`,
    values.length > 0 &&
      `The ${valueWord} ${turns === 1 ? 'it' : 'they'} set for ${wordList(set)} ${valueGoes} too.`,
    kept.length > 0 &&
      `Other messages worked on ${wordList(kept.slice(0, SHOWN))} too, so ${filesStay}, with everything written to ${intoThem}.`,
  ]
  return sentences.filter((sentence) => sentence !== false)
}
