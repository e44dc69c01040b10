import { joined, quoted, say, type TemplateName } from '@/lib/heuristics/templates'
import { notesOf } from '@/lib/model/offline/answer/answer'
import { choose, tellingMost } from '@/lib/model/offline/answer/choose'
import { type Coverage, coverageOf, ENOUGH, groundsOf, lacking } from '@/lib/model/offline/answer/coverage'
import type { Passage } from '@/lib/model/offline/answer/passage'
import { passagesOf, speakersIn } from '@/lib/model/offline/answer/passages'
import { type Query, queryOf, subjectOf, type Term } from '@/lib/model/offline/answer/query'
import { named, quoteOf } from '@/lib/model/offline/answer/quote'
import type { Reply } from '@/lib/model/offline/reply'
import type { View } from '@/lib/model/offline/view'
import { intentOf } from './intent'
import { EVERYTHING, EVERYTHING_OF_MINE, firstQuery, MAX_SEARCHES, nextQuery, type Search } from './search'
import { crowdOf, mentioned, reachesOthers } from './searched'
import { unopened } from './unopened'

const stop = (text: string, reason: string): Reply => ({
  text,
  calls: [{ name: 'continue_thinking', args: { continueThinking: false, reason } }],
})

/** One round: enough, nothing new or two searches ends thinking with that reason; otherwise one search. */
export function think(view: View): Reply {
  const without = (name: TemplateName, slots: Record<string, string> = {}) =>
    stop(say(name, slots), say('reasonNoSearch'))
  const intent = intentOf(view)
  if (intent === 'command' || intent === 'unknownCommand' || intent === 'spacedPath')
    return without('thoughtCommand')
  if (intent === 'statement') return without('thoughtStatement')
  if (intent === 'compose') return without('thoughtCompose')
  if (intent !== 'ask') return without('thoughtGreeting')
  const file = unopened(view)
  if (file) return without('thoughtFile', { file: named(file) })

  const query = queryOf(view.task)
  const passages = passagesOf(view)
  const earlier = earlierRounds(view)
  if (query.turns.length > 0) return byTurn(view, query, passages, earlier)
  if (query.everything || (query.memory && query.terms.length === 0))
    return everything(view, query, passages, earlier)
  if (query.terms.length === 0) return without('thoughtNoSubject')

  const grounds = groundsOf(query, passages)
  const coverage = coverageOf(query, grounds)
  const covered = (coverage.best?.coverage ?? 0) >= ENOUGH
  const search = !covered || query.memory || reachesOthers(view)
  if (earlier === 0 && search) return firstSearch(view, query, coverage, covered)
  return covered ? found(coverage, query) : nextSearch(view, query, coverage, { grounds, passages }, earlier)
}

function everything(view: View, query: Query, passages: readonly Passage[], earlier: number): Reply {
  if (earlier === 0) return searchOrStop(view, EVERYTHING, say('thoughtAll'), '')
  const crowded =
    query.own && passages.some((passage) => passage.stranger) && tellingMost(passages, query).length === 0
  if (crowded && earlier < MAX_SEARCHES)
    return searchOrStop(view, EVERYTHING_OF_MINE, say('thoughtAllAgain'), '')
  return stop(say('reasonEnough'), say('reasonEnough'))
}

function byTurn(view: View, query: Query, passages: readonly Passage[], earlier: number): Reply {
  const missing = query.turns.filter(
    (turn) => !passages.some((passage) => passage.turn === turn && passage.section !== 'summaries'),
  )
  const turns = (numbers: readonly number[]) => joined(numbers.map((turn) => `turn ${turn}`))
  if (missing.length === 0)
    return stop(say('thoughtTurnInView', { turns: turns(query.turns) }), say('reasonEnough'))
  if (earlier === 0)
    return searchOrStop(
      view,
      { name: 'recall_context', args: { turnNumbers: missing } },
      say('thoughtTurn', { turns: turns(missing) }),
      turns(missing),
    )
  const note = notesOf(view)
  return stop(
    say('thoughtNothing', { about: turns(missing) }),
    note ? say('reasonNote', { note }) : say('reasonNothingNew'),
  )
}

const about = (query: Query, terms?: readonly Term[]) => joined(subjectOf(query, terms).map(quoted))

