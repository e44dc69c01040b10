import { sectionColor, sectionName } from '@/components/ui/series'
import { SECTION_ORDER } from '@/lib/shared/limits'
import type { PAST_PHASES, Phase } from '@/lib/shared/turn/events'

/** One series with its name and colour everywhere. `dash` distinguishes lines without colour. */
export type Series = { key: string; name: string; color: string; dash?: string }

type ShownPhase = Phase | (typeof PAST_PHASES)[number]
const PHASES: Record<ShownPhase, [name: string, color: string]> = {
  classify: ['Classification', 'var(--series-role)'],
  think: ['Thinking', 'var(--series-thoughts)'],
  act: ['Answer', 'var(--series-steps)'],
  notes: ['Notes', 'color-mix(in oklab, var(--series-summaries) 45%, var(--ink))'],
  summarise: ['Summary', 'var(--series-summaries)'],
  'roll-up': ['Roll-up', 'var(--series-window)'],
  title: ['Title', 'var(--series-tools)'],
  topics: ['Topics', 'var(--series-task)'],
  embed: ['Embedding', 'var(--series-facts)'],
  facts: ['Facts', 'var(--series-workspace)'],
  judge: ['Verdict', 'var(--series-playbook)'],
  distil: ['Lessons', 'var(--series-strategies)'],
  reflect: ['Reflection', 'color-mix(in oklab, var(--series-strategies) 45%, var(--ink))'],
  curate: ['Curation', 'color-mix(in oklab, var(--series-playbook) 45%, var(--ink))'],
  contradiction: ['Comparison', 'color-mix(in oklab, var(--series-thoughts) 45%, var(--ink))'],
}
const phaseOf = (phase: string) => (phase in PHASES ? PHASES[phase as ShownPhase] : undefined)
const ORDER: readonly string[] = Object.keys(PHASES)
export const phaseName = (phase: string) => phaseOf(phase)?.[0] ?? phase

const present = (totals: Record<string, number>, order: readonly string[]) => {
  const place = (key: string) => (order.includes(key) ? order.indexOf(key) : order.length)
  return Object.keys(totals).sort((a, b) => place(a) - place(b) || a.localeCompare(b))
}
/** The phases that occur, in the order of a turn. */
export const phaseSeries = (totals: Record<string, number>): Series[] =>
  present(totals, ORDER).map((key) => ({
    key,
    name: phaseName(key),
    color: phaseOf(key)?.[1] ?? 'var(--line-strong)',
  }))
/** The prompt sections that occur, in the order of the prompt. */
export const sectionSeries = (totals: Record<string, number>): Series[] =>
  present(totals, SECTION_ORDER).map((key) => ({ key, name: sectionName(key), color: sectionColor(key) }))

export const CURVES = {
  withMemory: { key: 'withMemory', name: 'With memory', color: 'var(--accent)' },
  plainChat: { key: 'plainChat', name: 'Plain chat', color: 'var(--ink)' },
  fullContexts: { key: 'fullContexts', name: 'Full contexts', color: 'var(--ink-soft)', dash: '6 4' },
  windowOnly: { key: 'windowOnly', name: 'Window only', color: 'var(--series-window)', dash: '2 3' },
  summariesOnly: {
    key: 'summariesOnly',
    name: 'Summaries only',
    color: 'var(--series-summaries)',
    dash: '9 3 2 3',
  },
} as const satisfies Record<string, Series>
export type CurveKey = keyof typeof CURVES
/** The curves shown by default. */
export const MAIN_CURVES: readonly Series[] = [CURVES.withMemory, CURVES.plainChat]
