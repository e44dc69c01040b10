import { kindOf } from '@/lib/heuristics/question'
import { notesOf } from './answer'
import { type Coverage, coverageOf, ENOUGH } from './coverage'
import { commandsIn } from './grammar'
import { newestOnly } from './newest'
import { type Passage, passagesOf } from './passages'
import { type Query, queryOf, subjectOf, type Term } from './query'
import { quoteOf } from './quote'
import type { Reply } from './reply'
import { firstQuery, MAX_SEARCHES, type Search, secondQuery } from './search'
import { joined, quoted, say } from './templates'
import type { View } from './view'

const stop = (text: string, reason: string): Reply => ({ text, calls: [{ name: 'continue_thinking', args: { continueThinking: false, reason } }] })

/** One round: enough, nothing new or two searches ends thinking with that reason; otherwise one search. */
export function think(view: View): Reply {
  const kind = kindOf(view.task)
  if (commandsIn(view.task)) return stop(say('thoughtCommand'), say('reasonNoSearch'))
  const query = queryOf(view.task)
  const asks =
    (kind === 'question' || kind === 'request' || (query.memory && kind !== 'statement')) && (query.terms.length > 0 || query.turns.length > 0 || query.everything || query.memory)
  if (!asks) return stop(say(kind === 'statement' ? 'thoughtStatement' : 'thoughtGreeting'), say('reasonNoSearch'))

  const passages = passagesOf(view)
  const earlier = earlierRounds(view)
  const turnsInView = new Set(passages.map((passage) => passage.turn))
  if (query.turns.length > 0 && query.turns.some((turn) => !turnsInView.has(turn)))
    return earlier === 0
      ? searchOrStop(view, { name: 'recall_context', args: { turnNumbers: query.turns } }, say('thoughtTurn', { turns: turnsOf(query) }), turnsOf(query))
      : stop(say('thoughtNothing', { about: turnsOf(query) }), [say('reasonNothingNew'), notesOf(view)].filter(Boolean).join(' '))
  if (query.turns.length > 0 || query.terms.length === 0) return stop(say('reasonEnough'), say('reasonEnough'))

  const coverage = coverageOf(query, passages)
  const covered = (coverage.best?.coverage ?? 0) >= ENOUGH
  if (earlier === 0) return covered && !query.memory ? found(coverage, query) : firstSearch(view, query, coverage, covered)
  if (covered) return found(coverage, query)
  return nextSearch(view, query, coverage, passages, earlier)
}

const about = (query: Query, terms?: readonly Term[]) => joined(subjectOf(query, terms).map(quoted))
const turnsOf = (query: Query) => joined(query.turns.map((turn) => `turn ${turn}`))

function found(coverage: Coverage, query: Query): Reply {
  const best = newestOnly(coverage.scored, query).reduce((top, one) => (one.coverage >= (top?.coverage ?? 0) ? one : top), coverage.best)
  if (!best) return stop(say('reasonEnough'), say('reasonEnough'))
  const { passage } = best
  const turn = passage.turn === null ? say('view') : `Turn ${passage.turn}`
  return stop(say('thoughtFound', { turn, quote: quoteOf({ ...passage, turn: null, foreign: false }) }), say('reasonEnough'))
}

function firstSearch(view: View, query: Query, coverage: Coverage, covered: boolean): Reply {
  const missing = query.terms.filter((term) => coverage.found(term) === 0)
  const thought = covered ? say('thoughtCheck', { about: about(query) }) : say('thoughtMissing', { about: about(query, missing.length > 0 ? missing : query.terms) })
  return searchOrStop(view, firstQuery(view, query, coverage), thought, about(query))
}

function nextSearch(view: View, query: Query, coverage: Coverage, passages: readonly Passage[], earlier: number): Reply {
  const brought = passages.some((passage) => passage.section === 'recalled')
  const best = coverage.best
  const turn = best?.passage.turn === null ? say('view') : `turn ${best?.passage.turn}`
  const result =
    brought && best && best.coverage > 0
      ? say('thoughtPart', { turn, quote: quoteOf({ ...best.passage, turn: null, foreign: false }) })
      : say('thoughtNothing', { about: about(query) })
  if (earlier >= MAX_SEARCHES) return stop(result, say('reasonTwice'))
  const again = secondQuery(query, coverage)
  if (!again) return stop(result, say('reasonNothingNew'))
  const missing = query.terms.filter((term) => coverage.found(term) === 0)
  return searchOrStop(view, again, say('thoughtAgain', { about: about(query, missing.length > 0 ? missing : query.terms) }), about(query))
}

/** The round's search and its decision; on the last round the search still runs, and the answer uses it. Without a recall tool there is nothing to wait for. */
function searchOrStop(view: View, search: Search, thought: string, focus: string): Reply {
  if (!view.tools.some((tool) => tool.name === search.name)) return stop(thought, say('reasonNothingNew'))
  const { round, max } = roundOf(view)
  const last = round !== null && max !== null && round >= max
  const decision = last ? { continueThinking: false, reason: say('reasonLast') } : { continueThinking: true, reason: say('reasonSearch'), nextFocus: focus }
  return { text: thought, calls: [search, { name: 'continue_thinking', args: decision }] }
}

const roundOf = (view: View) => {
  const found = /\bround (\d+) of (?:at most |max\.? ?)?(\d+)/i.exec(view.taskNote)
  return { round: found ? Number(found[1]) : null, max: found ? Number(found[2]) : null }
}

/** Rounds before this one; each of ours that did not stop was a search. */
function earlierRounds(view: View): number {
  const rounds = view.sections.filter((section) => section.name === 'thoughts').flatMap((section) => section.items.map((item) => item.attributes.round))
  return Math.max(new Set(rounds).size, (roundOf(view).round ?? 1) - 1)
}
