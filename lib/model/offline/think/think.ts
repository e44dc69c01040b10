import { listInWords, say, type TemplateName } from '@/lib/heuristics/templates'
import { notesOf } from '@/lib/model/offline/answer/answer'
import { choose, tellingMost } from '@/lib/model/offline/answer/choose'
import { type Coverage, coverageOf, ENOUGH, groundsOf, lacking } from '@/lib/model/offline/answer/coverage'
import { knownOn } from '@/lib/model/offline/answer/from-facts'
import { type ShownPassage, shownPassages, speakersIn } from '@/lib/model/offline/answer/passages'
import { aboutOf, type Query, queryOf } from '@/lib/model/offline/answer/query'
import { attributed, quotedName } from '@/lib/model/offline/answer/quote'
import type { Reply, View } from '@/lib/model/offline/view'
import { DECIDING_TOOL } from '@/lib/shared/turn/finishing-tool'
import { type Intent, intentOf } from './intent'
import {
  crowdOf,
  EVERYTHING,
  firstQuery,
  MINE,
  nextQuery,
  reachesOthers,
  recallTurns,
  type SearchCall,
  toolsFor,
  unopened,
} from './search'

const MAX_SEARCHES = 2

const stop = (text: string, reason: string): Reply => ({
  text,
  calls: [{ name: DECIDING_TOOL, args: { continueThinking: false, reason } }],
})

const THOUGHTS: Partial<Record<Intent, TemplateName>> = {
  command: 'thoughtCommand',
  unknownCommand: 'thoughtCommand',
  statement: 'thoughtStatement',
  compose: 'thoughtCompose',
}

/** One round: a search, or the end of thinking with a reason. */
export function think(view: View): Reply {
  const without = (name: TemplateName, slots: Record<string, string> = {}) =>
    stop(say(name, slots), say('reasonNoSearch'))
  const intent = intentOf(view)
  if (intent !== 'ask' && intent !== 'forget') return without(THOUGHTS[intent] ?? 'thoughtGreeting')
  const file = unopened(view)
  if (file) return without('thoughtFile', { file: quotedName(file) })

  const query = queryOf(view.task)
  const passages = shownPassages(view)
  const earlier = earlierSearches(view)
  if (query.turns.length > 0) return byTurn(view, query, passages, earlier)
  if (query.everything || (query.memory && query.terms.length === 0))
    return everything(view, query, passages, earlier)
  const known = knownOn(query, passages)?.shown[0]
  if (query.terms.length === 0) return known ? found(undefined, query, known) : without('thoughtNoSubject')

  return bySubject(view, query, passages, known, earlier)
}

function everything(view: View, query: Query, passages: readonly ShownPassage[], earlier: number): Reply {
  if (earlier === 0)
    return query.time
      ? searchOrStop(view, toolsFor(query), say('thoughtThen'), '')
      : searchOrStop(view, EVERYTHING, say('thoughtAll'), '')
  const crowded = query.own && passages.some(({ stranger }) => stranger)
  if (crowded && earlier < MAX_SEARCHES && tellingMost(passages, query).length === 0)
    return searchOrStop(view, MINE, say('thoughtAgain', { about: say('searchedPerson') }), '')
  return stop(say('reasonEnough'), say('reasonEnough'))
}

/** Searches for the subject of a question, then again in other words if it was not found. */
function bySubject(
  view: View,
  query: Query,
  passages: readonly ShownPassage[],
  known: ShownPassage | undefined,
  earlier: number,
): Reply {
  const grounds = groundsOf(query, passages)
  const coverage = coverageOf(query, grounds)
  const isOpen = known === undefined && coverage.best < ENOUGH
  const about = aboutOf(query)
  const lacked = isOpen ? aboutOf(query, lacking(query, coverage, null, speakersIn(view))) : ''
  const isWanted = isOpen || query.memory || query.often || reachesOthers(view)
  if (earlier === 0 && isWanted)
    return searchOrStop(
      view,
      [firstQuery(query, coverage), ...toolsFor(query)],
      lacked ? say('thoughtMissing', { about: lacked }) : say('thoughtCheck', { about }),
      about,
    )
  if (!isOpen) return found(coverage, query, known)
  const brought = grounds.some((passage) => passage.section === 'recalled')
  const [closest] = brought ? choose(query, coverage, Number.MIN_VALUE) : []
  const result = closest
    ? say('thoughtPart', { turn: placeOf(closest), quote: bare(closest) })
    : say('thoughtNothing', { about })
  if (earlier >= MAX_SEARCHES) return stop(result, say('reasonTwice'))
  const again = nextQuery(query, coverage, crowdOf(view, query, coverage, { grounds, passages }))
  if (!again) return stop(result, say('reasonNothingNew'))
  return searchOrStop(view, again, say('thoughtAgain', { about: lacked }), about)
}

function byTurn(view: View, query: Query, passages: readonly ShownPassage[], earlier: number): Reply {
  const missing = query.turns.filter(
    (turn) => !passages.some((passage) => passage.turn === turn && passage.section !== 'summaries'),
  )
  const turns = (numbers: readonly number[]) => listInWords(numbers.map((turn) => `message ${turn}`))
  if (missing.length === 0)
    return stop(say('thoughtTurnInView', { turns: turns(query.turns) }), say('reasonEnough'))
  if (earlier === 0)
    return searchOrStop(
      view,
      recallTurns(missing),
      say('thoughtTurn', { turns: turns(missing) }),
      turns(missing),
    )
  const note = notesOf(view)
  return stop(
    say('thoughtNothing', { about: turns(missing) }),
    note ? say('reasonNote', { note }) : say('reasonNothingNew'),
  )
}

function found(coverage: Coverage | undefined, query: Query, known: ShownPassage | undefined): Reply {
  const passage = known ?? (coverage && choose(query, coverage, ENOUGH)[0])
  return stop(
    passage ? say('thoughtFound', { turn: placeOf(passage), quote: bare(passage) }) : say('reasonEnough'),
    say('reasonEnough'),
  )
}

const placeOf = ({ turn, from }: ShownPassage) =>
  turn !== null ? `message ${turn}` : from ? quotedName(from) : say('view')
const bare = (passage: ShownPassage) => attributed({ ...passage, turn: null, foreign: false }, false)

/** The round's search and its decision. On the last round the search still runs, for the answer to use. */
function searchOrStop(
  view: View,
  search: SearchCall | readonly SearchCall[],
  thought: string,
  focus: string,
): Reply {
  const searches = [search].flat().filter(({ name }) => view.tools.includes(name))
  if (searches.length === 0) return stop(thought, say('reasonNothingNew'))
  const last = view.round !== null && view.round.number >= view.round.max
  const decision = last
    ? { continueThinking: false, reason: say('reasonLast') }
    : { continueThinking: true, reason: say('reasonSearch'), ...(focus ? { nextFocus: focus } : {}) }
  return { text: thought, calls: [...searches, { name: DECIDING_TOOL, args: decision }] }
}

/** Searches before this one: rounds of thinking, each of which was a search, or calls of the action. */
function earlierSearches(view: View): number {
  const calls = view.performed.filter(({ name }) => name === 'recall_context' || name === 'search_summaries')
  return Math.max((view.round?.number ?? 1) - 1, calls.length)
}
