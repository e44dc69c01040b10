'use client'
import { stepName } from '@/components/inspector/step-words'
import { isWithin } from '@/components/inspector/trace/trace'
import { sectionName } from '@/components/ui/series'
import { useFormat } from '@/components/ui/words/use-format'
import { SECTION_ORDER } from '@/lib/shared/limits'
import type { InspectedStep, InspectedTurn } from '@/lib/shared/turn/inspector'
import { SectionDot } from '../prompt/token-bar'
import { NumberTable } from './table-parts'

/** Tokens per section and call of the answer, and what did not fit; memory's own calls have hardly any. */
export function SectionsTable({ turn }: { turn: InspectedTurn }) {
  const format = useFormat()
  const steps = turn.steps.filter((step) => isWithin(turn, step))
  if (steps.length === 0) return null
  const present = steps.flatMap((step) => step.sections.map(({ section }) => section))
  const sections = new Set([...SECTION_ORDER.filter((name) => present.includes(name)), ...present])
  const cell = (step: InspectedStep, name: string) => {
    const found = step.sections.find(({ section }) => section === name)
    if (!found) return <span className="text-ink-faint">–</span>
    return (
      <>
        {found.droppedItems ? (
          <span className="mr-1.5 text-ink-faint">{format.plural(found.droppedItems, 'item')} left out</span>
        ) : null}
        {format.number(found.tokens)}
      </>
    )
  }
  return (
    <NumberTable
      name="Sections"
      about="The prompts of this answer, in tokens as estimated by Mneme. What does not fit its budget is dropped, lowest priority first."
      columns={['Section', ...steps.map((step) => stepName(step, turn.steps))]}
      rows={[...sections].map((name) => ({
        name,
        head: (
          <>
            <SectionDot section={name} className="mr-2" />
            {sectionName(name)}
          </>
        ),
        cells: steps.map((step) => cell(step, name)),
      }))}
      foot={[
        { name: 'Prompt, estimated', cells: steps.map((step) => format.number(step.estInputTokens)) },
        {
          name: 'Prompt, reported',
          cells: steps.map((step) => (step.reported ? format.number(step.reported.inputTokens) : '–')),
        },
      ]}
    />
  )
}
