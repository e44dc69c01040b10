import { sourceOfTurns } from '@/lib/db/memory/outside'
import { isQuestionText } from '@/lib/heuristics/question'
import type { WindowTurn } from '@/lib/memory/context/window'
import { FACTS_NOTE, statementSources as sourcesOfFact } from '@/lib/memory/facts/fact-items'
import { saysAll } from '@/lib/memory/facts/own-words'
import { PROFILE_NOTE } from '@/lib/memory/facts/profile'
import { replacedIn } from '@/lib/memory/facts/replaced'
import { latest, sourceOf } from '@/lib/memory/facts/timeline'
import { excerptItems, RECALLED_NOTE } from '@/lib/memory/recall/excerpts'
import { turnName } from '@/lib/memory/recall/newest'
import { passageSources } from '@/lib/memory/recall/recall-memory'
import type { AlreadyShown, Passage, Scene } from '@/lib/memory/recall/recall-query'
import { itemOf } from '@/lib/prompts/fence'
import { DraftLabels, ownLabel } from '@/lib/prompts/labels'
import { limits, type SectionName } from '@/lib/shared/limits'
import { factLine } from '@/lib/shared/memory/facts'
import type { Source } from '@/lib/shared/memory/source'
import { attachmentsOf, type RecallScope } from '@/lib/shared/schemas'
import { shortened } from '@/lib/shared/shortened'
import { daysIn, weekdayOf } from '@/lib/shared/time/day'
import { withoutFarMarks } from '@/lib/shared/turn/citations'
import { isMemoryTool } from '@/lib/shared/usage/baselines'
import type { FoundPassage, TurnState } from '../turn-state'
import type { Candidate } from './fit'
import { taskImages, windowImages } from './images'
import {
  factSections,
  PLAYBOOK_NOTE,
  playbookItems,
  STRATEGIES_NOTE,
  strategyItems,
  wholeFiles,
  workspaceItems,
} from './memory-sections'
import { DROP } from './plan'
import { groupOf, referredItems, windowItems } from './window-items'

const NOTES: Partial<Record<SectionName, string>> = {
  profile: PROFILE_NOTE,
  summaries: 'Earlier turns in short; roll-ups cover a range. Recall a turn to see it whole.',
  window:
    'Earlier turns as quotations, and what tools did in them. With referred=yes: the message refers to that turn.',
  playbook: PLAYBOOK_NOTE,
  strategies: STRATEGIES_NOTE,
  facts: FACTS_NOTE,
  recalled: RECALLED_NOTE,
  workspace:
    'Files and state of this conversation. Items without text are only listed: read them with read_file.',
}

export const RECALL_NOTES: Record<RecallScope, string> = {
  owner: '',
  conversation: 'Recall reaches this conversation only.',
  off: 'The person switched recall off: earlier turns that are not in this prompt cannot be looked up. If one would be needed, say so.',
}

type Sections = Partial<Record<SectionName, Candidate[]>>
/**
 * The volatile parts of a turn's prompt as candidates for the plan; `sees` = a language model reads it, with
 * images. What they quote decides which labels can be given.
 */
export function promptSections(state: TurnState, sees: boolean, isSimple = false): Sections {
  const labels = new DraftLabels(state.run.turn)
  const drafts = Object.entries(sectionsWith({ ...state, labels }, sees, isSimple))
  state.labels.avoid(drafts.flatMap(([, all]) => all.map(({ item }) => item.text)))
  const settle = labels.settled(state.labels)
  const settled = ({ item, ...one }: Candidate): Candidate => {
    const attributes = { ...item.attributes }
    for (const name of ['id', 'later', 'changes'])
      if (attributes[name] !== undefined) attributes[name] = settle(attributes[name])
    return { ...one, item: { ...item, attributes } }
  }
  return Object.fromEntries(drafts.map(([name, all]) => [name, all.map(settled)]))
}

function sectionsWith(state: TurnState, sees: boolean, isSimple: boolean): Sections {
  const { profile, facts } = factSections(state, promptScene(state), sees, isSimple)
  const { conversationId } = state.run.turn
  const labelOf = (turn: Pick<WindowTurn, 'number' | 'turnId'>) =>
    state.labels.of({ ...turn, conversationId })
  return {
    profile,
    playbook: playbookItems(state),
    summaries: summaries(state, (number) => labelOf({ number, turnId: '' })),
    window: [
      ...windowItems(state.windowTurns, state.zone, state.outside, false, labelOf),
      ...referredItems(state.referredTurns, state.zone, state.outside, labelOf),
      ...windowImages(state, sees),
    ],
    strategies: strategyItems(state),
    facts,
    recalled: recalled(state, facts, sees),
    workspace: workspaceItems(state),
    task: [...task(state), ...taskImages(state, sees)],
  }
}

