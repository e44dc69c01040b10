import type { StrategyRow } from '@/lib/db/learning/strategies'
import { factItems } from '@/lib/memory/facts/fact-items'
import { profileOf } from '@/lib/memory/facts/profile'
import { replacedIn } from '@/lib/memory/facts/replaced'
import { type Fact, isCurrent, isEnding, latest } from '@/lib/memory/facts/timeline'
import type { Scene } from '@/lib/memory/recall/recall-query'
import { fileEntryId } from '@/lib/memory/search/searched-text'
import { itemOf } from '@/lib/prompts/fence'
import { strategyLine } from '@/lib/shared/learning/strategies'
import { limits } from '@/lib/shared/limits'
import { isOfHealth, isStandard, kindOfFact } from '@/lib/shared/memory/predicates'
import type { Source } from '@/lib/shared/memory/source'
import { sectionBudget } from '@/lib/shared/section-budget'
import { truncated } from '@/lib/shared/truncated'
import type { TurnState } from '../turn-state'
import type { Candidate } from './fit'
import { DROP } from './plan'

/**
 * The facts about what the message names, then those that replaced what the prompt shows. That a thing's plan or
 * date is over is said by the mark of what the prompt shows.
 */
function shownFacts({ facts, replacements, passages, windowTurns }: TurnState): Fact[] {
  const said = windowTurns.map(({ turnId, at, userText }) => ({
    turnId,
    at,
    text: userText,
    who: 'user' as const,
  }))
  const replaced = [...passages, ...said].flatMap((one) => replacedIn(replacements, one))
  return [...facts, ...replaced.filter((fact) => !isEnding(fact) || isStandard(latest(fact).predicate))]
}

/** What the person said as the prompt quotes it, so that no fact repeats it. */
const spokenIn = ({ windowTurns, referredTurns, passages }: TurnState): string[] => [
  ...[...windowTurns, ...referredTurns].map(({ userText }) => userText),
  ...passages.flatMap(({ who, text }) => (who === 'user' ? text : [])),
]

type Profile = ReturnType<typeof profileOf>
const ids = (facts: readonly Fact[]) =>
  new Set(facts.flatMap(({ statements }) => statements.map(({ id }) => id)))
const isAmong = (known: ReadonlySet<string>) => (fact: Fact) =>
  fact.statements.some(({ id }) => known.has(id))

/**
 * The profile as it was when the window began, so that the prompt begins with the same text as the one before,
 * unless something in it no longer holds; and what is new since: of what the window tells, only health. A simple
 * message's has everything.
 */
function profileWithNews(state: TurnState, isSimple: boolean): { profile: Profile; news: Fact[] } {
  const { known, knownBefore, zone, windowTurns } = state
  const of = (facts: Fact[]) => profileOf(facts, zone, state.deps.countTokens, isSimple)
  const now = of(known)
  const before = isSimple ? now : of(knownBefore)
  const holds = isAmong(ids(known.filter(isCurrent)))
  if (!before.every(({ fact }) => holds(fact))) return { profile: now, news: [] }
  const told = new Set(windowTurns.map(({ turnId }) => turnId))
  const isOld = isAmong(ids(before.map(({ fact }) => fact)))
  const isTold = (fact: Fact) =>
    told.has(latest(fact).said?.turnId ?? '') && !isOfHealth(kindOfFact(latest(fact)))
  const news = now.flatMap(({ fact }) => (isOld(fact) || isTold(fact) ? [] : [fact]))
  return { profile: before, news }
}

/**
 * The profile, and the facts of this message that are not in it. The built-in engine quotes the person, and a
 * profile has no quotes, so it gets none.
 */
export function factSections(state: TurnState, scene: Scene, sees: boolean, isSimple: boolean) {
  const { profile, news } = sees ? profileWithNews(state, isSimple) : { profile: [], news: [] }
  const isInProfile = isAmong(ids(profile.map(({ fact }) => fact)))
  const chosen = [...new Set([...news, ...shownFacts(state)])].filter((fact) => !isInProfile(fact))
  const quoted = spokenIn(state)
  const isQuoted = (quote: string) => {
    const isThere = quoted.some((text) => text.includes(quote))
    quoted.push(quote)
    return isThere
  }
  const facts = factItems(chosen, scene, sees ? isQuoted : undefined)
  const candidate = ({ item, sources }: Pick<Candidate, 'item' | 'sources'>, i: number): Candidate => ({
    ...{ item, sources: sources ?? [], keep: -i, order: i, whole: true, dropStage: DROP.summaries },
  })
  return {
    profile: profile.map((line, i) => ({ ...candidate(line, i), dropStage: DROP.never })),
    facts: facts.map(candidate),
  }
}