function found(coverage: Coverage, query: Query): Reply {
  const [passage] = choose(query, coverage, ENOUGH)
  return stop(
    passage
      ? say('thoughtFound', { turn: placeOf(passage, 'Turn'), quote: bare(passage) })
      : say('reasonEnough'),
    say('reasonEnough'),
  )
}

const inPlace = (text: string, word: string) =>
  word === 'turn' ? text.charAt(0).toLowerCase() + text.slice(1) : text
/** Where a passage is from; `word` = "Turn" at the beginning of a sentence. */
const placeOf = ({ turn, from }: Passage, word: string) =>
  turn !== null ? `${word} ${turn}` : from ? named(from) : inPlace(say('view'), word)
function bare(passage: Passage): string {
  const quote = quoteOf({ ...passage, turn: null, foreign: false })
  return passage.speaker
    ? say(passage.picture ? 'shared' : 'spoke', { speaker: passage.speaker, quote })
    : quote
}

function firstSearch(view: View, query: Query, coverage: Coverage, covered: boolean): Reply {
  const missing = lacking(query, coverage, null, speakersIn(view))
  const thought = covered
    ? say('thoughtCheck', { about: about(query) })
    : say('thoughtMissing', { about: about(query, missing.length > 0 ? missing : query.terms) })
  return searchOrStop(view, firstQuery(view, query, coverage), thought, about(query))
}

/** `grounds` = those of all passages in view that may answer. */
type Seen = { grounds: readonly Passage[]; passages: readonly Passage[] }
const othersSay = (query: Query, grounds: readonly Passage[], passages: readonly Passage[]) =>
  passages.length > grounds.length && (coverageOf(query, passages).best?.coverage ?? 0) >= ENOUGH

function nextSearch(
  view: View,
  query: Query,
  coverage: Coverage,
  { grounds, passages }: Seen,
  earlier: number,
): Reply {
  const crowd = crowdOf(view, query, coverage, { grounds, passages })
  const brought = grounds.some((passage) => passage.section === 'recalled')
  const [closest] = choose(query, coverage, Number.MIN_VALUE)
  const result =
    brought && closest
      ? say('thoughtPart', { turn: placeOf(closest, 'turn'), quote: bare(closest) })
      : crowd === 'questions'
        ? say('thoughtAsked', { about: about(query, mentioned(view, query).onlyAsked) })
        : say(othersSay(query, grounds, passages) ? 'thoughtOthers' : 'thoughtNothing', {
            about: about(query),
          })
  if (earlier >= MAX_SEARCHES) return stop(result, say('reasonTwice'))
  const again = nextQuery(query, coverage, crowd)
  if (!again) return stop(result, say('reasonNothingNew'))
  const missing = lacking(query, coverage, null, speakersIn(view))
  const lacked = missing.length > 0 ? missing : query.terms
  const thought =
    crowd === 'questions'
      ? say('thoughtAskedAgain', { about: about(query, mentioned(view, query).onlyAsked) })
      : say(crowd === 'strangers' ? 'thoughtOthersAgain' : 'thoughtAgain', { about: about(query, lacked) })
  return searchOrStop(view, again, thought, about(query))
}

/**
 * The round's search and its decision; on the last round the search still runs, and the answer uses it.
 * Without a recall tool there is nothing to wait for.
 */
function searchOrStop(view: View, search: Search | readonly Search[], thought: string, focus: string): Reply {
  const searches = [search].flat()
  if (!searches.every(({ name }) => view.tools.some((tool) => tool.name === name)))
    return stop(thought, say('reasonNothingNew'))
  const { round, max } = roundOf(view)
  const last = round !== null && max !== null && round >= max
  const decision = last
    ? { continueThinking: false, reason: say('reasonLast') }
    : { continueThinking: true, reason: say('reasonSearch'), ...(focus ? { nextFocus: focus } : {}) }
  return { text: thought, calls: [...searches, { name: 'continue_thinking', args: decision }] }
}

const roundOf = (view: View) => {
  const found = /\bround (\d+) of (?:at most |max\.? ?)?(\d+)/i.exec(view.taskNote)
  return { round: found ? Number(found[1]) : null, max: found ? Number(found[2]) : null }
}

/** Rounds before this one; each of ours that did not stop was a search. */
function earlierRounds(view: View): number {
  const rounds = view.sections
    .filter((section) => section.name === 'thoughts')
    .flatMap((section) => section.items.map((item) => item.attributes.round))
  return Math.max(new Set(rounds).size, (roundOf(view).round ?? 1) - 1)
}