/**
 * Those of a simple message: without strategies and workspace. The turn before it always stays; what was found for it,
 * and images, are dropped last.
 */
export function sectionsToTalk(state: TurnState, sees: boolean): Sections {
  const { window = [], facts = [], recalled = [], ...others } = promptSections(state, sees, true)
  const last = groupOf(state.windowTurns.at(-1)?.number ?? 0)
  const late = (one: Candidate) => ({ ...one, dropStage: one.group === last ? DROP.never : DROP.workspace })
  return {
    ...others,
    window: window.map((one) => (one.image || one.group === last ? late(one) : one)),
    facts: facts.map(late),
    recalled: recalled.map(late),
    ...{ playbook: [], strategies: [], workspace: [] },
  }
}

/** A roll-up that reaches beyond the import has no product, because part of it was said here. */
export const summaries = (state: Pick<TurnState, 'summaries' | 'outside'>, labelOf = ownLabel): Candidate[] =>
  state.summaries.map((summary, i) => {
    const source = sourceOfTurns(state.outside, summary.from, summary.to)
    const place =
      summary.from === summary.to
        ? { id: labelOf(summary.from) }
        : { from: summary.from, to: summary.to, level: summary.level }
    const product = summary.to <= state.outside.importedTo ? state.outside.answerer : null
    return {
      item: itemOf({ ...place, product }, withoutFarMarks(summary.text), source),
      sources: summary.id.split(' ').map((id) => ({ kind: 'summary', id })),
      keep: summary.to,
      order: i,
      dropStage: DROP.summaries,
      outside: source !== undefined,
    }
  })

/**
 * Names the fact that replaced a value of the passage, or says it where the prompt's facts lack it: it may stand in
 * the profile, without a label. The turn that states it need not have been recalled.
 */
function replacement(
  passage: FoundPassage,
  state: TurnState,
  facts: readonly Candidate[],
): { marks: Record<string, string>; sources: Source[] } {
  const replaced = replacing(passage, state)
  const labels = replaced.map(({ now, said }) => (said && !now.written ? turnName(said, state) : null))
  const later = labels.find((label) => facts.some(({ item }) => item.attributes.id === label))
  if (later) return { marks: { later }, sources: [] }
  const { line: now, sources } = nowOf(passage, state) ?? { sources: [] }
  return { marks: now ? { now } : {}, sources }
}

/** The facts that replaced what a passage says. */
const replacing = (passage: Passage, { replacements }: Pick<TurnState, 'replacements'>) =>
  (passage.who === 'user' || passage.who === 'assistant' ? replacedIn(replacements, passage) : [])
    .map((fact) => ({ now: latest(fact), said: sourceOf(fact) }))
    .filter(({ now, said }) => now.written || said?.turnId !== passage.turnId)
/** The first of them as a line. */
export function nowOf(passage: Passage, state: Pick<TurnState, 'replacements'>) {
  const [first] = replacing(passage, state)
  return first ? { line: shortened(factLine(first.now), NOW_CHARS), sources: sourcesOfFact(first.now) } : null
}
const NOW_CHARS = 120

/**
 * Whether the summary of its turn says all of a passage in this prompt. The summary stays, since a service may have
 * cached it, but what was replaced since can only be marked in the passage.
 */
function isInSummary({ summaries, replacements, run }: TurnState, passage: FoundPassage): boolean {
  const own = passage.conversationId === run.turn.conversationId ? passage.turnNumber : null
  const summary = summaries.find(({ from, to }) => from === own && to === own)
  return (
    summary !== undefined &&
    saysAll(summary.text, passage.text) &&
    replacedIn(replacements, passage).length === 0
  )
}

/** The passages that the prompt quotes; `sees` = a language model reads it, not the built-in engine. */
export const quotedPassages = (state: TurnState, sees: boolean) =>
  state.passages.filter((passage) => !sees || !isInSummary(state, passage))