export const PLAYBOOK_NOTE = 'Lessons from earlier turns, as [id] helpful=times harmful=times :: lesson.'
export const STRATEGIES_NOTE = 'Lessons that may fit this task, the closest first.'

const sourcesOf = ({ id, sources }: StrategyRow): Source[] => [{ kind: 'strategy', id, turns: sources }]

/** The playbook, one item per strategy, in its own order. */
export const playbookItems = ({ strategies }: Pick<TurnState, 'strategies'>): Candidate[] =>
  strategies.playbook.map((row, i) => ({
    item: itemOf({}, strategyLine(row)),
    sources: sourcesOf(row),
    // Nothing is shown that a person has not approved.
    outside: false,
    keep: Number(row.pinned) * 1_000 - i,
    order: i,
    dropStage: DROP.summaries,
  }))

/** The worked example, then what was retrieved. */
export function strategyItems({ strategies, examples }: Pick<TurnState, 'strategies' | 'examples'>) {
  const retrieved = strategies.retrieved.map(({ row }) => ({
    item: itemOf({ id: row.slug }, `${row.title}\n${row.content}`),
    sources: sourcesOf(row),
    outside: false,
  }))
  const { shown } = examples
  const example = shown && {
    item: itemOf({}, `Worked example\n${shown.text}`),
    sources: [{ kind: 'turn', id: shown.turn.id } as const],
    outside: shown.turn.tainted,
  }
  return [...(example ? [example] : []), ...retrieved].map((one, i) => ({
    ...one,
    keep: -i,
    order: i,
    dropStage: DROP.recalled,
  }))
}

/** Share of the section's tokens for texts of files; the rest is for file names and values. */
const TEXT_SHARE = 0.9

/**
 * The texts of the files that a turn shows, by path: cut if they are long, and those for which there is room.
 */
function fileTexts({ workspace, shownFiles, deps, totalTokens }: TurnState): Map<string, string> {
  const budget = sectionBudget('workspace', totalTokens)
  const most = budget * 2
  let left = budget * TEXT_SHARE
  const texts = new Map<string, string>()
  for (const path of shownFiles) {
    const whole = workspace.opened(path) ?? ''
    const text = whole.length > most ? `${whole.slice(0, most)}... (truncated; use read_file)` : whole
    const tokens = deps.countTokens(text)
    if (tokens > left) continue
    left -= tokens
    texts.set(path, text)
  }
  return texts
}

/** The search entries of the files that the section holds whole. */
export function wholeFiles(state: TurnState): Set<string> {
  const { conversationId } = state.run.turn
  const whole = [...fileTexts(state)].filter(([path, text]) => text === state.workspace.opened(path))
  return new Set(whole.map(([path]) => fileEntryId({ conversationId, path })))
}

/** Files and values of the conversation; those without room for their text are only named. */
export function workspaceItems(state: TurnState): Candidate[] {
  const { files, state: values } = state.workspace.tree()
  const { conversationId } = state.run.turn
  const texts = fileTexts(state)
  const newest = [...texts.keys()]
  const listed = Object.entries(files).map(([path, file], i): Candidate => {
    const text = texts.get(path) ?? ''
    return {
      item: itemOf({ file: path, bytes: file.bytes, version: file.version }, text),
      sources: [{ kind: 'file', conversationId, path }],
      outside: text !== '' && state.outsideFiles.has(path),
      keep: text ? newest.length - newest.indexOf(path) : 1_000 - i / 1_000,
      order: i,
      dropStage: DROP.workspace,
    }
  })
  const keys = Object.entries(values).map(
    ([key, value], i): Candidate => ({
      item: itemOf({ state: key }, truncated(value, limits.prompt.toolResultChars)),
      sources: [{ kind: 'state', conversationId, key, value }],
      keep: 900 - i / 1_000,
      order: 10_000 + i,
      dropStage: DROP.workspace,
    }),
  )
  return [...listed, ...keys]
}
