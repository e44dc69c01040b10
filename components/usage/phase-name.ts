import type { PAST_PHASES, Phase } from '@/lib/shared/turn/events'

const NAMES: Record<Phase | (typeof PAST_PHASES)[number], string> = {
  classify: 'Classification',
  think: 'Thinking',
  act: 'Answer',
  notes: 'Notes',
  summarise: 'Summary',
  'roll-up': 'Roll-up',
  title: 'Title',
  topics: 'Topics',
  embed: 'Embedding',
  facts: 'Facts',
  judge: 'Verdict',
  distil: 'Lessons',
  reflect: 'Reflection',
  curate: 'Curation',
  contradiction: 'Comparison',
}
export const phaseName = (phase: string) => (phase in NAMES ? NAMES[phase as keyof typeof NAMES] : phase)
