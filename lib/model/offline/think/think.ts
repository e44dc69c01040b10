import { joined, say, type TemplateName } from '@/lib/heuristics/templates'
import { notesOf } from '@/lib/model/offline/answer/answer'
import { choose, tellingMost } from '@/lib/model/offline/answer/choose'
import { type Coverage, coverageOf, ENOUGH, groundsOf, lacking } from '@/lib/model/offline/answer/coverage'
import { knownOn } from '@/lib/model/offline/answer/from-facts'
import { partsOf } from '@/lib/model/offline/answer/parts'
import type { Passage } from '@/lib/model/offline/answer/passage'
import { passagesOf, speakersIn } from '@/lib/model/offline/answer/passages'
import { aboutOf, type Query, queryOf } from '@/lib/model/offline/answer/query'
import { named, quoteOf } from '@/lib/model/offline/answer/quote'
import { itemsIn, type Reply, type View } from '@/lib/model/offline/view'
import { type Intent, intentOf } from './intent'
import {
  changesFor,
  EVERYTHING,
  firstQuery,
  MINE,
  nextQuery,
  recallTurns,
  type Search,
  toolsFor,
} from './search'
import { crowdOf, mentioned, reachesOthers, unopened } from './searched'

const MAX_SEARCHES = 2

const stop = (text: string, reason: string): Reply => ({
  text,
  calls: [{ name: 'continue_thinking', args: { continueThinking: false, reason } }],
})

/** What is thought of a message that needs no search. */
const THOUGHTS: Partial<Record<Intent, TemplateName>> = {
  command: 'thoughtCommand',
  unknownCommand: 'thoughtCommand',
  spacedPath: 'thoughtCommand',
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
  if (file) return without('thoughtFile', { file: named(file) })

  const query = queryOf(view.task)
  const passages = passagesOf(view)
  const earlier = earlierSearches(view)
  if (query.turns.length > 0) return byTurn(view, query, passages, earlier)
  if (query.everything || ((query.memory || query.changes) && query.terms.length === 0))
    return everything(view, query, passages, earlier)
  const known = knownOn(query, passages)?.shown[0]
  if (query.terms.length === 0)
    return known ? found(coverageOf(query, []), query, known) : without('thoughtNoSubject')

  const parts = partsOf(query, passages)
  if (parts.length > 1) return byPart(view, parts, passages, earlier)
  const grounds = groundsOf(query, passages)
  const coverage = coverageOf(query, grounds)
  const covered = known !== undefined || coverage.best >= ENOUGH
  const search = !covered || query.memory || query.often || reachesOthers(view)
  if (earlier === 0 && search) return firstSearch(view, query, coverage, covered)
  return covered
    ? found(coverage, query, known)
    : nextSearch(view, query, coverage, { grounds, passages }, earlier)
}

function everything(view: View, query: Query, passages: readonly Passage[], earlier: number): Reply {
  if (earlier === 0)
    return query.time
      ? searchOrStop(view, toolsFor(query), say('thoughtThen'), '')
      : searchOrStop(view, [EVERYTHING, ...changesFor(query)], say('thoughtAll'), '')
  const crowded = query.own && passages.some(({ stranger }) => stranger)
  if (crowded && earlier < MAX_SEARCHES && tellingMost(passages, query).length === 0)
    return searchOrStop(view, MINE, say('thoughtOthersAgain', { about: say('searchedPerson') }), '')
  return stop(say('reasonEnough'), say('reasonEnough'))
}

