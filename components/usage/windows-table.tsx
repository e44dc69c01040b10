'use client'
import type { WindowUsage } from '@/lib/shared/usage/usage'
import { Row, TablePart } from '../inspector/tables/table-parts'
import { useFormat } from '../ui/words/use-format'
import { windowCells, windowName } from './usage-words'

const COLUMNS = ['Window', 'Turns', 'Earlier messages, tokens', 'In the window, tokens', 'Succeeded', 'Time']

/** What windows of each size cost, and how their turns ended. */
export function WindowsTable({ windows }: { windows: readonly WindowUsage[] }) {
  const format = useFormat()
  if (windows.length === 0) return null
  return (
    <TablePart
      name="By window size"
      about="The window is the most recent turns, sent word for word, the current one included. Tokens and time are averages per turn: all earlier messages, and the part of them that the window sent, with its headings. Succeeded: completed and not rated down, among turns you did not stop. Time: until the answer was complete."
      columns={COLUMNS}
    >
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
