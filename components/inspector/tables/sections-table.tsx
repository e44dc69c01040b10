'use client'
import { stepName } from '@/components/inspector/step-words'
import { sectionColor, sectionName } from '@/components/ui/series'
import { useFormat } from '@/components/ui/use-format'
import type { InspectedStep, InspectedTurn } from '@/lib/shared/inspector'
import { SECTION_ORDER } from '@/lib/shared/limits'
import { CELL, HEAD, ROW_HEAD, TablePart } from './table-parts'

/** Tokens per section and step, and what did not fit. */
export function SectionsTable({ turn }: { turn: InspectedTurn }) {
  const format = useFormat()
  const present = new Set(turn.steps.flatMap((step) => step.sections.map((section) => section.section)))
  const sections = [
    ...SECTION_ORDER.filter((name) => present.has(name)),
    ...[...present].filter((name) => !(SECTION_ORDER as readonly string[]).includes(name)),
  ]
  const cell = (step: InspectedStep, name: string) => {
    const found = step.sections.find((section) => section.section === name)
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
    <TablePart
      name="Sections"
      about="Tokens by our tokenizer. What does not fit its budget is left out, the least worthy first."
    >
      <thead className="text-ink-faint">
        <tr className="border-line border-b">
          <th scope="col" className={HEAD}>
            Section
          </th>
          {turn.steps.map((step) => (
            <th key={step.id} scope="col" className={HEAD}>
              {stepName(step, turn.steps)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {sections.map((name) => (
          <tr key={name} className="border-line border-b">
            <th scope="row" className={ROW_HEAD}>
              <span
                aria-hidden
                className="mr-2 inline-block size-2.5 rounded-sm"
                style={{ background: sectionColor(name) }}
              />
              {sectionName(name)}
            </th>
            {turn.steps.map((step) => (
              <td key={step.id} className={CELL}>
                {cell(step, name)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
      <tfoot className="font-semibold">
        <tr>
          <th scope="row" className={ROW_HEAD}>
            Prompt, our estimate
          </th>
          {turn.steps.map((step) => (
            <td key={step.id} className={CELL}>
              {format.number(step.estInputTokens)}
            </td>
          ))}
        </tr>
        <tr className="font-normal">
          <th scope="row" className={ROW_HEAD}>
            Prompt, as reported
          </th>
          {turn.steps.map((step) => (
            <td key={step.id} className={CELL}>
              {step.reported ? format.number(step.reported.inputTokens) : '–'}
            </td>
          ))}
        </tr>
      </tfoot>
    </TablePart>
  )
}
