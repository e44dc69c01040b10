'use client'
import type { UsageReport } from '@/lib/shared/usage/usage'
import { Row, TablePart } from '../../inspector/tables/table-parts'
import { useFormat } from '../../ui/words/use-format'
import { windowCells, windowName } from '../usage-words'

const COLUMNS = ['Window', 'Turns', 'Earlier messages, tokens', 'In the window, tokens', 'Completed', 'Time']

const ABOUT =
  'The window is the most recent turns sent word for word, including the current one. Tokens and time are ' +
  'averages per turn: all earlier messages, and the part of them the window sent, including headings. ' +
  'Completed: answered and not rated down, out of the turns you did not stop. Time: from the start of a turn to the end of its answer.'

/** What windows of each size cost, and how their turns ended. */
export function WindowsTable({ report }: { report: UsageReport }) {
  const format = useFormat()
  const { windows } = report
  if (windows.length === 0) return null
  return (
    <TablePart name="By window size" about={ABOUT} columns={COLUMNS}>
      <tbody>
        {windows.map((window) => (
          <Row
            key={window.size}
            className="border-line border-b"
            head={windowName(window.size, format)}
            cells={windowCells(window, format)}
          />
        ))}
      </tbody>
    </TablePart>
  )
}
