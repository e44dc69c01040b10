import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import type { ImportReport } from '@/lib/shared/transfer/transfer'
import { ImportReportView } from './import-report'

const shown = (format: ImportReport['format'], turns: number) =>
  renderToStaticMarkup(
    <ImportReportView
      report={{ format, conversations: [], added: 1, unchanged: 0, refused: 0, turns }}
      name="a.json"
      onRetry={() => {}}
    />,
  )

it('says that imported messages teach no facts, and where to add some; Mneme’s own export brings its own', () => {
  expect(shown('chatgpt', 3)).toMatch(/facts are only read from what you write here.*href="\/facts"/)
  expect(shown('chatgpt', 0)).not.toContain('facts')
  expect(shown('mneme', 3)).not.toContain('facts')
})