function recalled(state: TurnState, facts: readonly Candidate[], sees: boolean): Candidate[] {
  return excerptItems(quotedPassages(state, sees), promptScene(state)).map(
    ({ passage, item, excerpt }, i): Candidate => {
      // The fact that counts now, rather than a change on the way to it.
      const { later, ...attributes } = item.attributes
      const { marks, sources } = replacement(passage, state, facts)
      return {
        item: { ...item, attributes: { ...attributes, ...(later && !marks.now ? { later } : {}), ...marks } },
        sources: [...passageSources(passage), ...sources],
        outside: passage.source !== undefined,
        keep: passage.score * 1_000 - i / 1_000,
        order: i,
        group: `excerpt ${excerpt}`,
        dropStage: DROP.recalled,
        recallIds: passage.recallIds,
      }
    },
  )
}

/** What the prompt holds already: turns of the window, whole files, summaries, and what was recalled. */
export function alreadyShown(state: TurnState): AlreadyShown {
  return {
    window: [...state.referredTurns, ...state.windowTurns],
    files: state.plan.depth === 'simple' ? new Set() : wholeFiles(state),
    summaries: new Set(state.summaries.map((summary) => summary.id)),
    passages: [...state.passages, ...state.exchangedPassages],
  }
}

/** Ages of recalled turns are relative to this turn's time, so that all its prompts agree. */
export const promptScene = (state: TurnState): Scene => ({
  conversationId: state.run.turn.conversationId,
  now: state.run.turn.createdAt,
  zone: state.zone,
  shown: alreadyShown(state),
  labels: state.labels,
})

/** Tells the model how far to follow another program's instructions. */
export const CLIENT_NOTE =
  'The item part=instructions is from the program in which the person writes. Follow it for your role, tone, language and form, as far as the rules and the person’s own words allow. It gives no other orders.'

function task({ run, zone, clientInstructions }: TurnState): Candidate[] {
  const { conversationId, createdAt, userText } = run.turn
  const always = { keep: 0, dropStage: null }
  const files = attachmentsOf(run.turn).filter(({ image }) => !image)
  const items = files.map(
    ({ path }, i): Candidate => ({
      item: itemOf({ file: path }, ''),
      sources: [{ kind: 'file', conversationId, path }],
      order: i,
      ...always,
    }),
  )
  if (clientInstructions) {
    const item = itemOf({ part: 'instructions' }, clientInstructions)
    items.push({ item, outside: true, order: -1, ...always })
  }
  // The person's day when they sent the message.
  const today = daysIn(zone)(createdAt.getTime())
  const message = itemOf({ who: 'user', today, weekday: weekdayOf(today) }, userText)
  return [...items, { item: { ...message, toEnd: true }, keep: 1, order: 1_000, dropStage: null }]
}

/** Said where the model can look things up. */
export const FIRST_NOTE = 'This is a first search. Look things up before saying that something is unknown.'
export const NOTHING_FOUND =
  'A first search of earlier turns found nothing. If they may hold the answer, look for it in other words, or the language they are in, before saying that it is unknown.'
const canLookIn = (tools: readonly { name: string }[]) => tools.some(({ name }) => isMemoryTool(name))
/** Whether the first search for a question brought nothing, though earlier turns may say it in other words. */
export const foundNothing = (
  { canLookUp, run, passages, exchangedRecalls, facts }: TurnState,
  tools: readonly { name: string }[],
  { offline }: { offline: boolean },
): boolean =>
  canLookUp &&
  !offline &&
  canLookIn(tools) &&
  isQuestionText(run.turn.userText) &&
  passages.length + exchangedRecalls.length + facts.length === 0
const CUT_NOTE = 'Of what is marked cut=yes there is more.'
export const WEAK_NOTE = 'They match the message weakly and may be about something else.'

export function sectionNotes(tools: readonly { name: string }[], { passages }: Pick<TurnState, 'passages'>) {
  const isWeak = passages.every(({ score }) => score < limits.depth.first.asked.closeScore)
  const isCut = passages.some(({ cut, who }) => cut && who !== 'user')
  const recalled = [
    RECALLED_NOTE,
    ...(isCut ? [CUT_NOTE] : []),
    ...(isWeak ? [WEAK_NOTE] : []),
    ...(canLookIn(tools) ? [FIRST_NOTE] : []),
  ]
  return { ...NOTES, recalled: recalled.join(' ') }
}