/** Searches for every subject of a question in parallel, then again for those that were not found. */
function byPart(view: View, parts: readonly Query[], passages: readonly Passage[], earlier: number): Reply {
  const open = parts.flatMap((query) => {
    const grounds = groundsOf(query, passages)
    const coverage = coverageOf(query, grounds)
    return earlier > 0 && coverage.best >= ENOUGH ? [] : [{ query, grounds, coverage }]
  })
  if (open.length === 0) return stop(say('reasonEnough'), say('reasonEnough'))
  const about = joined(open.map(({ query }) => aboutOf(query)))
  const searches = open.flatMap(({ query, grounds, coverage }) =>
    earlier === 0
      ? firstQuery(query, coverage)
      : (nextQuery(query, coverage, crowdOf(view, query, coverage, { grounds, passages })) ?? []),
  )
  if (earlier >= MAX_SEARCHES) return stop(say('thoughtNothing', { about }), say('reasonTwice'))
  if (searches.length === 0) return stop(say('thoughtNothing', { about }), say('reasonNothingNew'))
  return searchOrStop(view, searches, say(earlier === 0 ? 'thoughtCheck' : 'thoughtAgain', { about }), about)
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

function found(coverage: Coverage, query: Query, known: Passage | undefined): Reply {
  const passage = known ?? choose(query, coverage, ENOUGH)[0]
  return stop(
    passage
      ? say('thoughtFound', { turn: placeOf(passage, 'Turn'), quote: bare(passage) })
      : say('reasonEnough'),
    say('reasonEnough'),
  )
}

/** Where a passage is from; `word` = "Turn" at the beginning of a sentence. */
function placeOf({ turn, from }: Passage, word: 'turn' | 'Turn'): string {
  if (turn !== null) return `${word} ${turn}`
  if (from) return named(from)
  return word === 'Turn' ? say('view') : say('view').replace(/^./, (first) => first.toLowerCase())
}
function bare(passage: Passage): string {
  const quote = quoteOf({ ...passage, turn: null, foreign: false })
  return passage.speaker
    ? say(passage.picture ? 'shared' : 'spoke', { speaker: passage.speaker, quote })
    : quote
}

function firstSearch(view: View, query: Query, coverage: Coverage, covered: boolean): Reply {
  const thought = covered
    ? say('thoughtCheck', { about: aboutOf(query) })
    : say('thoughtMissing', { about: aboutOf(query, lacking(query, coverage, null, speakersIn(view))) })
  return searchOrStop(
    view,
    [firstQuery(query, coverage), ...changesFor(query), ...toolsFor(query)],
    thought,
    aboutOf(query),
  )
}

/** `grounds` = the passages that may answer, `passages` = all in view. */
type Seen = { grounds: readonly Passage[]; passages: readonly Passage[] }
const othersSay = (query: Query, grounds: readonly Passage[], passages: readonly Passage[]) =>
  passages.length > grounds.length && coverageOf(query, passages).best >= ENOUGH

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
  const onlyAsked = aboutOf(query, mentioned(view, query).onlyAsked)
  let result = say(othersSay(query, grounds, passages) ? 'thoughtOthers' : 'thoughtNothing', {
    about: aboutOf(query),
  })
  if (brought && closest)
    result = say('thoughtPart', { turn: placeOf(closest, 'turn'), quote: bare(closest) })
  else if (crowd === 'questions') result = say('thoughtAsked', { about: onlyAsked })
  if (earlier >= MAX_SEARCHES) return stop(result, say('reasonTwice'))
  const again = nextQuery(query, coverage, crowd)
  if (!again) return stop(result, say('reasonNothingNew'))
  const lacked = aboutOf(query, lacking(query, coverage, null, speakersIn(view)))
  const thought =
    crowd === 'questions'
      ? say('thoughtAskedAgain', { about: onlyAsked })
      : say(crowd === 'strangers' ? 'thoughtOthersAgain' : 'thoughtAgain', { about: lacked })
  return searchOrStop(view, again, thought, aboutOf(query))
}

/** The round's search and its decision. On the last round the search still runs, for the answer to use. */
function searchOrStop(view: View, search: Search | readonly Search[], thought: string, focus: string): Reply {
  const searches = [search].flat().filter(({ name }) => view.tools.includes(name))
  if (searches.length === 0) return stop(thought, say('reasonNothingNew'))
  const { round, max } = roundOf(view)
  const last = round !== null && round >= max
  const decision = last
    ? { continueThinking: false, reason: say('reasonLast') }
    : { continueThinking: true, reason: say('reasonSearch'), ...(focus ? { nextFocus: focus } : {}) }
  return { text: thought, calls: [...searches, { name: 'continue_thinking', args: decision }] }
}

const roundOf = (view: View) => {
  const found = /\bround (\d+) of (?:at most )?(\d+)/i.exec(view.taskNote)
  return { round: found && Number(found[1]), max: Number(found?.[2]) }
}

/** Searches before this one: rounds of thinking, each of which was a search, or calls of the action. */
function earlierSearches(view: View): number {
  const rounds = itemsIn(view, 'thoughts').map((item) => item.attributes.round)
  const calls = view.performed.filter(({ name }) => name === 'recall_context' || name === 'search_summaries')
  return Math.max(new Set(rounds).size, (roundOf(view).round ?? 1) - 1, calls.length)
}
